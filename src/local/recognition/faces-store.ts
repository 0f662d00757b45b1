import { openVault, type Vault } from '#local/kernel/vault.ts'
import { FacesDb } from '#local/storage/faces-db.ts'
import { facesDbName } from '#local/storage/names.ts'
import type { Random } from '#shared/kernel/ids.ts'
import { type Clock, hourMs } from '#shared/kernel/time.ts'
import type {
  FaceDeviceSettings,
  GalleryCursors,
  GalleryPage,
  GalleryPerson,
  PinVerifier,
} from '#shared/recognition/face-gallery.contract.ts'

/** Last gallery state from the server, beside the people themselves. */
export interface GalleryState {
  settings: FaceDeviceSettings
  cursors: GalleryCursors
  /** Version up to which everything is here; 0 until the first pull completed. */
  version: number
  listsHash: string | null
  present: readonly string[]
  mayEnrol: readonly string[]
  /** Server time of the last answer. */
  heardAt: string
}

export interface KnownState extends GalleryState {
  heardAtMs: number
}

/** Device's own copy of the faces, read and written encrypted. */
export interface FacesStore {
  state(): Promise<KnownState | undefined>
  people(): Promise<GalleryPerson[]>
  count(): Promise<number>
  pin(customerId: string): Promise<PinVerifier | undefined>
  pinned(): Promise<string[]>
  keep(page: GalleryPage, before: KnownState | undefined): Promise<KnownState>
  /**
   * Dates a copy that the server says is still whole. @returns false where this copy is of another entity tag, or may lack
   * something
   */
  confirm(etag: string): Promise<boolean>
  /** Notes that everything which the server has under this entity tag is here. */
  setEtag(etag: string): Promise<void>
  /** Deletes the faces; card and PIN still work. */
  dropPeople(): Promise<void>
  dropAll(): Promise<void>
  /** Returns the time since the last server answer, by a clock that never goes back. Infinity without one. */
  ageMs(): Promise<number>
  /** Counts a try before it is checked; true while another is allowed. */
  takeTry(customerId: string, salt: string): Promise<boolean>
  forgiveTries(customerId: string): Promise<void>
  close(): void
}

const maxFailures = 5

export function openFacesStore(schoolCode: string, clock: Clock, random: Random): FacesStore {
  const db = new FacesDb(facesDbName(schoolCode))
  let opened: Promise<Vault> | undefined
  const vault = () => {
    opened ??= openVault(db, random)
    return opened
  }
  const state = async (): Promise<KnownState | undefined> => {
    const row = await db.state.get('state')
    if (!row) return undefined
    const known = await (await vault()).open(row.content).catch(() => undefined)
    return known ? { ...(known as GalleryState), heardAtMs: row.heardAtMs } : undefined
  }
  return {
    state,
    people: async () => {
      const open = (await vault()).open
      return Promise.all((await db.people.toArray()).map(async ({ content }) => (await open(content)) as GalleryPerson))
    },
    count: () => db.people.count(),
    pin: async (customerId) => {
      const row = await db.pins.get(customerId)
      return row && ((await (await vault()).open(row.content)) as PinVerifier)
    },
    pinned: () => db.pins.toCollection().primaryKeys(),
    keep: async (page, before) => keepPage(db, await vault(), page, before, clock.nowMs()),
    confirm: (etag) => confirmState(db, etag, clock.nowMs()),
    setEtag: async (etag) => {
      await db.state.update('state', { etag })
    },
    dropPeople: () => dropPeople(db),
    dropAll: async () => {
      await db.transaction('rw', db.people, db.pins, db.state, async () => {
        await db.people.clear()
        await db.pins.clear()
        await db.state.clear()
      })
    },
    ageMs: () => ageOf(db, clock.nowMs()),
    takeTry: (customerId, salt) =>
      db.transaction('rw', db.tries, async () => {
        const known = await db.tries.get(customerId)
        const failures = known?.salt === salt ? known.failures : 0
        if (failures >= maxFailures) return false
        await db.tries.put({ customerId, salt, failures: failures + 1 })
        return true
      }),
    forgiveTries: (customerId) => db.tries.delete(customerId),
    close: () => db.close(),
  }
}

const confirmState = (db: FacesDb, etag: string, atMs: number): Promise<boolean> =>
  db.transaction('rw', db.state, db.seen, async () => {
    if ((await db.state.get('state'))?.etag !== etag) return false
    await db.state.update('state', { heardAtMs: atMs })
    await db.seen.put({ key: 'seen', atMs })
    return true
  })

/** Without them the copy is not what the server has: the entity tag goes too, so that they are fetched again. */
const dropPeople = (db: FacesDb): Promise<void> =>
  db.transaction('rw', db.people, db.state, async () => {
    await db.people.clear()
    await db.state.update('state', { etag: undefined })
  })

/** Read often, written rarely: an hour more or less does not matter for data valid for days. */
const seenEveryMs = hourMs / 4

async function ageOf(db: FacesDb, nowMs: number): Promise<number> {
  const seenMs = (await db.seen.get('seen'))?.atMs ?? 0
  if (nowMs - seenMs > seenEveryMs) await db.seen.put({ key: 'seen', atMs: nowMs })
  const row = await db.state.get('state')
  return row ? Math.max(nowMs, seenMs) - row.heardAtMs : Number.POSITIVE_INFINITY
}

/** Stores a page and its state in one transaction; encrypted before, because the browser ends a transaction that waits. */
async function keepPage(
  db: FacesDb,
  vault: Vault,
  page: GalleryPage,
  before: KnownState | undefined,
  nowMs: number,
): Promise<KnownState> {
  const after = stateAfter(page, before)
  const isTurnedAnew = before?.settings.rotationEpoch !== page.settings.rotationEpoch
  const seal = async (customerId: string, value: unknown) => ({ customerId, content: await vault.seal(value) })
  const people = await Promise.all(page.people.map((person) => seal(person.customerId, person)))
  const set = page.pins.filter(({ verifier }) => verifier !== null)
  const pins = await Promise.all(set.map((pin) => seal(pin.customerId, pin)))
  const content = await vault.seal(after)
  await db.transaction('rw', db.people, db.pins, db.state, db.seen, async () => {
    // Templates of an earlier rotation match nothing of this one; all of them come again.
    if (isTurnedAnew) await db.people.clear()
    await db.people.bulkPut(people)
    await db.pins.bulkDelete(page.pins.map(({ customerId }) => customerId))
    await db.pins.bulkPut(pins)
    if (!page.more) {
      const present = new Set(after.present)
      const held = await db.people.toCollection().primaryKeys()
      await db.people.bulkDelete(held.filter((id) => !present.has(id)))
    }
    await db.state.put({ key: 'state', content, heardAtMs: nowMs })
    // A server answer corrects the clock, should it have been far ahead once.
    await db.seen.put({ key: 'seen', atMs: nowMs })
  })
  return { ...after, heardAtMs: nowMs }
}

/** Returns the state after a page. Until the last page the copy is a mixture, so it keeps its earlier version. */
const stateAfter = (page: GalleryPage, before: KnownState | undefined): GalleryState => ({
  settings: page.settings,
  cursors: page.cursors,
  version: page.more ? (before?.version ?? 0) : page.serverVersion,
  listsHash: page.lists?.hash ?? before?.listsHash ?? null,
  present: page.lists?.present ?? before?.present ?? [],
  mayEnrol: page.lists?.mayEnrol ?? before?.mayEnrol ?? [],
  heardAt: page.serverTime,
})

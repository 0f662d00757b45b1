import type { DeviceIdentity } from '#local/device/identity.ts'
import type { SignedSend } from '#local/device/signed-send.ts'
import { parseJson } from '#local/kernel/json.ts'
import { Refusal } from '#shared/kernel/endpoint.ts'
import { hourMs } from '#shared/kernel/time.ts'
import { type GalleryPage, pullGallery } from '#shared/recognition/face-gallery.contract.ts'
import { syncProtocol, syncProtocolHeader } from '#shared/sync/sync.contract.ts'
import type { FacesStore, KnownState } from './faces-store.ts'

interface PullFacesParts {
  store: FacesStore
  send: SignedSend
  identity: Pick<DeviceIdentity, 'deviceId' | 'installEpoch'>
  /** What the server named with the pull just before; absent where it is older than entity tags. */
  etag?: string | undefined
}

/** Limit on rounds of one pull: the next pull continues. */
const maxPages = 200

/**
 * Fetches changes of faces and PINs. When faces were deleted here, the server is informed in the same visit, so that a deletion
 * is proved as soon as it is done. Nothing is asked while the entity tag stays the same. @returns whether anything changed
 */
export async function pullFaces({ etag, ...parts }: PullFacesParts): Promise<boolean> {
  if (etag !== undefined && (await parts.store.confirm(etag))) return false
  const { isWhole, changed } = await pullPages(parts)
  if (isWhole && etag !== undefined) await parts.store.setEtag(etag)
  return changed
}

async function pullPages({ store, send, identity }: PullFacesParts): Promise<{ isWhole: boolean; changed: boolean }> {
  const { deviceId, installEpoch } = identity
  let changed = false
  let toTell = false
  for (let page = 0; page < maxPages; page += 1) {
    const state = await store.state()
    const count = await store.count()
    const held = { version: state?.version ?? 0, count, lists: state?.listsHash ?? null }
    const asked = { deviceId, installEpoch, cursors: state?.cursors ?? {}, held }
    const answer = await fetchPage(send, asked)
    if (answer === 'revoked') {
      await store.dropAll()
      return { isWhole: false, changed: true }
    }
    if (!answer) return { isWhole: false, changed }
    const kept = await store.keep(answer, state)
    const after = await store.count()
    changed ||=
      answer.people.length > 0 || answer.pins.length > 0 || answer.lists !== null || !sameSettings(state, kept)
    if (answer.more) continue
    if (await lacksSomebody(store, kept)) {
      if (page + 1 < maxPages && (await startOver(store, answer, kept))) continue
      return { isWhole: true, changed }
    }
    if (after >= count || toTell) return { isWhole: true, changed }
    toTell = true
  }
  return { isWhole: false, changed }
}

async function fetchPage(send: SignedSend, asked: unknown): Promise<GalleryPage | 'revoked' | undefined> {
  const answer = await send(pullGallery.path, asked).catch(() => undefined)
  if (answer?.headers.get(syncProtocolHeader) !== String(syncProtocol)) return undefined
  if (answer.status === 200) return pullGallery.reply.safeParse(parseJson(answer.text)).data
  const refusal = Refusal.safeParse(parseJson(answer.text)).data
  return refusal?.messageId === 'device.revoked' ? 'revoked' : undefined
}

const sameSettings = (before: KnownState | undefined, after: KnownState): boolean =>
  JSON.stringify(before?.settings) === JSON.stringify(after.settings)

/**
 * Returns whether faces are missing. People who may be here again (they eat here now, are back, or the faces had expired) did not
 * change, so no delta contains them.
 */
async function lacksSomebody(store: FacesStore, { present }: KnownState): Promise<boolean> {
  return (await store.count()) < present.length
}

/** Pulls from the beginning, once: what is still missing afterwards is not for this device. */
async function startOver(store: FacesStore, page: GalleryPage, kept: KnownState): Promise<boolean> {
  if (kept.cursors.people === undefined) return false
  const { people: _people, ...cursors } = page.cursors
  await store.keep({ ...page, people: [], pins: [], lists: null, cursors }, kept)
  return true
}

/** Deletes faces not confirmed by the server for too long. @returns whether any were deleted */
export async function deleteExpired(store: FacesStore): Promise<boolean> {
  const state = await store.state()
  if (!state || (await store.ageMs()) <= state.settings.galleryHours * hourMs) return false
  if ((await store.count()) === 0) return false
  await store.dropPeople()
  return true
}

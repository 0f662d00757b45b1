import type { Contact } from '#local/device/contact.ts'
import type { DeviceIdentity } from '#local/device/identity.ts'
import { keepOperators } from '#local/device/operators.ts'
import type { RawAnswer, SignedSend } from '#local/device/signed-send.ts'
import { parseJson } from '#local/kernel/json.ts'
import type { ClockOffset } from '#local/outbox/clock-offset.ts'
import type { Pulled } from '#local/outbox/outbox.types.ts'
import type { OutboxStore } from '#local/outbox/outbox-store.ts'
import type { SnapshotDb, SnapshotState } from '#local/storage/snapshot-db.ts'
import { Refusal } from '#shared/kernel/endpoint.ts'
import { isMessageId, type MessageId } from '#shared/kernel/errors.ts'
import { type Clock, fromInstant } from '#shared/kernel/time.ts'
import { type Cursors, pullSnapshot, type SnapshotPage, UnchangedSnapshot } from '#shared/pos/snapshot.contract.ts'
import { isAhead } from '#shared/pos/snapshot.rules.ts'
import { syncProtocol, syncProtocolHeader } from '#shared/sync/sync.contract.ts'
import { cursorsFor, fieldsRead, type ReadPage, readPage, unreadAfter } from './read-page.ts'

export interface PullParts {
  db: SnapshotDb
  /** Holds the operators' PINs, which end with their accounts. */
  store: OutboxStore
  send: SignedSend
  identity: Pick<DeviceIdentity, 'deviceId' | 'installEpoch'>
  clock: Clock
  offset: ClockOffset
  contact: Contact
  /** Names the code that reads the answer: another one may understand more. */
  release: string
  /** Called with the reason the server refuses this device: a tablet with nothing to send would not learn it otherwise. */
  onRefused?(messageId: MessageId): void
}

/**
 * Fetches changes since the last pull, page by page.
 * A server that was restored has another generation: the copy is then replaced, since its cursors mean nothing there.
 * @returns what the server has received of this device's streams, and what it says of itself; undefined when it did not answer to
 * the end
 */
export async function pull(parts: PullParts): Promise<Pulled | undefined> {
  for (;;) {
    const state = await parts.db.state.get('state')
    const asked = cursorsFor(state, parts.release)
    const read = await fetchPage(parts, asked, state)
    if (!read) {
      parts.contact.lost()
      return undefined
    }
    if ('unchanged' in read) {
      if (isOtherServer(state, read)) return startOver(parts)
      await confirm(parts.db, read)
      return pulledFrom(read)
    }
    const { page } = read
    if (isAhead(state?.cursors ?? {}, page.serverVersion) || isOtherServer(state, page)) return startOver(parts)
    await keepOperators(parts.store, page.operators, page.pinEpochs, page.supervisors)
    await applyPage(parts, read, asked)
    if (!page.more) return pulledFrom(page)
  }
}

type Answered = Pick<SnapshotPage, 'received' | 'server' | 'serverTime' | 'galleryEtag'>

const isOtherServer = (state: SnapshotState | undefined, { server }: Answered): boolean =>
  state?.generation !== undefined && server !== undefined && server.generation !== state.generation

function pulledFrom({ received, server, serverTime, galleryEtag }: Answered): Pulled {
  const pulled = { received, serverMs: fromInstant(serverTime), galleryEtag }
  if (!server) return pulled
  const { generation, backedUpThrough } = server
  const backedUpThroughMs = backedUpThrough === null ? null : fromInstant(backedUpThrough)
  return { ...pulled, server: { generation, backedUpThroughMs } }
}

/** Dates a copy of which nothing has changed. */
const confirm = async (db: SnapshotDb, { received, serverTime, server }: UnchangedSnapshot): Promise<void> => {
  await db.state.update('state', {
    received,
    takenAt: serverTime,
    ...(server && { generation: server.generation }),
  })
}

/** Replaces the snapshot by a full one in one transaction; until then the till works with the one it has. */
async function startOver(parts: PullParts): Promise<Pulled | undefined> {
  const pages: { read: ReadPage; asked: Cursors }[] = []
  for (;;) {
    const asked = pages.at(-1)?.read.page.cursors ?? {}
    const read = await fetchPage(parts, asked)
    if (!read || 'unchanged' in read) {
      parts.contact.lost()
      return undefined
    }
    pages.push({ read, asked })
    const { page } = read
    if (page.more) continue
    await keepOperators(parts.store, page.operators, page.pinEpochs, page.supervisors)
    await parts.db.transaction('rw', parts.db.tables, async () => {
      for (const table of parts.db.tables) await table.clear()
      for (const { read: each, asked: from } of pages) await applyPage(parts, each, from)
    })
    return pulledFrom(page)
  }
}

/** Where this release has read everything below the cursors, the server may answer that nothing has changed. */
const etagFor = (state: SnapshotState | undefined, { release }: PullParts, cursors: Cursors): string | undefined =>
  state?.complete === true && state.etag?.release === release && state.cursors === cursors
    ? state.etag.value
    : undefined

async function fetchPage(
  parts: PullParts,
  cursors: Cursors,
  state?: SnapshotState,
): Promise<ReadPage | UnchangedSnapshot | undefined> {
  const { deviceId, installEpoch } = parts.identity
  const sentMs = parts.clock.nowMs()
  const etag = etagFor(state, parts, cursors)
  const answer = await parts
    .send(pullSnapshot.path, { deviceId, installEpoch, cursors, generation: state?.generation, etag })
    .catch(() => undefined)
  if (answer?.headers.get(syncProtocolHeader) !== String(syncProtocol)) return undefined
  if (answer.status !== 200) {
    hearRefusal(parts, answer, sentMs)
    return undefined
  }
  const said = parseJson(answer.text)
  const former = await parts.db.state.get('state')
  const unchanged = etag === undefined ? undefined : UnchangedSnapshot.safeParse(said).data
  const read = unchanged ?? readPage(said, former?.settings)
  if (!read) return undefined
  const { serverTime } = 'page' in read ? read.page : read
  parts.offset.measured(sentMs, parts.clock.nowMs(), fromInstant(serverTime))
  parts.contact.reached(parts.clock.nowMs())
  return read
}

/** Measures the clock from a refusal: a new tablet may be hours off, with nothing to send that would reveal it. */
function hearRefusal(parts: PullParts, { text }: RawAnswer, sentMs: number): void {
  const refusal = Refusal.safeParse(parseJson(text)).data
  if (refusal?.serverTime) return parts.offset.measured(sentMs, parts.clock.nowMs(), fromInstant(refusal.serverTime))
  if (refusal && isMessageId(refusal.messageId)) parts.onRefused?.(refusal.messageId)
}

/**
 * Applies a page and its cursors in one transaction: whole or not at all. Of a row that cannot be read nothing older is kept
 * either: it could lack an allergen or a block.
 */
const applyPage = ({ db, release }: PullParts, read: ReadPage, asked: Cursors): Promise<void> =>
  db.transaction('rw', db.tables, async () => {
    const { page } = read
    for (const [feed, ids] of Object.entries(read.unread)) await db.table(feed).bulkDelete(ids)
    await db.categories.bulkPut(page.categories)
    await db.modifierGroups.bulkPut(page.modifierGroups)
    await db.items.bulkPut(page.items)
    await db.customers.bulkPut(page.customers)
    await db.balances.bulkPut(page.balances)
    const before = await db.state.get('state')
    const unread = unreadAfter(before?.unread, read, asked, release)
    await db.state.put({
      key: 'state',
      settings: page.settings,
      operators: page.operators,
      cursors: page.cursors,
      ...(page.server && { generation: page.server.generation }),
      ...(page.etag !== undefined && { etag: { value: page.etag, release } }),
      fieldsRead,
      ...(unread && { unread }),
      // Until the last page the snapshot is a mixture, so it keeps its earlier version.
      serverVersion: page.more ? (before?.serverVersion ?? 0) : page.serverVersion,
      received: page.more ? (before?.received ?? {}) : page.received,
      takenAt: page.more ? (before?.takenAt ?? page.serverTime) : page.serverTime,
      complete: !page.more || (before?.complete ?? false),
    })
  })

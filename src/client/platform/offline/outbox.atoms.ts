// chunk: device
import { atom } from 'jotai'
import { lastRestore, type MetRestore } from '#local/outbox/met-restore.ts'
import { closeSetAside } from '#local/outbox/close-set-aside.ts'
import type { StoredOp } from '#local/storage/outbox-db.ts'
import { AppError, type MessageId } from '#shared/kernel/errors.ts'
import { currentSession } from '../session/session.ts'
import { store } from '../store.ts'
import { startDevice } from './device.ts'

/** What the chip says: counted in the database, so it never claims more than what is stored there. */
export interface OutboxStatus {
  state: 'synced' | 'sending' | 'saved' | 'attention'
  pending: number
  attention: number
  oldestAtMs: number | null
  pendingMinor: number
  /** Operations in the batch that is on its way. */
  sending: number
}

export interface OutboxRow {
  opId: string
  kind: string
  at: string
  seq: number
  state: StoredOp['state']
  lastError: MessageId | null
  attempts: number
  amountMinor: number | null
  label: string | null
  /** Somebody has it in a file. */
  isExported: boolean
}

/** The set-aside entry that somebody wants to enter again; the till takes it up as soon as it is there. */
export const reentryAtom = atom<string | null>(null)

/** Null until the device's outbox has been read, and on a device that has none. */
export const outboxStatusAtom = atom<OutboxStatus | null>(null)

/** Bumped with every change, so that an open list reads its rows again. */
export const outboxChangeAtom = atom(0)

const retryMs = 2000

let following: Promise<void> | undefined

/** Keeps the status in step with the database from now on; called by the person who shows it. */
export function followOutbox(): Promise<void> {
  following ??= follow().catch((error: unknown) => {
    following = undefined
    throw error
  })
  return following
}

async function follow(): Promise<void> {
  const { device } = await startDevice()
  let sending = 0
  let isReading = false
  let again = false
  const read = async () => {
    if (isReading) {
      again = true
      return
    }
    isReading = true
    try {
      do {
        again = false
        const counts = await device.store.counts()
        store.set(outboxStatusAtom, { ...counts, sending, state: stateOf(counts, sending) })
        store.set(outboxChangeAtom, (n) => n + 1)
      } while (again)
    } catch {
      // Storage that does not answer: better to say nothing than to go on saying what was true before.
      store.set(outboxStatusAtom, null)
      setTimeout(() => void read(), retryMs)
    } finally {
      isReading = false
    }
  }
  device.options.surroundings.channel.listen((message) => {
    if (message.type === 'ops-added') store.set(outboxStatusAtom, atLeastOnePending)
    if (message.type === 'sending') sending = message.count
    if (message.type === 'sending' || message.type === 'ops-added' || message.type === 'ops-settled') void read()
  })
  await read()
}

/**
 * Something was saved a moment ago. Counting it takes a moment more, and the till's screen does not wait for that: until
 * then the chip must not go on saying that all is sent.
 */
const atLeastOnePending = (status: OutboxStatus | null): OutboxStatus | null =>
  status?.state === 'synced' ? { ...status, state: 'saved', pending: 1 } : status

function stateOf(counts: { pending: number; attention: number }, sending: number): OutboxStatus['state'] {
  if (counts.attention > 0) return 'attention'
  if (counts.pending === 0) return 'synced'
  return sending > 0 ? 'sending' : 'saved'
}

/** When this device last met a server restored from a copy; undefined when it never did. */
export const readLastRestore = async (): Promise<MetRestore | undefined> =>
  lastRestore((await startDevice()).device.store)

/** Unsent rows, oldest first. */
export async function readOutboxRows(limit = 500): Promise<OutboxRow[]> {
  const { device } = await startDevice()
  return (await device.store.open(limit)).map((op) => ({
    opId: op.opId,
    kind: op.kind,
    at: op.wallAt,
    seq: op.seq,
    state: op.state,
    lastError: op.lastError,
    attempts: op.attempts,
    amountMinor: op.amountMinor,
    label: op.label,
    isExported: op.exportedAtMs !== undefined,
  }))
}

/** Forgets the back-off and sends now, in whichever tab leads; what was set aside for a person is tried once more. */
export async function sendNow(): Promise<void> {
  const { device, sender } = await startDevice()
  const { channel } = device.options.surroundings
  if ((await device.store.retrySetAside()) > 0) channel.post({ type: 'ops-settled' })
  sender?.sendNow()
  channel.post({ type: 'send-now' })
}

/**
 * Everything unsent as a file that a person can keep: the last resort, and the proof. What was handed over with `give` is
 * remembered as exported.
 */
export async function exportOutbox(give: (file: Blob) => void): Promise<void> {
  const { device } = await startDevice()
  const { clock, channel } = device.options.surroundings
  // Infinity means all of them; any other number beyond 32 bits is refused by the browser.
  const operations = await device.store.open(Number.POSITIVE_INFINITY)
  give(new Blob([JSON.stringify({ operations }, null, 1)], { type: 'application/json' }))
  const opIds = operations.map((op) => op.opId)
  await device.store.markExported(opIds, clock.nowMs())
  channel.post({ type: 'ops-settled' })
}

/**
 * Ends what was set aside and exported, in the name of who is signed in.
 * @throws AppError access.denied, request.invalid, outbox.not-set-aside, outbox.not-exported
 */
export async function closeEntry(opId: string, reason: string): Promise<void> {
  const { device } = await startDevice()
  const { clock, channel } = device.options.surroundings
  const { user } = currentSession()
  if (!user) throw new AppError('access.denied')
  await closeSetAside(device.store, clock, { opId, reason, user })
  channel.post({ type: 'ops-added' })
}

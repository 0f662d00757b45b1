import type { StoredOp } from '#local/storage/outbox-db.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import type { Random } from '#shared/kernel/ids.ts'
import { type Clock, fromInstant } from '#shared/kernel/time.ts'
import { type Hole, maxBatchBytes, maxBatchOps, type PushReply } from '#shared/sync/sync.contract.ts'
import { acknowledgedDiscards, unacknowledged, unacknowledgedDiscards, withoutReason } from './acknowledged-discards.ts'
import { backOffMs } from './back-off.ts'
import type { BatchContent, Exchange, OpUpdate, Transport } from './outbox.types.ts'
import type { OutboxStore } from './outbox-store.ts'
import { repairGap } from './repair-gap.ts'
import { gapsIn, isReceived, updatesFrom } from './verdicts.ts'

export interface Drain {
  store: OutboxStore
  transport: Transport
  clock: Clock
  random: Random
  lease: number
  /** The most operations of one batch, where it is less than the wire takes. */
  batchOps?: number
  /**
   * True if the next batch is read while one is on its way. Only for streams where nobody may take back what waits: it would be sent
   * although it was taken back in between.
   */
  readsAhead?: boolean
  /** Numbers to declare although nothing waits behind them; even an empty list makes one batch go, with the tails. */
  report?: readonly Hole[] | undefined
  /** Called before each batch, with its size. */
  onSending(count: number): void
  /** Called after the states of operations have been written, so that views reload them. */
  onSettled(updates: readonly OpUpdate[]): void
}

/** Reason a drain ended. `done`: nothing is due; postponed operations may wait (`nextDueMs`). */
export type DrainEnd =
  | { end: 'done' }
  | { end: 'unreachable'; retryAfterMs: number | null }
  | { end: 'unproven'; messageId: MessageId; serverTimeMs: number | null }
  | { end: 'barred'; messageId: MessageId }
  | { end: 'superseded' }
  | { end: 'outdated' }

/** Numbers the batches of one lease: with the lease's epoch it is the fence. Owned by the lease holder. */
export interface BatchCounter {
  no: number
}

/** Tries before an operation refused by a proxy is set aside: proxies fail for hours. */
const foreignTries = 8

/** Operations of one batch, with what else the device holds. */
type Load = Pick<BatchContent, 'ops' | 'tails'>

/**
 * Sends what is due, batch after batch, until nothing is left or the way is blocked. One batch is in flight at a time; while it is,
 * the verdicts of the one before are written and the next one is read. A refused envelope is halved until the one refused operation
 * stands alone; that one is set aside and declared to the server as a hole, so that the others proceed.
 * @throws LeaseLost when another sender has taken over; nothing of the answer is written then.
 */
export async function drain(d: Drain, counter: BatchCounter, signal: AbortSignal): Promise<DrainEnd> {
  const most = d.batchOps ?? maxBatchOps
  let size = most
  let holes: Holes = [...(await unacknowledgedDiscards(d.store)), ...(d.report ?? [])]
  let isReportDue = d.report !== undefined
  const asked = new Map<string, number>()
  let next: Load | undefined
  let writing: Promise<unknown> = Promise.resolve()
  while (!signal.aborted) {
    const batch: Load = next ?? (await load(d, size))
    next = undefined
    const { ops } = batch
    const [first] = ops
    if (!first && holes.length === 0 && !isReportDue) return { end: 'done' }
    d.onSending(ops.length)
    const written = writing
    // What cannot be read now is read in its turn, and a failure told then.
    const ahead = d.readsAhead ? written.then(() => load(d, most, ops)).catch(() => undefined) : undefined
    const exchange = await send(d, counter, batch, holes)
    await written
    if (exchange.kind === 'answer') {
      isReportDue = false
      // Read before this batch is written as acknowledged: it was left out already.
      const after = await ahead
      const settling = settleAnswer(d, { ops, holes }, exchange, asked)
      settling.catch(() => undefined)
      size = most
      next = after?.ops.length && isPlain(ops, holes, exchange.reply) ? after : undefined
      holes = next ? [] : await settling
      writing = settling
      continue
    }
    if (exchange.kind !== 'refused') return endOf(exchange)
    if (holes.some((hole) => hole.closed)) {
      // The typed reason may be what is refused on the way, and must not block the rest.
      holes = holes.map(withoutReason)
      continue
    }
    if (ops.length > 1) {
      size = Math.ceil(ops.length / 2)
      continue
    }
    const blocked = first ? await resolveAlone(d, counter, first, holes, exchange) : blockedWay
    if (blocked) return blocked
    holes = []
    size = most
  }
  await writing
  return { end: 'superseded' }
}

type Holes = BatchContent['holes']
type Refused = Extract<Exchange, { kind: 'refused' }>
const blockedWay: DrainEnd = { end: 'unreachable', retryAfterMs: null }

/** Reads the next batch; with `sent`, the one after these, as if they were acknowledged. */
async function load(d: Drain, size: number, sent: readonly StoredOp[] = []): Promise<Load> {
  const limits = { ops: size, bytes: maxBatchBytes }
  const [ops, tails] = await Promise.all([d.store.claim(d.lease, d.clock.nowMs(), limits, sent), d.store.tails()])
  return { ops, tails: tailsAfter(tails, sent, ops) }
}

/** Returns the tails as they are once `sent` is acknowledged; `next` are the operations that follow. */
function tailsAfter(tails: Load['tails'], sent: readonly StoredOp[], next: readonly StoredOp[]): Load['tails'] {
  const after = { ...tails }
  for (const op of sent) {
    const tail = after[op.stream]
    if (!tail) continue
    const oldest = next.find(({ stream }) => stream === op.stream)?.wallAt ?? null
    after[op.stream] = {
      ...tail,
      pending: tail.pending - 1,
      pendingMinor: tail.pendingMinor - (op.amountMinor ?? 0),
      oldestAt: tail.oldestAt === op.wallAt ? oldest : tail.oldestAt,
    }
  }
  return after
}

/** Whether the server has all of a batch and asks for nothing, so that the next one may go before this is written. */
function isPlain(ops: readonly StoredOp[], holes: Holes, { results }: PushReply): boolean {
  const received = new Set(results.flatMap(({ opId, outcome }) => (isReceived(outcome) ? opId : [])))
  return holes.length === 0 && ops.every(({ opId }) => received.has(opId))
}

async function send(d: Drain, counter: BatchCounter, batch: Load, holes: Holes): Promise<Exchange> {
  counter.no += 1
  return d.transport({ ...batch, holes, fence: { epoch: d.lease, no: counter.no } })
}

/**
 * Decides on a single refused operation. It is set aside only when the way accepts an envelope without it: refusing everything (a
 * captive portal, our own wrong envelope) says nothing about this operation.
 */
async function resolveAlone(d: Drain, counter: BatchCounter, op: StoredOp, holes: Holes, { ours, messageId }: Refused) {
  if (!ours && op.attempts < foreignTries) {
    await settle(d, [postponed(op, d.clock.nowMs(), d.random, 'server.busy')])
    return blockedWay
  }
  const without = await send(d, counter, { ops: [], tails: await d.store.tails() }, holes)
  if (without.kind === 'refused') return blockedWay
  if (without.kind !== 'answer') return endOf(without)
  await recordNotified(d, holes, without.reply)
  await setAside(d, op, messageId)
  return undefined
}

const endOf = (exchange: Exclude<Exchange, { kind: 'answer' | 'refused' }>): DrainEnd => {
  switch (exchange.kind) {
    case 'unreachable':
      return { end: 'unreachable', retryAfterMs: exchange.retryAfterMs }
    case 'unproven':
      return { end: 'unproven', messageId: exchange.messageId, serverTimeMs: exchange.serverTimeMs }
    case 'barred':
      return { end: 'barred', messageId: exchange.messageId }
    case 'superseded':
    case 'outdated':
      return { end: exchange.kind }
  }
}

/**
 * Writes the verdicts. Returns the holes that the next batch has to declare: where the server waits for a number, and discards it
 * has not acknowledged. `asked` remembers per stream what the server requested in this drain: the same again means that mending
 * did not help, and its operations wait.
 */
async function settleAnswer(
  d: Drain,
  { ops, holes: declared }: Pick<BatchContent, 'ops' | 'holes'>,
  { reply, remains }: Extract<Exchange, { kind: 'answer' }>,
  asked: Map<string, number>,
): Promise<Hole[]> {
  const nowMs = d.clock.nowMs()
  const waitMs = (attempts: number) => backOffMs(attempts, d.random)
  const serverMs = fromInstant(reply.serverTime)
  const updates = updatesFrom(ops, reply.results, { nowMs, serverMs, waitMs }).map(({ opId, change }) => ({
    opId,
    change: { ...change, ...remains?.get(opId) },
  }))
  const answered = new Set(updates.map((u) => u.opId))
  // Without a verdict it is not acknowledged; wait a moment, or a server that omits one would be asked in a tight loop.
  const forgotten = ops.filter((op) => !answered.has(op.opId))
  await settle(d, [...updates, ...forgotten.map((op) => postponed(op, nowMs, d.random, 'server.busy'))])
  await recordNotified(d, declared, reply)
  const isGap = new Set(reply.results.filter((r) => r.outcome === 'gap').map((r) => r.opId))
  const holes: Hole[] = []
  for (const [stream, expected] of new Map([...unacknowledged(declared, reply), ...gapsIn(ops, reply.results)])) {
    const isNews = asked.get(stream) !== expected
    asked.set(stream, expected)
    const mending = isNews ? await repairGap(d.store, stream, expected) : { again: [], holes: [] }
    const waiting = ops.filter((op) => op.stream === stream && isGap.has(op.opId))
    const isMended = mending.again.length > 0 || mending.holes.length > 0
    await settle(d, isMended ? mending.again : waiting.map((op) => postponed(op, nowMs, d.random, 'sync.gap')))
    holes.push(...mending.holes)
  }
  return holes
}

async function recordNotified(d: Drain, declared: Holes, reply: PushReply): Promise<void> {
  const told = acknowledgedDiscards(declared, reply)
  if (told.length > 0) await d.store.markClosingsTold(d.lease, told)
}

async function settle(d: Drain, updates: readonly OpUpdate[]): Promise<void> {
  await d.store.settle(d.lease, updates)
  if (updates.length > 0) d.onSettled(updates)
}

const postponed = (op: StoredOp, nowMs: number, random: Random, lastError: MessageId): OpUpdate => ({
  opId: op.opId,
  change: { attempts: op.attempts + 1, nextAtMs: nowMs + backOffMs(op.attempts, random), lastError },
})

async function setAside(d: Drain, op: StoredOp, messageId: MessageId): Promise<void> {
  const change = { state: 'attention', attempts: op.attempts + 1, lastError: messageId } as const
  await settle(d, [{ opId: op.opId, change }])
  await d.store.note('set-aside', `${op.kind} ${op.stream} ${op.seq} ${messageId}`, d.clock.nowMs())
}

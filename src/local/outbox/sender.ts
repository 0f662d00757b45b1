// chunk: sender
import type { MessageId } from '#shared/kernel/errors.ts'
import { backOffMs, movingBaseMs } from './back-off.ts'
import { type BatchCounter, type DrainEnd, drain } from './drain.ts'
import { leadForever } from './leadership.ts'
import { LeaseLost, type OpUpdate } from './outbox.types.ts'
import { pullOnce, type Report, recordFailure } from './pull-once.ts'
import type { Sender, SenderParts } from './sender.types.ts'

/** Longest age of prices and accounts while the server answers. */
const pullEveryMs = 60_000
/** A revoked device or an outdated build asks again, but rarely. */
const barredWaitMs = 300_000

export function startSender(parts: SenderParts): Sender {
  const stopping = new AbortController()
  let nap = new AbortController()
  let hurry = false
  // A call during a round must not be lost: the wait after it is skipped.
  let isCalled = false
  let isBidden = false
  const wake = () => {
    isCalled = true
    if (hurry || !isBidden) nap.abort()
  }
  const unlisten = parts.channel.listen((m) => {
    if (m.type === 'send-now') hurry = true
    if (m.type === 'ops-added' || m.type === 'send-now') wake()
  })
  const sleep: Pause = async ({ ms, isBiddenByServer }, signal) => {
    nap = new AbortController()
    isBidden = isBiddenByServer
    if (!hurry && (isBidden || !isCalled)) await parts.sleep(ms, AbortSignal.any([nap.signal, signal]))
    isBidden = false
    const hurried = hurry
    isCalled = false
    hurry = false
    return hurried
  }
  const strife: LeaseConflict = { inARow: 0 }
  const running = leadForever(
    { ...parts, name: parts.lockName },
    (signal) => lead(parts, sleep, strife, signal),
    stopping.signal,
  )
  return {
    wake,
    sendNow: () => {
      hurry = true
      wake()
    },
    stop: async () => {
      stopping.abort()
      wake()
      unlisten()
      await running.catch(() => undefined)
    },
  }
}

interface Wait {
  ms: number
  /** True if the server asked for the wait; only a person may shorten it. */
  isBiddenByServer: boolean
}

/** Resolves with whether a person asked to send now. */
type Pause = (wait: Wait, signal: AbortSignal) => Promise<boolean>

/** Consecutive times a newer sender was already there. */
interface LeaseConflict {
  inARow: number
}

/** Runs one leadership: a new lease, then rounds of sending and pulling until it ends or is taken away. */
async function lead(parts: SenderParts, nap: Pause, strife: LeaseConflict, signal: AbortSignal): Promise<void> {
  const lease = await parts.store.takeLease()
  const counter: BatchCounter = { no: 0 }
  let failures: Failures = { inARow: 0, isMoving: false }
  let pulledAtMs = Number.NEGATIVE_INFINITY
  const report: Report = { due: undefined }
  while (!signal.aborted) {
    const { end, hasMoved } = await drainOnce(parts, lease, counter, report, signal)
    if (end.end === 'superseded') {
      // The faster sender has the next lease; waiting keeps two senders from chasing each other.
      strife.inARow += 1
      await parts.sleep(backOffMs(strife.inARow, parts.random), signal)
      return
    }
    strife.inARow = 0
    const isPullDue = parts.clock.monotonicMs() - pulledAtMs >= pullEveryMs
    const isWell = end.end === 'done' && (!isPullDue || (await pullOnce(parts, lease, report)))
    if (isWell && isPullDue) pulledAtMs = parts.clock.monotonicMs()
    if (isWell && report.due) continue
    // A server that accepts part of it is reachable: the next try counts as a first one.
    if (isWell) failures = { inARow: 0, isMoving: false }
    else failures = { inARow: hasMoved ? 1 : failures.inARow + 1, isMoving: hasMoved || failures.isMoving }
    if (await nap(await waitAfter(parts, end, failures, pulledAtMs), signal)) {
      failures.inARow = 0
      pulledAtMs = Number.NEGATIVE_INFINITY
    }
  }
}

/** Rounds that failed since the last one that was well. */
interface Failures {
  /** Since the server has taken something. */
  inARow: number
  /** True if the server has taken something in between. */
  isMoving: boolean
}

interface Round {
  end: DrainEnd
  /** True if something was acknowledged, however the drain ended. */
  hasMoved: boolean
}

async function drainOnce(
  parts: SenderParts,
  lease: number,
  counter: BatchCounter,
  report: Report,
  signal: AbortSignal,
): Promise<Round> {
  let hasAsked = false
  const onSending = (count: number) => {
    hasAsked = true
    parts.channel.post({ type: 'sending', count })
  }
  let hasSettled = false
  let hasMoved = false
  const onSettled = (updates: readonly OpUpdate[]) => {
    hasSettled = true
    hasMoved ||= updates.some(({ change }) => change.state === 'acked')
  }
  try {
    const end = await drain({ ...parts, lease, report: report.due, onSending, onSettled }, counter, signal)
    if (end.end === 'done') report.due = undefined
    // With nothing to send the server was not asked, so earlier trouble may persist.
    if (hasAsked) parts.onTrouble(troubleOf(end))
    return { end, hasMoved }
  } catch (error) {
    if (error instanceof LeaseLost) return { end: { end: 'superseded' }, hasMoved }
    // Failing storage may recover; nothing was acknowledged, so waiting loses nothing.
    await recordFailure(parts, 'drain-failed', error)
    return { end: { end: 'unreachable', retryAfterMs: null }, hasMoved }
  } finally {
    parts.channel.post({ type: 'sending', count: 0 })
    // Offline, every sale ends in a failed try: nothing has changed then, and rereading a long queue is slow.
    if (hasSettled) parts.channel.post({ type: 'ops-settled' })
  }
}

const troubleOf = (end: DrainEnd): MessageId | null => {
  if ('messageId' in end) return end.messageId
  return end.end === 'outdated' ? 'sync.upgrade-needed' : null
}

async function waitAfter(parts: SenderParts, end: DrainEnd, failures: Failures, pulledAtMs: number): Promise<Wait> {
  const isBiddenByServer = end.end === 'unreachable' && end.retryAfterMs !== null
  return { ms: await waitMsAfter(parts, end, failures, pulledAtMs), isBiddenByServer }
}

async function waitMsAfter(
  parts: SenderParts,
  end: DrainEnd,
  { inARow, isMoving }: Failures,
  pulledAtMs: number,
): Promise<number> {
  const backOff = () => backOffMs(inARow - 1, parts.random, isMoving ? movingBaseMs : undefined)
  switch (end.end) {
    case 'done': {
      if (inARow > 0) return backOff()
      const due = await parts.store.nextDueMs().catch(() => null)
      const untilDue = due === null ? Number.POSITIVE_INFINITY : Math.max(0, due - parts.clock.nowMs())
      return Math.min(untilDue, Math.max(0, pullEveryMs - (parts.clock.monotonicMs() - pulledAtMs)))
    }
    case 'barred':
    case 'outdated':
      return barredWaitMs
    case 'unproven':
      return end.messageId === 'device.clock' && inARow === 1 ? 0 : backOff()
    case 'unreachable':
      return end.retryAfterMs ?? backOff()
    case 'superseded':
      return 0
  }
}

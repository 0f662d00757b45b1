import type { Channel, Locks, Sleep } from '#local/kernel/ports.ts'

export interface Leadership {
  locks: Locks
  channel: Channel
  sleep: Sleep
  /** Name of the lock; one for each outbox. */
  name: string
  /** Returns whether this tab may take the lead from a silent holder: a visible page may, a worker never. */
  maySteal(): boolean
}

const heartbeatMs = 5_000
const missedBeats = 3

type Work = (signal: AbortSignal) => Promise<void>

/**
 * Waits (queued) for the lead, then runs `work` with it, and so on until the signal aborts. The lock alone is not enough: a
 * frozen tab keeps it. So the leader sends a heartbeat, and a visible tab that misses three of them steals the lock. The work of
 * the former holder is aborted by its signal, and its writes are refused by the lease anyway. Failing work ends its term, never
 * the waiting: the next term comes after a pause.
 */
export async function leadForever(l: Leadership, work: Work, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const isSilent = await waitForSilence(l, work, signal)
      if (isSilent) await term(l, { steal: true }, work, signal)
    } catch {
      await l.sleep(heartbeatMs, signal)
    }
  }
}

/** Queues for the lock while listening for the leader's heartbeat; resolves true when it should be stolen. */
async function waitForSilence(l: Leadership, work: Work, signal: AbortSignal): Promise<boolean> {
  const turn = new AbortController()
  let isHolding = false
  let isSilent = false
  let missed = 0
  const stopListening = l.channel.listen((m) => {
    if (m.type === 'heartbeat') missed = 0
  })
  const either = AbortSignal.any([signal, turn.signal])
  const queued = term(l, { signal: either }, work, signal, () => {
    isHolding = true
  })
  const watch = async () => {
    while (!isHolding && !either.aborted) {
      await l.sleep(heartbeatMs, either)
      missed += 1
      // The first one is not a miss yet: the last beat may have come just before.
      if (isHolding || missed <= missedBeats || !l.maySteal()) continue
      isSilent = true
      turn.abort()
    }
  }
  try {
    await Promise.all([queued.finally(() => turn.abort()), watch()])
  } catch (error) {
    if (!isSilent) throw error
  } finally {
    stopListening()
  }
  return isSilent
}

/** One term with the lock. Rejects when the lock is taken away, once the work was aborted and has ended. */
async function term(
  l: Leadership,
  how: Parameters<Locks['request']>[1],
  work: Work,
  signal: AbortSignal,
  onHeld?: () => void,
): Promise<void> {
  const robbed = new AbortController()
  let held: Promise<void> | undefined
  try {
    await l.locks.request(l.name, how, () => {
      onHeld?.()
      held = hold(l, work, AbortSignal.any([signal, robbed.signal]))
      return held
    })
  } catch (error) {
    robbed.abort()
    await held?.catch(() => undefined)
    throw error
  }
}

async function hold(l: Leadership, work: Work, signal: AbortSignal): Promise<void> {
  const beat = new AbortController()
  const stop = () => beat.abort()
  signal.addEventListener('abort', stop)
  const beating = (async () => {
    while (!beat.signal.aborted) {
      l.channel.post({ type: 'heartbeat' })
      await l.sleep(heartbeatMs, beat.signal)
    }
  })()
  try {
    await work(signal)
  } finally {
    beat.abort()
    signal.removeEventListener('abort', stop)
    await beating
  }
}

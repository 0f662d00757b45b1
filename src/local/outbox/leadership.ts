import type { Channel, Locks, Sleep } from '#local/ports.ts'

export interface Leadership {
  locks: Locks
  channel: Channel
  sleep: Sleep
  /** Name of the lock; one for each outbox. */
  name: string
  /** Whether this tab may take the lead from a silent holder: a visible page may, a worker never. */
  maySteal(): boolean
}

const heartbeatMs = 5_000
const missedBeats = 3

/**
 * Waits (queued) for the lead, then runs `work` with it, and so on until the signal aborts. The lock alone is not enough:
 * a frozen tab keeps it. So the leader sends a heartbeat, and a visible tab that misses three of them takes the lock by
 * force. Whoever was robbed hears of it by the abort of its signal, and its writes are refused by the lease anyway.
 */
export async function leadForever(
  l: Leadership,
  work: (signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const turn = new AbortController()
    const stop = () => turn.abort()
    signal.addEventListener('abort', stop)
    try {
      const steal = await waitForSilence(l, turn, work, signal)
      if (steal) await l.locks.request(l.name, { steal: true }, () => hold(l, work, signal))
    } catch (error) {
      if (!isAbort(error)) throw error
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }
}

/** Queues for the lock while it listens for the leader's heart; answers true when it should be taken by force. */
async function waitForSilence(
  l: Leadership,
  turn: AbortController,
  work: (signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<boolean> {
  let holding = false
  let lastBeat = 0
  const stopListening = l.channel.listen((m) => {
    if (m.type === 'heartbeat') lastBeat = 0
  })
  const queued = l.locks.request(l.name, { signal: turn.signal }, () => {
    holding = true
    return hold(l, work, signal)
  })
  let silent = false
  const watch = async () => {
    while (!holding && !turn.signal.aborted) {
      await l.sleep(heartbeatMs, turn.signal)
      lastBeat += 1
      if (!holding && lastBeat >= missedBeats && l.maySteal()) {
        silent = true
        turn.abort()
      }
    }
  }
  try {
    await Promise.all([queued.finally(() => turn.abort()), watch()])
  } catch (error) {
    if (!(silent && isAbort(error))) throw error
  } finally {
    stopListening()
  }
  return silent
}

async function hold(l: Leadership, work: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void> {
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

const isAbort = (error: unknown): boolean => (error as { name?: unknown } | null)?.name === 'AbortError'

import { hourMs } from '#shared/kernel/time.ts'
import type { DueSchool, DueWork, WorkKind } from './due-work.ts'

interface Rounds {
  /** The pause between two rounds. */
  everyMs: number
  /** @returns 'more' where the next round is to follow at once */
  round: (signal: AbortSignal) => Promise<unknown>
  /** A round that failed; the next one comes all the same. */
  onFailure: (error: unknown) => void
}

export interface Running {
  /** Resolves when the round that runs has ended. */
  stop(): Promise<void>
}

interface SchoolRounds extends Omit<Rounds, 'round'> {
  kind: WorkKind
  due: DueWork
  /** @returns 'more' where a school has more to do than one turn allows: the next round follows at once, after all other schools */
  work: (schoolId: string, isStopping: () => boolean, school: DueSchool) => Promise<unknown>
  /** Asked of a school in which nothing changes: the time until work is due again; undefined for as late as possible. */
  nextInMs?: (schoolId: string) => Promise<number | undefined>
  /** Number of schools that are worked for at once. */
  lanes?: number
}

/** A school in which nothing changes and nothing is due is looked at so often. */
const idleMs = 8 * hourMs

/**
 * Does something for every school that it is due at, in one round after the other, until it is stopped. A school that fails does
 * not stop the others.
 */
export function keepDoingForSchools({ kind, due, work, nextInMs, lanes = 1, ...rounds }: SchoolRounds): Running {
  const restMs = rounds.everyMs < hourMs ? idleMs : rounds.everyMs / 2
  const look = async (school: DueSchool, signal: AbortSignal): Promise<boolean> => {
    const { schoolId } = school
    const isMore = (await work(schoolId, () => signal.aborted, school)) === 'more'
    if (school.isChanging || isMore || signal.aborted) return isMore
    const inMs = (await nextInMs?.(schoolId)) ?? restMs
    await due.settle(kind, schoolId, Math.max(rounds.everyMs, Math.min(inMs, restMs)))
    return false
  }
  return startWorker({
    ...rounds,
    round: async (signal) => {
      const waiting = [...(await due.list(kind))]
      let hasMore = false
      const lane = async () => {
        for (let school = waiting.shift(); school && !signal.aborted; school = waiting.shift())
          hasMore = (await look(school, signal).catch(rounds.onFailure)) === true || hasMore
      }
      await Promise.all(Array.from({ length: lanes }, lane))
      return hasMore ? 'more' : undefined
    },
  })
}

/** Does something in one round after the other, until it is stopped. */
export function startWorker({ everyMs, round, onFailure }: Rounds): Running {
  const stopping = new AbortController()
  const { signal } = stopping
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, everyMs)
      signal.addEventListener('abort', () => {
        clearTimeout(timer)
        resolve()
      })
    })
  const running = (async () => {
    while (!signal.aborted) {
      const said = await round(signal).catch(onFailure)
      if (!signal.aborted && said !== 'more') await pause()
    }
  })()
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

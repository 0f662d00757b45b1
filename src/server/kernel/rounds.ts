interface Rounds {
  /** The pause between two rounds. */
  everyMs: number
  round: (signal: AbortSignal) => Promise<unknown>
  /** A round that failed; the next one comes all the same. */
  onFailure: (error: unknown) => void
}

export interface Running {
  /** Resolves when the round that runs has ended. */
  stop(): Promise<void>
}

/** Does something for every school, in one round after the other, until it is stopped. A school that fails does not stop the others. */
export const keepDoingForSchools = ({
  schools,
  work,
  ...rounds
}: Omit<Rounds, 'round'> & {
  schools: () => Promise<readonly { schoolId: string }[]>
  work: (schoolId: string, isStopping: () => boolean) => Promise<unknown>
}): Running =>
  startWorker({
    ...rounds,
    round: async (signal) => {
      for (const { schoolId } of await schools()) {
        if (!signal.aborted) await work(schoolId, () => signal.aborted).catch(rounds.onFailure)
      }
    },
  })

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
      await round(signal).catch(onFailure)
      if (!signal.aborted) await pause()
    }
  })()
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

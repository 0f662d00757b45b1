// chunk: desk-parts
import { useCallback, useRef, useState } from 'react'
import { useHeard, useRefresh } from './use-refresh.ts'

const soonestMs = 1000
const latestMs = 15_000

/** How long to wait before asking again, after so many answers in a row that brought nothing new: doubled each time. */
export const pollMsAfter = (idleAnswers: number): number => Math.min(soonestMs * 2 ** idleAnswers, latestMs)

/**
 * Jobs of the server, followed while one of them runs: often as long as it moves, more and more seldom while it does not or
 * nobody answers. Anyone who opens the screen later sees them as they are and goes on following.
 *
 * @param question reads them; stays the same function from one drawing to the next
 * @param runningOf those of the answer that are under way; none ends the asking
 */
export function useJobs<T>(question: () => Promise<T>, runningOf: (answer: T) => readonly unknown[]) {
  const [idleAnswers, setIdleAnswers] = useState(0)
  const last = useRef('')
  const running = useRef(runningOf)
  const followed = useCallback(async () => {
    try {
      const answer = await question()
      const now = JSON.stringify(running.current(answer))
      setIdleAnswers((count) => (now === last.current ? count + 1 : 0))
      last.current = now
      return answer
    } catch (error) {
      setIdleAnswers((count) => count + 1)
      throw error
    }
  }, [question])
  const { answer, failure, again, heard } = useHeard(followed)
  const isRunning = answer !== undefined && runningOf(answer).length > 0
  useRefresh({ again, heard }, isRunning ? pollMsAfter(idleAnswers) : undefined)
  return { answer, failure, again, heard }
}

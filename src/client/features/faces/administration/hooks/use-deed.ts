import { useState } from 'react'
import { messageIdOf } from '#client/platform/use-answer.ts'
import type { MessageId } from '#shared/kernel/errors.ts'

/** Something that the server is asked to do by a button: one at a time, and what came of it. */
export function useDeed() {
  const [isWorking, setIsWorking] = useState(false)
  const [problem, setProblem] = useState<MessageId>()
  /** @returns whether it was done */
  const run = async (deed: () => Promise<unknown>): Promise<boolean> => {
    if (isWorking) return false
    setIsWorking(true)
    setProblem(undefined)
    try {
      await deed()
      return true
    } catch (error) {
      setProblem(messageIdOf(error))
      return false
    } finally {
      setIsWorking(false)
    }
  }
  return { isWorking, problem, run }
}

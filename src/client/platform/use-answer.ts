// chunk: bits
import { useCallback, useEffect, useState } from 'react'
import type { MessageId } from '#shared/kernel/errors.ts'
import { messageIdOf } from './refused.ts'

/** What the server last said. A failure leaves the last answer standing beside it. */
export interface Answer<T> {
  answer: T | undefined
  failure: MessageId | undefined
  /** Asks once more; what is shown stays until then. */
  again: () => void
}

/** Asks when the screen opens and whenever `question` changes, which must therefore be stable; the latest answer wins. */
export function useAnswer<T>(question: () => Promise<T>): Answer<T> {
  const [state, setState] = useState<Omit<Answer<T>, 'again'>>({ answer: undefined, failure: undefined })
  const [round, setRound] = useState(0)
  useEffect(() => {
    let isLatest = true
    const ask = async (_round: number) => {
      try {
        const answer = await question()
        if (isLatest) setState({ answer, failure: undefined })
      } catch (error) {
        if (isLatest) setState(({ answer }) => ({ answer, failure: messageIdOf(error) }))
      }
    }
    void ask(round)
    return () => {
      isLatest = false
    }
  }, [question, round])
  const again = useCallback(() => setRound((n) => n + 1), [])
  return { ...state, again }
}

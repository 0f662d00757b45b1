// chunk: desk-parts
import { useCallback, useState } from 'react'
import { useAnswer } from '../use-answer.ts'

interface Opening {
  /** Number of this opening: the key of the editor, so that reopening discards its state. */
  no: number
  /** The version that was just published here. */
  justPublished: number | undefined
}

/**
 * Brings what is to be edited from the server once; from then on its editor keeps it. `reopen` fetches it again, perhaps after it was
 * published. @param question the same function at every drawing
 */
export function useOpening<T>(question: () => Promise<T>) {
  const [opening, setOpening] = useState<Opening>({ no: 1, justPublished: undefined })
  const ask = useCallback(async () => ({ edit: await question(), ...opening }), [question, opening])
  const { answer, failure, again } = useAnswer(ask)
  const reopen = (justPublished?: number) => setOpening(({ no }) => ({ no: no + 1, justPublished }))
  return { opened: failure === undefined ? answer : undefined, failure, again, reopen }
}

// chunk: desk-parts
import { useCallback, useEffect, useState } from 'react'
import { type Answer, useAnswer } from './use-answer.ts'

interface Heard {
  again: () => void
  /** How many answers there were, refusals too. */
  heard: number
}

/** Like `useAnswer`, for what is asked again and again. */
export function useHeard<T>(question: () => Promise<T>): Answer<T> & Heard {
  const [heard, setHeard] = useState(0)
  const counted = useCallback(() => question().finally(() => setHeard((n) => n + 1)), [question])
  return { ...useAnswer(counted), heard }
}

/**
 * Asks again so many milliseconds after each answer, as long as that is said. Never while one is awaited: by another question it
 * would count for nothing, and where the server takes longer than the interval nothing would ever be shown.
 */
export function useRefresh({ again, heard }: Heard, everyMs: number | undefined): void {
  useEffect(() => {
    if (heard === 0 || everyMs === undefined) return
    const timer = setTimeout(again, everyMs)
    return () => clearTimeout(timer)
  }, [again, heard, everyMs])
}

import { useEffect } from 'react'
import type { Answer } from './use-answer.ts'

/**
 * Asks again so many milliseconds after each answer, as long as that is said. Never while one is awaited: by another question it
 * would count for nothing, and where the server takes longer than the interval nothing would ever be shown.
 */
export function useRefresh(
  { again, heard }: Pick<Answer<unknown>, 'again' | 'heard'>,
  everyMs: number | undefined,
): void {
  useEffect(() => {
    if (heard === undefined || everyMs === undefined) return
    const timer = setTimeout(again, everyMs)
    return () => clearTimeout(timer)
  }, [again, heard, everyMs])
}

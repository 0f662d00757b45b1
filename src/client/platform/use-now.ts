import { useEffect, useState } from 'react'
import { realClock } from '#local/surroundings.ts'

/** The wall clock in milliseconds, read again every `everyMs`; for ages and countdowns on a screen. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(realClock.nowMs)
  useEffect(() => {
    const timer = setInterval(() => setNow(realClock.nowMs()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

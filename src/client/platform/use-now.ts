// chunk: bits
import { useEffect, useState } from 'react'
import { machineClock } from '#local/kernel/machine.ts'

/** The wall clock in milliseconds, read again every `everyMs`; for ages and countdowns on a screen. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(machineClock.nowMs)
  useEffect(() => {
    const timer = setInterval(() => setNow(machineClock.nowMs()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

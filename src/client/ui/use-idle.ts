// chunk: device
import { useEffect, useEffectEvent, useState } from 'react'

const signs = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

/**
 * How many seconds are left before a visitor counts as gone: null while somebody is there, a countdown once nobody has
 * touched anything for `quietMs`. `onGone` is called at its end, and whatever happens before begins it again.
 */
export function useIdle(
  isOn: boolean,
  { quietMs, warnSeconds }: { quietMs: number; warnSeconds: number },
  onGone: () => void,
) {
  const [left, setLeft] = useState<number | null>(null)
  const [round, setRound] = useState(0)
  const leave = useEffectEvent(onGone)
  useEffect(() => {
    if (!isOn) return
    let quiet: ReturnType<typeof setTimeout>
    let ticker: ReturnType<typeof setInterval> | undefined
    const warn = () => {
      let seconds = warnSeconds
      setLeft(seconds)
      ticker = setInterval(() => {
        seconds -= 1
        setLeft(seconds)
        if (seconds > 0) return
        clearInterval(ticker)
        setLeft(null)
        leave()
      }, 1000)
    }
    const begin = (_round: number) => {
      clearTimeout(quiet)
      quiet = setTimeout(warn, quietMs)
    }
    // Once it warns, only the answer to the warning counts: a tablet that is carried is touched too.
    const onSign = () => ticker === undefined && begin(round)
    begin(round)
    for (const sign of signs) addEventListener(sign, onSign, { passive: true })
    return () => {
      clearTimeout(quiet)
      clearInterval(ticker)
      setLeft(null)
      for (const sign of signs) removeEventListener(sign, onSign)
    }
  }, [isOn, quietMs, warnSeconds, round])
  return { left, stay: () => setRound((n) => n + 1) }
}

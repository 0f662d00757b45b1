import { useEffect, useRef, useState } from 'react'

const lastsMs = 160

/** The value, reached in a short count from the one before; at once for people who ask for less motion. */
export function useCountUp(value: number): number {
  const [shown, setShown] = useState(value)
  const from = useRef(value)
  useEffect(() => {
    const start = from.current
    if (start === value || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      from.current = value
      setShown(value)
      return undefined
    }
    let frame = 0
    let beganMs: number | undefined
    const step = (nowMs: number) => {
      beganMs ??= nowMs
      const part = Math.min(1, (nowMs - beganMs) / lastsMs)
      from.current = Math.round(start + (value - start) * part)
      setShown(from.current)
      if (part < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [value])
  return shown
}

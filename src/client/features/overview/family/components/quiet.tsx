// chunk: family
import { useEffect, useState } from 'react'
import css from './family.module.css'

const afterMs = 200

/** The shape of a home while it is read: drawn only where that takes long enough to be seen. */
export function Quiet({ isOver }: { isOver: boolean }) {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), afterMs)
    return () => clearTimeout(timer)
  }, [])
  if (isOver) return null
  return (
    <div className={css.quiet} aria-busy="true" data-shown={isLong || undefined}>
      <span />
      <span />
      <span />
    </div>
  )
}

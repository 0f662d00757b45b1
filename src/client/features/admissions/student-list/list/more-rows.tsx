import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import frame from '#client/ui/tables/list-frame.module.css'

interface MoreProps {
  isLoading: boolean
  /** The page before did not come: only a press asks again. */
  hasFailed: boolean
  onMore: () => void
}

/** Asks for the next page when somebody comes near the end of the list, or presses it. */
export function MoreRows({ isLoading, hasFailed, onMore }: MoreProps) {
  const { t } = useTranslation('students')
  const button = useRef<HTMLButtonElement>(null)
  const canAsk = !isLoading && !hasFailed
  useEffect(() => {
    const element = button.current
    if (!element || !canAsk) return
    const watcher = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && onMore(), {
      rootMargin: '1800px 0px',
    })
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [canAsk, onMore])
  return (
    <button ref={button} type="button" className={frame.button} aria-busy={isLoading} onClick={onMore}>
      {t('list.more')}
    </button>
  )
}

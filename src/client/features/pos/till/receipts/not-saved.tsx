// chunk: till
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { NotSaved } from '#client/platform/offline/not-saved.ts'
import { Button } from '#client/ui/button.tsx'
import { WarnIcon } from '#client/ui/icons/action-icons.tsx'
import { isMessageId } from '#shared/kernel/errors.ts'
import css from './not-saved.module.css'

interface NotSavedPanelProps {
  why: NotSaved
  /** What is still there although it is not saved. */
  kept: string
  onRetry: () => void
  onBack: () => void
}

/** Loud on purpose: money may be on the counter, and nothing has been written. */
export function NotSavedPanel({ why, kept, onRetry, onBack }: NotSavedPanelProps) {
  const { t } = useTranslation('pos.till')
  // Bad news does not wait for its words.
  const { t: errorText } = useTranslation('errors', { useSuspense: false })
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} className={css.panel} role="alert" tabIndex={-1}>
      <WarnIcon size={48} />
      <p className={css.title}>{t('notSaved.title')}</p>
      <p>{isMessageId(why) ? errorText(why) : t(`notSaved.why.${why}`)}</p>
      <p>{kept}</p>
      <div className={css.actions}>
        <Button className={css.retry} size="large" onClick={onRetry}>
          {t('notSaved.retry')}
        </Button>
        <Button kind="quiet" className={css.back} onClick={onBack}>
          {t('notSaved.back')}
        </Button>
      </div>
    </div>
  )
}

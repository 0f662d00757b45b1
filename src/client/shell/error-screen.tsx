import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { missingPart } from '#client/platform/page/update.atoms.ts'
import { AlertIcon } from '#client/ui/icons/icons.tsx'
import { MainPart } from './layout/main-part.tsx'
import css from './layout/notice.module.css'

const statusOrMessage = (error: unknown): string => {
  if (error instanceof Response) return `${error.status} ${error.statusText}`.trim()
  if (typeof error === 'object' && error !== null && 'status' in error) return String(error.status)
  return error instanceof Error ? error.message : String(error)
}

/** The last net, for mistakes of ours: plain elements, so that it shows whatever else has failed. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation()
  const router = useRouter()
  const isGone = error instanceof Error && error.message === missingPart
  const again = () => {
    reset()
    // What is gone stays gone until the new release is taken over; where the person was, everything is still open.
    if (isGone) router.history.back()
    else void router.invalidate()
  }
  return (
    <MainPart className={css.alone}>
      <section className={css.notice} role="alert">
        <span className={css.icon}>
          <AlertIcon size={24} />
        </span>
        <h1 className={css.title}>{isGone ? t('crash.gone') : t('crash.title', 'Something went wrong')}</h1>
        <p className={css.text}>{isGone ? t('crash.goneHint') : <bdi dir="ltr">{statusOrMessage(error)}</bdi>}</p>
        <p className={css.text}>{t('crash.safe', 'Your saved work is safe.')}</p>
        <div className={css.actions}>
          <button type="button" className={css.button} onClick={again}>
            {isGone ? t('crash.back') : t('crash.retry', 'Try again')}
          </button>
          {!isGone && (
            <a className={css.plain} href="/">
              {t('denied.home', 'Go to home page')}
            </a>
          )}
        </div>
      </section>
    </MainPart>
  )
}

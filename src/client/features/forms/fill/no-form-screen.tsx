import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { FormUnavailable } from '#client/platform/offline/form-source.ts'
import css from './thanks-screen.module.css'

/** The form could not be had: why, and a way to try again. What is no matter of forms goes to the net of the whole page. */
export function NoFormScreen({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation('forms')
  const errorText = useErrorText()
  const router = useRouter()
  if (!(error instanceof FormUnavailable)) throw error
  // An address whose last part can't be the name of a form is no mistake in what somebody typed into one.
  const isUnknown = error.messageId === 'form.unknown' || error.messageId === 'request.invalid'
  const again = () => {
    reset()
    void router.invalidate()
  }
  return (
    <section className={css.box} role="alert">
      <h1 className={css.title}>{t('none')}</h1>
      <p>{errorText(isUnknown ? 'form.unknown' : error.messageId)}</p>
      {!isUnknown && (
        <button type="button" className={css.again} onClick={again}>
          {t('again')}
        </button>
      )}
    </section>
  )
}

// chunk: links
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import css from './link-expired.module.css'
import { LinkExpired, type SchoolContact } from './link-expired.tsx'
import linkPage from './link-page.module.css'

interface LinkNotFoundProps {
  messageId: MessageId
  contact?: SchoolContact | undefined
  onAgain(): void
}

/** A mailed link that could not be opened: it is over, or nobody could be asked. Load the words of `link` and `errors` before. */
export function LinkNotFound({ messageId, contact, onAgain }: LinkNotFoundProps) {
  const { t } = useTranslation('link')
  const errorText = useErrorText()
  if (messageId === 'link.over' || messageId === 'request.invalid') {
    return (
      <LinkExpired title={t('over')} contact={contact}>
        {errorText('link.over')}
      </LinkExpired>
    )
  }
  return (
    <section className={css.box} role="alert">
      <h1 className={linkPage.title}>{t('unreachable')}</h1>
      <p>{errorText(messageId)}</p>
      <button type="button" className={linkPage.button} onClick={onAgain}>
        {t('again')}
      </button>
    </section>
  )
}

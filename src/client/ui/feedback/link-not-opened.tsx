import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import css from './link-over.module.css'
import { LinkOver, type SchoolContact } from './link-over.tsx'
import linkPage from './link-page.module.css'

interface LinkNotOpenedProps {
  messageId: MessageId
  contact?: SchoolContact | undefined
  onAgain(): void
}

/** A mailed link that could not be opened: it is over, or nobody could be asked. Load the words of `link` and `errors` before. */
export function LinkNotOpened({ messageId, contact, onAgain }: LinkNotOpenedProps) {
  const { t } = useTranslation('link')
  const errorText = useErrorText()
  if (messageId === 'link.over' || messageId === 'request.invalid') {
    return (
      <LinkOver title={t('over')} contact={contact}>
        {errorText('link.over')}
      </LinkOver>
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

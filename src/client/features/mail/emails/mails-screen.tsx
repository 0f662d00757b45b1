import { Button } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { ask } from '#client/platform/http.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import { mailList } from '#shared/mail/mail.contract.ts'
import { MailSheet } from './components/mail-sheet.tsx'
import css from './mails-screen.module.css'

const listMails = () => ask(mailList, {})

/** The mails of a server that sends none, for the person who tries it out or sets it up: to be read, and their links pressed. */
export function MailsScreen() {
  const { t } = useTranslation('mail')
  const errorText = useErrorText()
  const { answer, failure, again } = useAnswer(listMails)
  const { kind, user } = useAtomValue(sessionAtom)
  const seesChildren = hasScopedPermission(kind, user?.authority ?? [], 'students.see')
  return (
    <div className={css.page}>
      <h1 className={css.title}>{t('outbox.title')}</h1>
      <p className={css.lead}>{t(answer?.isSending ? 'outbox.sending' : 'outbox.lead')}</p>
      {answer?.isSending === false && (
        <p className={css.lead}>{t(answer.hasSecrets ? 'outbox.demo' : 'outbox.withoutSecrets')}</p>
      )}
      {answer?.isSending === false && !seesChildren && <p className={css.lead}>{t('outbox.hidden')}</p>}
      {failure && (
        <InlineNotice tone="problem">
          {errorText(failure)}{' '}
          <Button variant="default" size="compact-md" onClick={again}>
            {t('outbox.retry')}
          </Button>
        </InlineNotice>
      )}
      {!answer && !failure && <p role="status">{t('outbox.loading')}</p>}
      {answer?.isSending === false && answer.mails.length === 0 && <p>{t('outbox.none')}</p>}
      <ul className={css.list}>
        {answer?.mails.map((mail) => (
          <li key={mail.id}>
            <MailSheet mail={mail} />
          </li>
        ))}
      </ul>
    </div>
  )
}

// chunk: fees
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import common from '#client/ui/common.module.css'
import { Failure, ListFrame, Loading } from '#client/ui/tables/list-frame.tsx'
import { ShownOf } from '../overview/components/shown-of.tsx'
import { readCashbook, readOwnSession } from './cashbook.api.ts'
import css from './cashbook.module.css'
import { OpenForm } from './open-form.tsx'
import { OwnSession } from './own-session.tsx'
import { SessionTable } from './session-table.tsx'

/** Cash at the desks: the own session, all sessions, and how they agree with the ledger. */
export function CashbookView() {
  const { t } = useTranslation('fees.cashbook')
  const errorText = useErrorText()
  const format = useFormat()
  const may = useRights()
  const { answer, failure, again } = useAnswer(readCashbook)
  const amount = (minor: number) => format.money(minor, answer?.currency)
  return (
    <ListFrame
      isWide
      title={t('title')}
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
      loading={answer || failure ? undefined : t('loading')}
    >
      <p className={common.softLine}>{t('intro')}</p>
      {may('fees.receive') && <Own onChanged={again} />}
      {answer && (
        <section aria-label={t('sessions')} className={css.section}>
          <h2 className={common.heading}>{t('sessions')}</h2>
          {answer.sessions.length === 0 && <p>{t('none')}</p>}
          {answer.sessions.length > 0 && <SessionTable sessions={answer.sessions} currency={answer.currency} />}
          <ShownOf shown={answer.sessions.length} count={answer.count} />
          <p>
            {t('ledger', {
              cash: amount(answer.ledger.cash),
              inSessions: amount(answer.ledger.inSessions),
              outside: amount(answer.ledger.outside),
            })}
          </p>
        </section>
      )}
    </ListFrame>
  )
}

function Own({ onChanged }: { onChanged: () => void }) {
  const { t } = useTranslation('fees.cashbook')
  const errorText = useErrorText()
  const { answer, failure, again } = useAnswer(readOwnSession)
  if (failure && !answer) return <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />
  if (!answer) return <Loading>{t('loading')}</Loading>
  const { session, currency } = answer
  const changed = () => {
    again()
    onChanged()
  }
  return session ? (
    <OwnSession key={session.sessionId} session={session} currency={currency} onChanged={changed} />
  ) : (
    <OpenForm currency={currency} onOpened={changed} />
  )
}

// chunk: fees
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useCommand } from '#client/platform/use-command.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { NumberField, TextField } from '#client/ui/fields/text-field.tsx'
import { Failure, ListFrame, Loading } from '#client/ui/tables/list-frame.tsx'
import type { Currency, Minor } from '#shared/kernel/money.ts'
import { ShownOf } from '../overview/components/shown-of.tsx'
import { readAmount } from '../setup/fee-amounts.ts'
import { open, readCashbook, readOwnSession } from './cashbook.api.ts'
import css from './cashbook.module.css'
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

/** Opens the own session: at which desk, and what lies in its drawer. */
function OpenForm({ currency, onOpened }: { currency: Currency; onOpened: () => void }) {
  const { t } = useTranslation('fees.cashbook')
  const errorText = useErrorText()
  const [desk, setDesk] = useState('')
  const [float, setFloat] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const { mutate, isPending, error } = useCommand(
    (asked: { desk: string; floatAmount: Minor }, opId) => open({ ...asked, newSessionId: opId }),
    { onSuccess: onOpened },
  )
  const floatAmount = readAmount(float, currency)
  const isFloat = floatAmount !== undefined && floatAmount >= 0
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (desk.trim() !== '' && isFloat) void mutate({ desk: desk.trim(), floatAmount })
  }
  return (
    <form noValidate className={css.section} onSubmit={send} aria-label={t('open.title')}>
      <h2 className={common.heading}>{t('open.title')}</h2>
      <p className={common.softLine}>{t('open.text')}</p>
      <div className={common.row}>
        <TextField
          label={t('open.desk')}
          maxLength={60}
          autoComplete="off"
          error={isChecked && desk.trim() === '' ? t('wrong.desk') : undefined}
          value={desk}
          onChange={setDesk}
        />
        <NumberField
          label={t('open.float')}
          inputMode="decimal"
          maxLength={20}
          error={isChecked && !isFloat ? t('wrong.amount') : undefined}
          value={float}
          onChange={setFloat}
        />
        <Button kind="main" type="submit" isWorking={isPending}>
          {t('open.save')}
        </Button>
      </div>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </form>
  )
}

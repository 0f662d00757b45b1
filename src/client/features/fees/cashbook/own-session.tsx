// chunk: fees
import { atom, useAtom } from 'jotai'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useCommand } from '#client/platform/use-command.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { NumberField } from '#client/ui/fields/text-field.tsx'
import facts from '#client/ui/tables/facts.module.css'
import list from '#client/ui/tables/list-table.module.css'
import { Money } from '#client/ui/tables/money.tsx'
import type { CashSession } from '#shared/fees/cashbook/cashbook.contract.ts'
import type { Currency, Minor } from '#shared/kernel/money.ts'
import fees from '../account/components/fees.module.css'
import { readAmount } from '../setup/fee-amounts.ts'
import { bank } from './cashbook.api.ts'
import css from './cashbook.module.css'
import type { TypedPiles } from './count-draft.ts'
import { CountForm } from './count-form.tsx'

interface OwnProps {
  session: CashSession
  currency: Currency
  onChanged: () => void
}

/** What was counted of a session is kept while this page is open: also when another tab of the fees is looked at. */
const countedAtom = atom<{ sessionId: string; typed: TypedPiles }>()

/** The own open session: what belongs to it, what goes to the bank, and the count that closes it. */
export function OwnSession({ session, currency, onChanged }: OwnProps) {
  const { t } = useTranslation('fees.cashbook')
  const format = useFormat()
  const [kept, setKept] = useAtom(countedAtom)
  const typed = kept?.sessionId === session.sessionId ? kept.typed : {}
  const [isCounting, setIsCounting] = useState(Object.keys(typed).length > 0)
  return (
    <section aria-label={t('own')} className={css.section}>
      <h2 className={common.heading}>
        {t('own')} · <bdi>{session.desk}</bdi>
      </h2>
      <p className={common.softLine}>{t('since', { at: format.dateTime(session.openedAt) })}</p>
      <Equation session={session} currency={currency} />
      {session.entries.length > 0 && <Entries session={session} />}
      {!isCounting && (
        <>
          <BankForm currency={currency} onBanked={onChanged} />
          <p className={common.actions}>
            <Button kind="main" onClick={() => setIsCounting(true)}>
              {t('count.begin')}
            </Button>
          </p>
        </>
      )}
      {isCounting && (
        <CountForm
          session={session}
          currency={currency}
          typed={typed}
          onType={(next) => setKept({ sessionId: session.sessionId, typed: next })}
          onClosed={() => {
            setKept(undefined)
            onChanged()
          }}
          onStale={onChanged}
          onCancel={() => setIsCounting(false)}
        />
      )}
    </section>
  )
}

function Entries({ session: { entries } }: Pick<OwnProps, 'session'>) {
  const { t } = useTranslation('fees.cashbook')
  const format = useFormat()
  return (
    <table className={`${list.table} ${fees.amounts}`}>
      <thead>
        <tr>
          <th scope="col">{t('column.entry')}</th>
          <th scope="col">{t('column.at')}</th>
          <th scope="col" className={fees.amount}>
            {t('column.amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ journalId, kind, number, at, amount }) => (
          <tr key={journalId}>
            <th scope="row">
              {t(`kind.${kind}`)}{' '}
              {number && (
                <bdi dir="ltr" className="num">
                  {number}
                </bdi>
              )}
            </th>
            <td>
              <bdi>{format.dateTime(at)}</bdi>
            </td>
            <td className={fees.amount} data-label={t('column.amount')}>
              <Money bare minor={amount} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function BankForm({ currency, onBanked }: { currency: Currency; onBanked: () => void }) {
  const { t } = useTranslation('fees.cashbook')
  const errorText = useErrorText()
  const [amount, setAmount] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const { mutate, isPending, error } = useCommand((minor: Minor, opId) => bank({ amount: minor, opId }), {
    onSuccess: () => {
      setAmount('')
      setIsChecked(false)
      onBanked()
    },
  })
  const read = readAmount(amount, currency)
  const isRight = read !== undefined && read > 0
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (isRight) void mutate(read)
  }
  return (
    <form noValidate className={common.row} onSubmit={send}>
      <NumberField
        label={t('bank.amount')}
        inputMode="decimal"
        maxLength={20}
        error={isChecked && !isRight ? t('wrong.amount') : undefined}
        value={amount}
        onChange={setAmount}
      />
      <Button type="submit" isWorking={isPending}>
        {t('bank.save')}
      </Button>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </form>
  )
}

interface EquationProps {
  session: Pick<CashSession, 'float' | 'receipts' | 'refunds' | 'banked' | 'expected'>
  currency: Currency
}

/** float + receipts − refunds − banked = expected. */
function Equation({ session, currency }: EquationProps) {
  const { t } = useTranslation('fees.cashbook')
  return (
    <dl className={facts.facts}>
      {(['float', 'receipts', 'refunds', 'banked', 'expected'] as const).map((each) => (
        <Fact key={each} label={t(`sum.${each}`)}>
          {each === 'expected' ? (
            <strong>
              <Money minor={session[each]} currency={currency} />
            </strong>
          ) : (
            <Money minor={session[each]} currency={currency} />
          )}
        </Fact>
      ))}
    </dl>
  )
}

const Fact = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
)

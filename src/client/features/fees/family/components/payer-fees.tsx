import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { SaveButton } from '#client/platform/files/save-button.tsx'
import linkPage from '#client/ui/feedback/link-page.module.css'
import { DateField } from '#client/ui/fields/text-field.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import type { FamilyFees } from '#shared/fees/family/family-fees.contract.ts'
import type { FeeDoor } from '../fee-door.types.ts'
import { usePayerText } from '../hooks/use-payer-text.ts'
import css from './family-fees.module.css'
import { ItemForm } from './item-form.tsx'

interface PayerFeesProps {
  fees: FamilyFees
  door: FeeDoor
  isOnline: boolean
  isOneOfSeveral: boolean
  again: () => void
}

/** One payer's part: what is due, what to pay, the papers. */
export function PayerFees({ fees, door, isOnline, isOneOfSeveral, again }: PayerFeesProps) {
  const { t } = useTranslation('fees.family')
  const format = useFormat()
  const { nameOf } = usePayerText()
  const { payer, expiresAt } = fees
  const of = t('of', { name: nameOf(payer) ?? t('noName') })
  return (
    <>
      {isOneOfSeveral ? <h2 className={css.heading}>{of}</h2> : <p className={linkPage.soft}>{of}</p>}
      <Sums fees={fees} />
      {fees.items.length === 0 ? (
        <p className={linkPage.box}>{t('nothingOpen')}</p>
      ) : (
        <ItemForm fees={fees} door={door} isOnline={isOnline} isOneOfSeveral={isOneOfSeveral} again={again} />
      )}
      <Papers fees={fees} door={door} />
      {expiresAt !== null && (
        <p className={linkPage.soft}>
          {t('secret')} {t('until', { day: format.day(expiresAt) })} {t('firstNames')}
        </p>
      )}
    </>
  )
}

function Sums({ fees: { dueNow, open, credit, chequesHeld, currency } }: Pick<PayerFeesProps, 'fees'>) {
  const { t } = useTranslation('fees.family')
  const rows = [
    { name: t('sum.open'), amount: open, isShown: true },
    { name: t('sum.credit'), amount: credit, isShown: credit > 0 },
    { name: t('sum.cheques'), amount: chequesHeld, isShown: chequesHeld > 0 },
  ]
  return (
    <section className={css.sums} aria-label={t('sum.title')}>
      <p className={css.due} data-due={dueNow > 0 || undefined}>
        <span>{t('sum.dueNow')}</span>
        <strong>
          <Money minor={dueNow} currency={currency} />
        </strong>
      </p>
      <dl className={css.facts}>
        {rows
          .filter(({ isShown }) => isShown)
          .map(({ name, amount }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <Money minor={amount} currency={currency} />
              </dd>
            </div>
          ))}
      </dl>
      {credit > 0 && <p className={linkPage.soft}>{t('sum.creditNote')}</p>}
    </section>
  )
}

interface PapersProps {
  fees: FamilyFees
  door: FeeDoor
}

/** Receipts and payments, invoices, and the statement as of a day. */
function Papers({ fees, door }: PapersProps) {
  const { t } = useTranslation('fees.family')
  const titleId = useId()
  const format = useFormat()
  const { dayOf } = usePayerText()
  const { payments, documents, currency } = fees
  const save = (documentId: string) => async () =>
    (await import('../family-fees.api.ts')).savePaper(door, fees.payerId, documentId)
  return (
    <>
      <section className={css.papers} aria-labelledby={titleId}>
        <h2 id={titleId} className={css.heading}>
          {t('receipts')}
        </h2>
        {payments.length === 0 && <p className={linkPage.soft}>{t('noReceipts')}</p>}
        <ul className={css.items}>
          {payments.map(({ documentId, number, method, amount, receivedOn, state }) => (
            <Paper key={documentId} number={number} title={t('receipt')} onSave={save(documentId)}>
              <span>
                {dayOf(receivedOn)} · {t(`method.${method}`)}
                {state !== 'final' && <> · {t(`state.${state}`)}</>}
              </span>
              <Money minor={amount} currency={currency} />
            </Paper>
          ))}
        </ul>
      </section>
      {documents.length > 0 && (
        <details className={css.papers}>
          <summary className={css.summary}>{t('documents', { count: documents.length })}</summary>
          <ul className={css.items}>
            {documents.map(({ documentId, kind, number, issuedAt, total }) => (
              <Paper key={documentId} number={number} title={t(`kind.${kind}`)} onSave={save(documentId)}>
                <span>{format.day(issuedAt)}</span>
                <Money minor={total} currency={currency} />
              </Paper>
            ))}
          </ul>
        </details>
      )}
      <StatementForm fees={fees} door={door} />
    </>
  )
}

interface PaperProps {
  number: string
  title: string
  onSave: () => Promise<void>
  children: React.ReactNode
}

function Paper({ number, title, onSave, children }: PaperProps) {
  const { t } = useTranslation('fees.family')
  return (
    <li className={css.paper}>
      <span className={css.itemName}>
        <span>
          {title}{' '}
          <bdi dir="ltr" className="num">
            {number}
          </bdi>
        </span>
        <span className={css.dueOn}>{children}</span>
      </span>
      <SaveButton className={css.save} problemClass={css.problem} working={t('saving')} onSave={onSave}>
        {t('save')} <span className="visually-hidden">{number}</span>
      </SaveButton>
    </li>
  )
}

function StatementForm({ fees: { payerId, today }, door }: PapersProps) {
  const { t } = useTranslation('fees.family')
  const titleId = useId()
  const { language } = usePayerText()
  const [asOf, setAsOf] = useState<string>(today)
  const isDay = /^[12]\d{3}-\d\d-\d\d$/.test(asOf)
  const save = async () =>
    (await import('../family-fees.api.ts')).saveStatement(door, { payerId, asOf: isDay ? asOf : today, language })
  return (
    <section className={css.papers} aria-labelledby={titleId}>
      <h2 id={titleId} className={css.heading}>
        {t('statement')}
      </h2>
      <div className={css.statement}>
        <DateField label={t('asOf')} max={today} value={asOf} onChange={setAsOf} />
        <SaveButton className={css.save} problemClass={css.problem} working={t('saving')} onSave={save}>
          {t('saveStatement')}
        </SaveButton>
      </div>
    </section>
  )
}

import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import common from '#client/ui/common.module.css'
import link from '#client/ui/link.module.css'
import { Failure } from '#client/ui/tables/list-frame.tsx'
import type { FeeReceipt } from '#shared/fees/fee-payment.contract.ts'
import { useFeeText } from '../../account/hooks/use-fee-text.ts'
import { listUnmet } from '../fees.api.ts'
import css from './overview.module.css'

/** Payments for finance to look at: what they were meant for was paid already, as by two desks without a network. */
export function UnmetList() {
  const { t } = useTranslation('fees.overview')
  const titleId = useId()
  const errorText = useErrorText()
  const { answer: receipts, failure, again } = useAnswer(listUnmet)
  if (failure && !receipts) return <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />
  if (!receipts || receipts.length === 0) return null
  return (
    <section aria-labelledby={titleId} className={common.stack}>
      <h2 id={titleId} className={common.heading}>
        {t('unmet.title')}
      </h2>
      <p className={common.softLine}>{t('unmet.text')}</p>
      <ul className={common.list}>
        {receipts.map((receipt) => (
          <UnmetRow key={receipt.paymentId} receipt={receipt} />
        ))}
      </ul>
    </section>
  )
}

function UnmetRow({ receipt: { number, payer, child, unmet, currency, recordedAt } }: { receipt: FeeReceipt }) {
  const { t } = useTranslation('fees.overview')
  const format = useFormat()
  const { nameOf, childName } = useFeeText()
  return (
    <li className={css.run}>
      <p>
        <strong>
          <bdi dir="ltr" className="num">
            {number}
          </bdi>
        </strong>{' '}
        · <bdi>{nameOf(payer)}</bdi> · <bdi>{format.dateTime(recordedAt)}</bdi>
      </p>
      <p>{t('unmet.amount', { amount: format.money(unmet, currency) })}</p>
      {child && (
        <p>
          <Link to="/fees/$admissionNo" params={{ admissionNo: child.number ?? child.studentId }} className={link.link}>
            <bdi>{childName(child)}</bdi>
          </Link>
        </p>
      )}
    </li>
  )
}

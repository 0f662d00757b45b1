// chunk: fees
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { Failure } from '#client/ui/tables/list-frame.tsx'
import list from '#client/ui/tables/list-table.module.css'
import { Money } from '#client/ui/tables/money.tsx'
import type { BookedSettlement } from '#shared/fees/online/settlement.contract.ts'
import css from '../account/components/fees.module.css'
import { useFeeText } from '../account/hooks/use-fee-text.ts'
import { listSettlements, type SettlementList } from './online.api.ts'
import { ShownOf } from '../overview/components/shown-of.tsx'
import { MissingPayments, SettlementProblems } from './settlement-lines.tsx'
import { SettlementSheet } from './settlement-sheet.tsx'

/** Settlements of gateways: what is left at them, the payments that are in no settlement, and importing the next. */
export function SettlementSection() {
  const { t } = useTranslation('fees.online')
  const errorText = useErrorText()
  const may = useRights()
  const { answer, failure, again } = useAnswer(listSettlements)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section aria-labelledby="settlements">
      <h2 id="settlements" className={css.heading}>
        {t('settlement.title')}
      </h2>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {answer && (
        <>
          <p>
            {t('settlement.clearing')}{' '}
            <strong>
              <Money minor={answer.clearing} currency={answer.currency} />
            </strong>
          </p>
          {may('fees.receive') && answer.gateways.length > 0 && (
            <p>
              <Button onClick={() => setIsOpen(true)}>{t('settlement.open')}</Button>
            </p>
          )}
          <MissingPayments missing={answer.missing} count={answer.missingCount} currency={answer.currency} />
          <Settlements of={answer} />
        </>
      )}
      {answer && isOpen && (
        <SettlementSheet gateways={answer.gateways} onClose={() => setIsOpen(false)} onBooked={again} />
      )}
    </section>
  )
}

function Settlements({ of: { settlements, settlementCount, currency } }: { of: SettlementList }) {
  const { t } = useTranslation('fees.online')
  if (settlements.length === 0) return <p className={common.soft}>{t('settlement.none')}</p>
  return (
    <details>
      <summary className={css.summary}>{t('settlement.booked', { count: settlementCount })}</summary>
      <ul className={common.list}>
        {settlements.map((each) => (
          <li key={each.settlementId}>
            <SettlementLine settlement={each} currency={currency} />
          </li>
        ))}
      </ul>
      <ShownOf shown={settlements.length} count={settlementCount} />
    </details>
  )
}

function SettlementLine({
  settlement: { gateway, settledOn, matched, gross, fee, net, problems, problemCount, at },
  currency,
}: { settlement: BookedSettlement } & Pick<SettlementList, 'currency'>) {
  const { t } = useTranslation('fees.online')
  const { dayOf } = useFeeText()
  const format = useFormat()
  return (
    <>
      <p className={common.softLine}>
        <strong>{t(`gateway.${gateway}`)}</strong> · <bdi>{dayOf(settledOn)}</bdi> ·{' '}
        <span className={list.soft}>{t('settlement.at', { at: format.dateTime(at) })}</span>
      </p>
      <p className={common.softLine}>
        {t('settlement.payments', { count: matched })} · {t('settlement.gross')}{' '}
        <Money minor={gross} currency={currency} /> · {t('settlement.fee')} <Money minor={fee} currency={currency} /> ·{' '}
        {t('settlement.net')} <Money minor={net} currency={currency} />
      </p>
      <SettlementProblems problems={problems} problemCount={problemCount} />
    </>
  )
}

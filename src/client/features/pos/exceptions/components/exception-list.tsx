import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import { Button } from '#client/ui/button.tsx'
import list from '#client/ui/tables/list-table.module.css'
import type { BoardException } from '#shared/pos/patterns/exception-board.contract.ts'
import { FlagText } from '../../reports/components/flag-text.tsx'
import css from '../exceptions.module.css'

interface ExceptionListProps {
  exceptions: readonly BoardException[]
  onOpen: (exception: BoardException) => void
}

/** One line for each event: what happened, at which till and when, and what came of it. */
export function ExceptionList({ exceptions, onOpen }: ExceptionListProps) {
  const { t } = useTranslation('pos.exceptions')
  const format = useFormat()
  return (
    <table className={list.table}>
      <thead>
        <tr>
          <th scope="col">{t('column.event')}</th>
          <th scope="col">{t('column.where')}</th>
          <th scope="col">{t('column.at')}</th>
          <th scope="col">{t('column.finding')}</th>
        </tr>
      </thead>
      <tbody>
        {exceptions.map((exception) => (
          <tr key={`${exception.opId} ${exception.code}`}>
            <th scope="row" className={css.event}>
              <FlagText flag={exception.code} />
              <Facts facts={exception.facts} />
            </th>
            <td>
              <Where exception={exception} />
            </td>
            <td>
              <bdi>{format.dateTime(exception.at)}</bdi>
            </td>
            <td>
              <Finding exception={exception} onOpen={onOpen} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** How often and how much, where a sequence of events was counted. */
function Facts({ facts: { count, amount } }: { facts: BoardException['facts'] }) {
  const { t } = useTranslation('pos.exceptions')
  const format = useFormat()
  const texts = [
    ...(count === undefined ? [] : [t('fact.count', { count })]),
    ...(amount === undefined ? [] : [format.money(amount)]),
  ]
  return texts.length === 0 ? null : <span className={css.facts}>{texts.join(' · ')}</span>
}

function Where({ exception: { till, shiftId, shiftNo, receiptNo } }: { exception: BoardException }) {
  const { t } = useTranslation('pos.exceptions')
  const format = useFormat()
  return (
    <>
      {till && <bdi dir="ltr">{till}</bdi>}{' '}
      {shiftId && shiftNo !== null && (
        <Link to="/pos/report" search={{ shift: shiftId }} className={list.open}>
          {t('shift', { no: format.count(shiftNo) })}
        </Link>
      )}
      {receiptNo && (
        <span className={css.facts}>
          <bdi dir="ltr">{receiptNo}</bdi>
        </span>
      )}
    </>
  )
}

function Finding({ exception, onOpen }: { exception: BoardException; onOpen: ExceptionListProps['onOpen'] }) {
  const { t } = useTranslation('pos.exceptions')
  const pick = useBilingual()
  const { handled, isOwn } = exception
  if (handled) {
    return (
      <>
        {handled.outcome && <strong>{t(`outcome.${handled.outcome}`)}</strong>} <bdi>{handled.finding}</bdi>
        <span className={css.facts}>
          <bdi>{pick(handled.by)}</bdi>
        </span>
      </>
    )
  }
  if (isOwn) return <span className={css.facts}>{t('own')}</span>
  return <Button onClick={() => onOpen(exception)}>{t('close.open')}</Button>
}

// chunk: fees
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { Button } from '#client/ui/button.tsx'
import link from '#client/ui/link.module.css'
import list from '#client/ui/tables/list-table.module.css'
import { Money } from '#client/ui/tables/money.tsx'
import type { PayerName } from '#shared/fees/fee-values.contract.ts'
import type { ReminderLine, ReminderList } from '#shared/fees/reminders/reminder.contract.ts'
import css from '../account/components/fees.module.css'
import { useFeeText } from '../account/hooks/use-fee-text.ts'
import { HoldList } from './hold-list.tsx'

interface TableProps {
  list: ReminderList
  onHold: (payer: PayerName) => void
  onChanged: () => void
}

/** Payers with something due, those who are reminded first. */
export function ReminderTable({ list: { lines }, onHold, onChanged }: TableProps) {
  const { t } = useTranslation('fees.reminders')
  return (
    <table className={`${list.table} ${css.amounts}`}>
      <thead>
        <tr>
          <th scope="col">{t('column.payer')}</th>
          <th scope="col" className={css.amount}>
            {t('column.open')}
          </th>
          <th scope="col">{t('column.since')}</th>
          <th scope="col">{t('column.last')}</th>
          <th scope="col">{t('column.now')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Line key={line.payer.payerId} line={line} onHold={onHold} onChanged={onChanged} />
        ))}
      </tbody>
    </table>
  )
}

function Line({ line, onHold, onChanged }: Omit<TableProps, 'list'> & { line: ReminderLine }) {
  const { t } = useTranslation('fees.reminders')
  const { nameOf, childName, dayOf } = useFeeText()
  const may = useRights()
  const { payer, children, open, firstDueOn, lastOn, sent, holds } = line
  return (
    <tr>
      <th scope="row">
        <bdi>{nameOf(payer)}</bdi>
        <small className={list.soft}>
          {children.map((child, no) => (
            <span key={child.studentId}>
              {no > 0 && ' · '}
              <Link
                to="/fees/$admissionNo"
                params={{ admissionNo: child.number ?? child.studentId }}
                className={link.link}
              >
                <bdi>{childName(child)}</bdi>
              </Link>
            </span>
          ))}
        </small>
      </th>
      <td className={css.amount} data-label={t('column.open')}>
        <Money bare minor={open} />
      </td>
      <td data-label={t('column.since')}>
        <bdi>{dayOf(firstDueOn)}</bdi>
      </td>
      <td data-label={t('column.last')}>
        {lastOn === null ? '–' : <bdi>{t('lastOf', { level: sent, on: dayOf(lastOn) })}</bdi>}
      </td>
      <td>
        <NowText line={line} />
        <HoldList holds={holds} onChanged={onChanged} />
        {may('fees.bill') && (
          <Button kind="quiet" aria-label={`${t('hold.add')}: ${nameOf(payer)}`} onClick={() => onHold(payer)}>
            {t('hold.add')}
          </Button>
        )}
      </td>
    </tr>
  )
}

/** What happens today, in one sentence. */
export function NowText({ line: { level, stop } }: { line: Pick<ReminderLine, 'level' | 'stop'> }) {
  const { t } = useTranslation('fees.reminders')
  return <span>{level === null ? stop && t(`why.${stop}`) : t('leaves', { level })}</span>
}

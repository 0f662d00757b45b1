// chunk: fees
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import list from '#client/ui/tables/list-table.module.css'
import { Money } from '#client/ui/tables/money.tsx'
import {
  type CalendarUnit,
  calendarUnits,
  type ChequePeriod,
  chequePeriods,
} from '#shared/fees/cheques/cheque-calendar.rules.ts'
import { localeOf } from '#shared/kernel/text/format-day.rules.ts'
import css from '../account/components/fees.module.css'
import { useFeeText } from '../account/hooks/use-fee-text.ts'
import type { ChequeList } from './cheque.api.ts'

interface CalendarProps {
  answer: ChequeList
  chosen: ChequePeriod | undefined
  onChoose: (period: ChequePeriod | undefined) => void
}

/** What cheques that have not cleared are to bring, by day, week or month; a period chosen is shown alone below. */
export function ChequeCalendar({ answer: { calendar, currency }, chosen, onChoose }: CalendarProps) {
  const { t } = useTranslation('fees.overview')
  const [unit, setUnit] = useState<CalendarUnit>('week')
  const nameOf = usePeriodName(unit)
  if (calendar.days.length === 0) return null
  const periods = chequePeriods(calendar.days, { unit, weekStartsOn: calendar.weekStartsOn })
  const isChosen = ({ from, to }: ChequePeriod) => chosen?.from === from && chosen.to === to
  return (
    <details open>
      <summary>{t('cheques.calendar.title')}</summary>
      <ChoiceField
        label={t('cheques.calendar.by')}
        width="narrow"
        values={calendarUnits}
        value={unit}
        nameOf={(each) => t(`cheques.calendar.unit.${each}`)}
        onChange={(each) => {
          setUnit(each)
          onChoose(undefined)
        }}
      />
      <table className={`${list.table} ${css.amounts}`}>
        <thead>
          <tr>
            <th scope="col">{t('cheques.column.dated')}</th>
            <th scope="col" className={css.amount}>
              {t('cheques.calendar.count')}
            </th>
            <th scope="col" className={css.amount}>
              {t('cheques.column.amount')}
            </th>
            <th scope="col">{t('cheques.column.next')}</th>
          </tr>
        </thead>
        <tbody>
          {periods.map((period) => (
            <PeriodRow
              key={period.from}
              period={period}
              name={nameOf(period)}
              currency={currency}
              isChosen={isChosen(period)}
              onChoose={onChoose}
            />
          ))}
        </tbody>
      </table>
    </details>
  )
}

interface RowProps {
  period: ChequePeriod
  name: string
  currency: ChequeList['currency']
  isChosen: boolean
  onChoose: CalendarProps['onChoose']
}

function PeriodRow({ period, name, currency, isChosen, onChoose }: RowProps) {
  const { t } = useTranslation('fees.overview')
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi>
      </th>
      <td className={css.amount} data-label={t('cheques.calendar.count')}>
        <span className="num">{period.count}</span>
      </td>
      <td className={css.amount} data-label={t('cheques.column.amount')}>
        <Money minor={period.amount} currency={currency} bare />
      </td>
      <td>
        <Button
          kind="quiet"
          aria-pressed={isChosen}
          aria-label={`${t('cheques.calendar.only')}: ${name}`}
          onClick={() => onChoose(isChosen ? undefined : period)}
        >
          {t('cheques.calendar.only')}
        </Button>
      </td>
    </tr>
  )
}

/** Returns how a period is called: "5 Mar 2030", "3 – 9 Mar 2030", "March 2030". */
function usePeriodName(unit: CalendarUnit): (period: ChequePeriod) => string {
  const { i18n } = useTranslation()
  const { dayOf } = useFeeText()
  const locale = localeOf(i18n.language)
  const noon = (day: string) => new Date(`${day}T12:00Z`)
  return ({ from, to }) => {
    if (unit === 'day') return dayOf(from)
    const shape = unit === 'month' ? ({ month: 'long' } as const) : ({ day: 'numeric', month: 'short' } as const)
    const format = new Intl.DateTimeFormat(locale, { ...shape, year: 'numeric', timeZone: 'UTC' })
    return unit === 'month' ? format.format(noon(from)) : format.formatRange(noon(from), noon(to))
  }
}

import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import common from '#client/ui/common.module.css'
import type { ShiftSummary } from '#shared/pos/pos-report.contract.ts'
import type { ShiftFilter } from '../report-filter.ts'
import css from './shift-list.module.css'

interface ShiftListProps {
  shifts: readonly ShiftSummary[]
  filter: ShiftFilter
}

/** Shifts to choose from, the one opened last first. */
export function ShiftList({ shifts, filter }: ShiftListProps) {
  const { t } = useTranslation('pos.reports')
  const pick = useBilingual()
  const format = useFormat()
  return (
    <nav className={css.nav} aria-label={t('shift.list')}>
      <ul className={common.tightList}>
        {shifts.map((shift) => (
          <li key={shift.shiftId}>
            <Link
              to="/pos/report"
              search={{ ...filter, shift: shift.shiftId }}
              className={css.shift}
              aria-current={filter.shift === shift.shiftId || undefined}
            >
              <span className={common.strong}>
                <bdi>{pick(shift.till)}</bdi> · <span className={css.no}>{t('shift.no', { no: shift.no })}</span>
              </span>
              <span className={css.soft}>
                <bdi>{format.dateTime(shift.openedAt)}</bdi> · <bdi>{pick(shift.openedBy)}</bdi>
              </span>
              <span className={css.state} data-open={shift.closedAt === null || undefined}>
                {t(shift.closedAt === null ? 'shift.open' : 'shift.closed')}
                {shift.exceptionCount > 0 && ` · ${t('shift.exceptions', { count: shift.exceptionCount })}`}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

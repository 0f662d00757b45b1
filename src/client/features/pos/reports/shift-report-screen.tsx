import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { ExportButton } from '#client/platform/files/export-button.tsx'
import { useAnswer } from '#client/platform/use-answer.ts'
import common from '#client/ui/common.module.css'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import { FilterSentence } from './components/filter-sentence.tsx'
import { ShiftDetail } from './components/shift-detail.tsx'
import { ShiftList } from './components/shift-list.tsx'
import { exportShifts, listShifts } from './pos-report.api.ts'
import { readReportFilter, readShiftFilter } from './report-filter.ts'
import css from './shift-report-screen.module.css'

/** Shift by shift: figures, numbers that are missing, what is odd, and what the till still holds. */
export function ShiftReportScreen() {
  const { t } = useTranslation('pos.reports')
  const errorText = useErrorText()
  const filter = readShiftFilter(useSearch({ from: '/_authenticated/pos/report' }))
  const navigate = useNavigate({ from: '/pos/report' })
  const { day, lastDay, till, shift } = filter
  const question = useCallback(
    () => listShifts({ ...(day && { day }), ...(lastDay && { lastDay }), ...(till && { till }) }),
    [day, lastDay, till],
  )
  const { answer, failure, again } = useAnswer(question)
  const shifts = answer?.shifts
  const hasShifts = shifts !== undefined && shifts.length > 0
  // One failure is told once.
  const hasDetail = shift !== undefined && (answer !== undefined || failure === undefined)
  return (
    <ListFrame
      isWide
      title={t('shift.title')}
      tools={
        <>
          <FilterSentence filter={filter} seen={[]} onChange={(search) => void navigate({ search, replace: true })} />
          <ExportButton list="shifts" of={shifts} fetchFile={(how) => exportShifts(readReportFilter(filter), how)} />
        </>
      }
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
      loading={answer || failure || shift ? undefined : t('loading')}
      empty={
        shifts?.length === 0
          ? { title: t('shift.empty.title'), text: t(day || lastDay || till ? 'empty.filtered' : 'shift.empty.text') }
          : undefined
      }
    >
      <div className={css.columns}>
        <div className={css.shifts}>
          {hasShifts && <ShiftList shifts={shifts} filter={filter} />}
          {answer?.isCut && <p role="status">{t('shift.cut')}</p>}
        </div>
        {hasDetail && <ShiftDetail key={shift} shiftId={shift} />}
        {!shift && hasShifts && <p className={common.softLine}>{t('shift.choose')}</p>}
      </div>
    </ListFrame>
  )
}

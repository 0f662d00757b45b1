import { Button } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { FilterSentence } from '../parts/filter-sentence.tsx'
import { ShiftDetail } from '../parts/shift-detail.tsx'
import { ShiftList } from '../parts/shift-list.tsx'
import { listShifts } from '../pos-report.api.ts'
import css from './shift-report-screen.module.css'
import page from './transaction-report-screen.module.css'

/** Shift by shift: figures, numbers that are missing, what is odd, and what the till still holds. */
export function ShiftReportScreen() {
  const { t } = useTranslation('pos-report')
  const errorText = useErrorText()
  const filter = useSearch({ from: '/_authenticated/pos/report' })
  const navigate = useNavigate({ from: '/pos/report' })
  const { day, till, shift } = filter
  const question = useCallback(() => listShifts({ ...(day ? { day } : {}), ...(till ? { till } : {}) }), [day, till])
  const { answer, failure, again } = useAnswer(question)
  const shifts = answer?.shifts
  const hasShifts = shifts !== undefined && shifts.length > 0
  // One failure is told once.
  const hasDetail = shift !== undefined && (answer !== undefined || failure === undefined)
  return (
    <div className={page.page}>
      <header className={page.head}>
        <h1 className={page.title}>{t('shift.title')}</h1>
        <FilterSentence filter={filter} seen={[]} onChange={(search) => void navigate({ search, replace: true })} />
      </header>
      {failure && (
        <p className={page.note} role="alert">
          {errorText(failure)}{' '}
          <Button variant="default" size="compact-md" onClick={again}>
            {t('retry')}
          </Button>
        </p>
      )}
      {!answer && !failure && !shift && (
        <p role="status">
          <span className={page.late}>{t('loading')}</span>
        </p>
      )}
      {shifts?.length === 0 && (
        <div className={page.empty}>
          <h2>{t('shift.empty.title')}</h2>
          <p>{t(day || till ? 'empty.filtered' : 'shift.empty.text')}</p>
        </div>
      )}
      <div className={css.columns}>
        <div className={css.shifts}>
          {hasShifts && <ShiftList shifts={shifts} filter={filter} />}
          {answer?.isCut && <p role="status">{t('shift.cut')}</p>}
        </div>
        {hasDetail && <ShiftDetail key={shift} shiftId={shift} />}
        {!shift && hasShifts && <p className={css.hint}>{t('shift.choose')}</p>}
      </div>
    </div>
  )
}

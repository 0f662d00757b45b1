import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { ExportButton } from '#client/platform/files/export-button.tsx'
import { useAnswer } from '#client/platform/use-answer.ts'
import type { SalesFilter } from '#shared/pos/reports/sales-report.contract.ts'
import { exportByShift, readByShift, readPlaces } from '../sales-report.api.ts'
import css from '../sales-report.module.css'
import { SalesView } from './sales-view.tsx'
import { ShiftTable } from './shift-table.tsx'

interface ShiftsViewProps {
  filter: SalesFilter
  isOfOneTill: boolean
}

/** Shift after shift: of one till with the minute in which it sold most, or of all of them for what was over and short. */
export function ShiftsView({ filter, isOfOneTill }: ShiftsViewProps) {
  const { t } = useTranslation('pos.sales')
  const format = useFormat()
  const { firstDay, lastDay, siteId, tillId } = filter
  const question = useCallback(
    () => readByShift({ firstDay, lastDay, siteId, tillId }),
    [firstDay, lastDay, siteId, tillId],
  )
  const places = useAnswer(readPlaces).answer?.places
  const asked = useAnswer(question)
  return (
    <SalesView
      of={asked}
      isEmpty={({ shifts }) => shifts.length === 0}
      file={
        <ExportButton list="salesByShift" of={asked.answer?.shifts} fetchFile={(how) => exportByShift(filter, how)} />
      }
    >
      {(answer) => (
        <>
          {answer.peak && (
            <p className={css.facts}>
              {t('peak', { count: answer.peak.sales, time: format.dateTime(answer.peak.at) })}
            </p>
          )}
          <ShiftTable answer={answer} {...(!isOfOneTill && places && { places })} />
        </>
      )}
    </SalesView>
  )
}

import { useCallback } from 'react'
import { ExportButton } from '#client/platform/files/export-button.tsx'
import { useAnswer } from '#client/platform/use-answer.ts'
import type { SalesDivision } from '#shared/pos/reports/sales-figures.contract.ts'
import type { SalesFilter } from '#shared/pos/reports/sales-report.contract.ts'
import { exportDivided, readDivided } from '../sales-report.api.ts'
import { DivisionTable } from './division-table.tsx'
import { HourChart } from './hour-chart.tsx'
import { SalesView } from './sales-view.tsx'

interface DivisionViewProps {
  by: Exclude<SalesDivision, 'till'>
  filter: SalesFilter
}

/** The sales of the filter by hour, item, category, cashier, class or tax. */
export function DivisionView({ by, filter }: DivisionViewProps) {
  const { firstDay, lastDay, siteId, tillId } = filter
  const question = useCallback(
    () => readDivided({ firstDay, lastDay, siteId, tillId }, by),
    [firstDay, lastDay, siteId, tillId, by],
  )
  const asked = useAnswer(question)
  return (
    <SalesView
      of={asked}
      isEmpty={({ parts }) => parts.length === 0}
      file={
        <ExportButton
          list="salesDivided"
          of={asked.answer?.parts}
          fetchFile={(how) => exportDivided(filter, by, how)}
        />
      }
    >
      {(answer) => (
        <>
          {by === 'hour' && <HourChart parts={answer.parts} />}
          <DivisionTable by={by} division={answer} />
        </>
      )}
    </SalesView>
  )
}

// chunk: counter
import { createFileRoute } from '@tanstack/react-router'
import type { ReportAddress } from '#client/features/pos/reports/report-filter.ts'
import { ShiftReportScreen } from '#client/features/pos/reports/shift-report-screen.tsx'
import { loadWordsForPaper } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/pos/report')({
  staticData: { authority: ['supervisor', 'finance', 'head', 'admin'] },
  validateSearch: (search: Record<string, unknown>): ReportAddress => search,
  loader: () => loadWordsForPaper('pos.reports', 'pos.till', 'errors'),
  component: ShiftReportScreen,
})

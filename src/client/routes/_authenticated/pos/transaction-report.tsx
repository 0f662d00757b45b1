// chunk: sales
import { createFileRoute } from '@tanstack/react-router'
import type { ReportAddress } from '#client/features/pos/reports/report-filter.ts'
import { TransactionReportScreen } from '#client/features/pos/reports/transaction-report-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/pos/transaction-report')({
  staticData: { authority: ['supervisor', 'finance', 'head', 'admin'] },
  validateSearch: (search: Record<string, unknown>): ReportAddress => search,
  loader: () => loadWords('pos.reports', 'errors'),
  component: TransactionReportScreen,
})

import { createFileRoute } from '@tanstack/react-router'
import type { ReportAddress } from '#client/features/pos-report/report-filter.ts'
import { TransactionReportScreen } from '#client/features/pos-report/screens/transaction-report-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/pos/transaction-report')({
  staticData: { authority: ['supervisor', 'finance', 'head', 'admin'] },
  validateSearch: (search: Record<string, unknown>): ReportAddress => search,
  loader: () => loadWords('pos-report', 'errors'),
  component: TransactionReportScreen,
})

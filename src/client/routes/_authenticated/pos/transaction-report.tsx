// chunk: sales
import { createFileRoute } from '@tanstack/react-router'
import { TransactionReportScreen } from '#client/features/pos/reports/transaction-report-screen.tsx'
import type { TransactionAddress } from '#client/features/pos/reports/transaction-search.ts'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/pos/transaction-report')({
  staticData: { authority: ['supervisor', 'finance', 'head', 'admin'] },
  validateSearch: (search: Record<string, unknown>): TransactionAddress => search,
  loader: () => loadWords('pos.reports', 'errors'),
  component: TransactionReportScreen,
})

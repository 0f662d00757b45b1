// chunk: sales
import { createFileRoute } from '@tanstack/react-router'
import type { SalesAddress } from '#client/features/pos/sales-reports/sales-search.ts'
import { OneTillScreen } from '#client/features/pos/sales-reports/one-till-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/pos/TillSalesSummary')({
  staticData: { authority: ['supervisor', 'finance', 'head', 'admin'] },
  validateSearch: (search: Record<string, unknown>): SalesAddress => search,
  loader: () => loadWords('pos.sales', 'errors'),
  component: OneTillScreen,
})

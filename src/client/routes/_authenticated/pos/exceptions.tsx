// chunk: sales
import { createFileRoute } from '@tanstack/react-router'
import type { ExceptionsAddress } from '#client/features/pos/exceptions/exceptions-search.ts'
import { ExceptionsScreen } from '#client/features/pos/exceptions/exceptions-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/pos/exceptions')({
  staticData: { authority: ['supervisor', 'finance', 'head', 'admin'] },
  validateSearch: (search: Record<string, unknown>): ExceptionsAddress => search,
  loader: () => loadWords('pos.exceptions', 'pos.reports', 'errors'),
  component: ExceptionsScreen,
})

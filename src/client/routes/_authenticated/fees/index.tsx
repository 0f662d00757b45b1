// chunk: fees
import { createFileRoute } from '@tanstack/react-router'
import type { FeesAddress } from '#client/features/fees/overview/fees-search.ts'
import { FeesScreen } from '#client/features/fees/overview/fees-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/fees/')({
  staticData: { authority: ['finance', 'registrar', 'head', 'auditor', 'admin'] },
  validateSearch: (search: Record<string, unknown>): FeesAddress => search,
  loader: () =>
    loadWords(
      'fees.overview',
      'fees.desk',
      'fees.bank',
      'fees.online',
      'fees.export',
      'fees.cashbook',
      'fees.reminders',
      'fees.payers',
      'students',
      'errors',
    ),
  component: FeesScreen,
})

import { createFileRoute } from '@tanstack/react-router'
import type { AccountsAddress } from '#client/features/accounts/accounts-search.ts'
import { AccountsScreen } from '#client/features/accounts/screens/accounts-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/pos/CustomerAccountSummary')({
  staticData: { authority: ['supervisor', 'finance', 'admin'] },
  validateSearch: (search: Record<string, unknown>): AccountsAddress => search,
  loader: () => loadWords('accounts', 'errors'),
  component: AccountsScreen,
})

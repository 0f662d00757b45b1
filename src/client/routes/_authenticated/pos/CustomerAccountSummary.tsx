// chunk: sales
import { createFileRoute } from '@tanstack/react-router'
import { AccountsScreen } from '#client/features/pos/pupil-accounts/accounts-screen.tsx'
import type { AccountsAddress } from '#client/features/pos/pupil-accounts/accounts-search.ts'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/pos/CustomerAccountSummary')({
  staticData: { authority: ['supervisor', 'finance', 'admin'] },
  validateSearch: (search: Record<string, unknown>): AccountsAddress => search,
  loader: () => loadWords('pos.pupil-accounts', 'pos.spending', 'pos.till', 'errors'),
  component: AccountsScreen,
})

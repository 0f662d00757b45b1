import { createFileRoute } from '@tanstack/react-router'
import { AccountsScreen } from '#client/features/accounts/screens/accounts-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/pos/CustomerAccountSummary')({
  staticData: { authority: ['supervisor', 'finance', 'admin'] },
  loader: () => loadWords('accounts', 'errors'),
  component: AccountsScreen,
})

// chunk: fees
import { createFileRoute } from '@tanstack/react-router'
import { FeeSetupScreen } from '#client/features/fees/setup/fee-setup-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/fees/setup')({
  staticData: { authority: ['finance', 'registrar', 'head', 'auditor', 'admin'] },
  validateSearch: (search: Record<string, unknown>): { tab?: unknown } => search,
  loader: () => loadWords('fees.setup', 'fees.online', 'students', 'errors'),
  component: FeeSetupScreen,
})

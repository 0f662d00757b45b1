import { createFileRoute } from '@tanstack/react-router'
import { SetupScreen } from '#client/features/identity/setup/setup-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_plain/setup')({
  loader: () => loadWords('identity.setup', 'errors'),
  component: SetupScreen,
})

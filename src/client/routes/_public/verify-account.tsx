import { createFileRoute } from '@tanstack/react-router'
import { VerifyAccountScreen } from '#client/features/identity/account/verify-account-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'
import { readRedirect } from '#client/platform/session/guards.ts'

export const Route = createFileRoute('/_public/verify-account')({
  validateSearch: readRedirect,
  loader: () => loadWords('identity.account'),
  component: VerifyAccountScreen,
})

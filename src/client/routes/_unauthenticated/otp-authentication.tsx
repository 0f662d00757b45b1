import { createFileRoute } from '@tanstack/react-router'
import { OtpScreen } from '#client/features/identity/account/otp-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'
import { readRedirect } from '#client/platform/session/guards.ts'

export const Route = createFileRoute('/_unauthenticated/otp-authentication')({
  validateSearch: readRedirect,
  loader: () => loadWords('identity.account'),
  component: OtpScreen,
})

import { createFileRoute } from '@tanstack/react-router'
import { OtpScreen } from '#client/features/account/screens/otp-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'
import { readRedirect } from '#client/platform/guards.ts'

export const Route = createFileRoute('/_unauthenticated/otp-authentication')({
  validateSearch: readRedirect,
  loader: () => loadWords('account'),
  component: OtpScreen,
})

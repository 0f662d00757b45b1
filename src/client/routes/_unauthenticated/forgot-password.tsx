import { createFileRoute } from '@tanstack/react-router'
import { ForgotPasswordScreen } from '#client/features/identity/account/forgot-password-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_unauthenticated/forgot-password')({
  loader: () => loadWords('identity.account'),
  component: ForgotPasswordScreen,
})

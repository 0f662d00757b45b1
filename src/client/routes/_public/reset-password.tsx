import { createFileRoute } from '@tanstack/react-router'
import { ResetPasswordScreen } from '#client/features/identity/account/reset-password-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_public/reset-password')({
  loader: () => loadWords('identity.account'),
  component: ResetPasswordScreen,
})

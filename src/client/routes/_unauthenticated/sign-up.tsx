import { createFileRoute } from '@tanstack/react-router'
import { SignUpScreen } from '#client/features/identity/account/sign-up-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'
import { readRedirect } from '#client/platform/session/guards.ts'

export const Route = createFileRoute('/_unauthenticated/sign-up')({
  validateSearch: readRedirect,
  loader: () => loadWords('identity.account'),
  component: SignUpScreen,
})

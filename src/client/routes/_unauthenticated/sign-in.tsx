import { createFileRoute } from '@tanstack/react-router'
import { SignInScreen } from '#client/features/sign-in/screens/sign-in-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'
import { readRedirect } from '#client/platform/guards.ts'

export const Route = createFileRoute('/_unauthenticated/sign-in')({
  validateSearch: readRedirect,
  loader: () => loadWords('sign-in'),
  component: SignInScreen,
})

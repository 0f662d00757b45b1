import { createFileRoute } from '@tanstack/react-router'
import { PosSignInScreen } from '#client/features/identity/sign-in/pos-sign-in-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'
import { readRedirect } from '#client/platform/session/guards.ts'

export const Route = createFileRoute('/_unauthenticated/pos-sign-in')({
  validateSearch: readRedirect,
  loader: () => loadWords('identity.sign-in'),
  component: PosSignInScreen,
})

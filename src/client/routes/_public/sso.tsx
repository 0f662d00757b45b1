import { createFileRoute } from '@tanstack/react-router'
import { SsoScreen } from '#client/features/identity/single-sign-on/sso-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_public/sso')({
  loader: () => loadWords('identity.second-factor', 'errors'),
  component: SsoScreen,
})

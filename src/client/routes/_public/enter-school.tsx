import { createFileRoute } from '@tanstack/react-router'
import { EnterSchoolScreen } from '#client/features/identity/account/enter-school-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_public/enter-school')({
  loader: () => loadWords('identity.account', 'identity.second-factor', 'errors'),
  component: EnterSchoolScreen,
})

import { createFileRoute } from '@tanstack/react-router'
import { SeatsScreen } from '#client/features/student/screens/seats-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/seats')({
  staticData: { authority: ['admission-officer', 'registrar', 'head', 'finance', 'auditor', 'admin'] },
  loader: () => loadWords('students', 'errors'),
  component: SeatsScreen,
})

import { createFileRoute } from '@tanstack/react-router'
import { BeginScreen } from '#client/features/student/screens/begin-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/student/new')({
  staticData: { authority: ['admission-officer', 'registrar', 'admin'] },
  loader: () => loadWords('students', 'student-file', 'errors'),
  component: BeginScreen,
})

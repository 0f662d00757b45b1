import { createFileRoute } from '@tanstack/react-router'
import { NewStudentScreen } from '#client/features/admissions/student-file/new-student-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/student/new')({
  staticData: { authority: ['admission-officer', 'registrar', 'admin'] },
  loader: () => loadWords('students', 'students.file', 'errors'),
  component: NewStudentScreen,
})

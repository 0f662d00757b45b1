// chunk: office
import { createFileRoute } from '@tanstack/react-router'
import type { PupilsAddress } from '#client/features/students/pupils/pupils-search.ts'
import { PupilsScreen } from '#client/features/students/pupils/pupils-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/pupils')({
  staticData: { authority: ['registrar', 'head', 'supervisor', 'finance', 'admin'] },
  validateSearch: (search: Record<string, unknown>): PupilsAddress => search,
  loader: () => loadWords('students.pupils', 'students', 'errors'),
  component: PupilsScreen,
})

import { createFileRoute } from '@tanstack/react-router'
import { AppointmentsSection } from '#client/features/appointment/parts/appointments-section.tsx'
import { DocumentsSection } from '#client/features/document/parts/documents-section.tsx'
import { ScoringSection } from '#client/features/scoring/parts/scoring-section.tsx'
import type { FileAddress } from '#client/features/student/file-search.ts'
import { LettersSection } from '#client/features/letter/parts/letters-section.tsx'
import { fileSections } from '#client/features/student/parts/file-sections.ts'
import { StudentScreen } from '#client/features/student/screens/student-screen.tsx'
import { ApplicationSection } from '#client/features/submissions/parts/application-section.tsx'
import { loadWords } from '#client/i18n/i18n.ts'
import { Messages } from './-messages.tsx'

export const Route = createFileRoute('/_authenticated/student/$id')({
  staticData: { authority: ['admission-officer', 'registrar', 'head', 'finance', 'auditor', 'admin'] },
  validateSearch: (search: Record<string, unknown>): FileAddress => search,
  loader: () =>
    Promise.all([
      loadWords('students', 'student-file', 'admissions', 'scoring', 'appointment', 'documents'),
      loadWords('issued-letters', 'student-messages', 'submissions', 'family', 'errors'),
    ]),
  component: Student,
})

const parts = {
  ...fileSections,
  scoring: ScoringSection,
  appointments: AppointmentsSection,
  application: ApplicationSection,
  documents: DocumentsSection,
  letters: LettersSection,
  messages: Messages,
}

function Student() {
  return <StudentScreen parts={parts} />
}

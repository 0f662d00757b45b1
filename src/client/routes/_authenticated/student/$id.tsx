import { createFileRoute } from '@tanstack/react-router'
import { AppointmentsSection } from '#client/features/admissions/appointments/components/appointments-section.tsx'
import { ScoringSection } from '#client/features/admissions/scoring/components/scoring-section.tsx'
import type { FileAddress } from '#client/features/admissions/student-file/file-search.ts'
import { StudentScreen } from '#client/features/admissions/student-file/student-screen.tsx'
import { DocumentsSection } from '#client/features/documents/documents/components/documents-section.tsx'
import { ApplicationSection } from '#client/features/forms/submissions/components/application-section.tsx'
import { LettersSection } from '#client/features/letters/issued/components/letters-section.tsx'
import { RetentionSection } from '#client/features/retention/closed-files/components/retention-section.tsx'
import { fileSections } from '#client/features/students/record/components/file-sections.ts'
import { loadWords } from '#client/i18n/i18n.ts'
import { Messages } from './-messages.tsx'

export const Route = createFileRoute('/_authenticated/student/$id')({
  staticData: { authority: ['admission-officer', 'registrar', 'head', 'finance', 'auditor', 'admin'] },
  validateSearch: (search: Record<string, unknown>): FileAddress => search,
  loader: () =>
    Promise.all([
      loadWords('students', 'students.file', 'students.family', 'admissions', 'admissions.readiness'),
      loadWords('admissions.scoring', 'admissions.appointments', 'documents', 'letters.issued', 'errors'),
      loadWords('messaging.student', 'forms.submissions', 'retention'),
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
  return <StudentScreen parts={parts} Retention={RetentionSection} />
}

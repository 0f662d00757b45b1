import { createFileRoute } from '@tanstack/react-router'
import { ReportForm } from '#client/features/admissions/report/components/report-form.tsx'
import { ReportsScreen } from '#client/features/admissions/student-file/reports-screen.tsx'
import { DocumentsSection } from '#client/features/documents/documents/components/documents-section.tsx'
import { ApplicationReport } from '#client/features/forms/submissions/components/application-report.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/reports/$id')({
  staticData: { authority: ['admission-officer', 'registrar', 'head', 'finance', 'auditor', 'admin'] },
  validateSearch: (search: Record<string, unknown>): { report?: unknown } => search,
  loader: () => loadWords('students', 'students.file', 'documents', 'forms.submissions', 'errors'),
  component: Reports,
})

const parts = { documents: DocumentsSection, application: ApplicationReport }

function Reports() {
  return <ReportsScreen parts={parts} letter={ReportForm} />
}

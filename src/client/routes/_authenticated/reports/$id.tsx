import { createFileRoute } from '@tanstack/react-router'
import { DocumentsSection } from '#client/features/document/parts/documents-section.tsx'
import { ReportForm } from '#client/features/letter/parts/report-form.tsx'
import { ReportsScreen } from '#client/features/student/screens/reports-screen.tsx'
import { ApplicationReport } from '#client/features/submissions/parts/application-report.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/reports/$id')({
  staticData: { authority: ['admission-officer', 'registrar', 'head', 'finance', 'auditor', 'admin'] },
  validateSearch: (search: Record<string, unknown>): { report?: unknown } => search,
  loader: () => loadWords('students', 'student-file', 'documents', 'submissions', 'errors'),
  component: Reports,
})

const parts = { documents: DocumentsSection, application: ApplicationReport }

function Reports() {
  return <ReportsScreen parts={parts} letter={ReportForm} />
}

import { createFileRoute } from '@tanstack/react-router'
import { PapersList } from '#client/features/document/parts/papers-list.tsx'
import { EraseEnquiry } from '#client/features/student/parts/erase-enquiry.tsx'
import { WorkScreen } from '#client/features/student/screens/work-screen.tsx'
import type { WorkAddress } from '#client/features/student/work-search.ts'
import { SubmissionsScreen } from '#client/features/submissions/screens/submissions-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/pre_admission')({
  staticData: { authority: ['admission-officer', 'registrar', 'head', 'finance', 'auditor', 'admin'] },
  validateSearch: (search: Record<string, unknown>): WorkAddress => search,
  loader: () => loadWords('students', 'student-file', 'papers', 'documents', 'submissions', 'family', 'errors'),
  component: PreAdmission,
})

function PreAdmission() {
  return <WorkScreen Received={Received} Papers={PapersList} />
}

const Received = () => <SubmissionsScreen Erase={EraseEnquiry} />

import { createFileRoute } from '@tanstack/react-router'
import { WorkScreen } from '#client/features/admissions/work-queue/work-screen.tsx'
import type { WorkAddress } from '#client/features/admissions/work-queue/work-search.ts'
import { DocumentsList } from '#client/features/documents/documents/components/documents-list.tsx'
import { SubmissionsScreen } from '#client/features/forms/submissions/submissions-screen.tsx'
import { DueFiles } from '#client/features/retention/closed-files/components/due-files.tsx'
import { EraseEnquiry } from '#client/features/retention/closed-files/components/erase-enquiry.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/pre_admission')({
  staticData: { authority: ['admission-officer', 'registrar', 'head', 'finance', 'auditor', 'admin'] },
  validateSearch: (search: Record<string, unknown>): WorkAddress => search,
  loader: () =>
    loadWords(
      'students',
      'students.file',
      'documents.required',
      'documents',
      'forms.submissions',
      'students.family',
      'errors',
    ),
  component: PreAdmission,
})

function PreAdmission() {
  return <WorkScreen Received={Received} Papers={DocumentsList} DueFiles={DueFiles} />
}

const Received = () => <SubmissionsScreen Erase={EraseEnquiry} />

import { createFileRoute } from '@tanstack/react-router'
import { EnquiriesScreen } from '#client/features/admissions/enquiries/enquiries-screen.tsx'
import type { EnquiriesAddress } from '#client/features/admissions/enquiries/enquiries-search.ts'
import { SubmissionAnswers } from '#client/features/forms/submissions/components/submission-answers.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/enquiries')({
  staticData: { authority: ['admission-officer', 'registrar', 'head', 'admin'] },
  validateSearch: (search: Record<string, unknown>): EnquiriesAddress => search,
  loader: () => loadWords('admissions.enquiries', 'admissions.student-list', 'students', 'forms.submissions', 'errors'),
  component: Enquiries,
})

function Enquiries() {
  return <EnquiriesScreen Answers={SubmissionAnswers} />
}

import { createFileRoute } from '@tanstack/react-router'
import { SubmissionsScreen } from '#client/features/submissions/screens/submissions-screen.tsx'
import type { SubmissionAddress } from '#client/features/submissions/submission-search.ts'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/pre_admission')({
  staticData: { authority: ['admission-officer', 'registrar', 'head', 'admin'] },
  validateSearch: (search: Record<string, unknown>): SubmissionAddress => search,
  loader: () => loadWords('submissions', 'family', 'errors'),
  component: SubmissionsScreen,
})

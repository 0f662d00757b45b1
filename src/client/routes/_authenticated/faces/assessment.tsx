import { createFileRoute } from '@tanstack/react-router'
import { AssessmentScreen } from '#client/features/faces/administration/assessment/assessment-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/faces/assessment')({
  staticData: { authority: ['head', 'admin'] },
  loader: () => loadWords('faces.administration', 'errors'),
  component: AssessmentScreen,
})

// chunk: counter
import { createFileRoute } from '@tanstack/react-router'
import { type OfficeFormsAddress, OfficeFormsScreen } from '#client/features/forms/submissions/office-forms-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/office-forms')({
  staticData: { authority: ['hr', 'finance', 'it'] },
  validateSearch: (search: Record<string, unknown>): OfficeFormsAddress => search,
  loader: () => loadWords('forms.submissions', 'errors'),
  component: OfficeFormsScreen,
})

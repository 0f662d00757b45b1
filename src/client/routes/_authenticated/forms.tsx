import { createFileRoute } from '@tanstack/react-router'
import { FormPreview } from '#client/features/form/parts/form-preview.tsx'
import type { FormAddress } from '#client/features/form-edit/form-search.ts'
import { FormsScreen } from '#client/features/form-edit/screens/forms-screen.tsx'
import { loadWordsForPaper } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/forms')({
  staticData: { authority: ['registrar', 'admin'] },
  validateSearch: (search: Record<string, unknown>): FormAddress => search,
  // Both languages: the preview speaks the other one too.
  loader: () => loadWordsForPaper('form-edit', 'form', 'errors'),
  component: FormsRoute,
})

function FormsRoute() {
  return <FormsScreen Preview={FormPreview} />
}

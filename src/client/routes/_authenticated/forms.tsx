import { createFileRoute } from '@tanstack/react-router'
import type { FormAddress } from '#client/features/forms/editor/form-search.ts'
import { FormsScreen } from '#client/features/forms/editor/forms-screen.tsx'
import { FormPreview } from '#client/features/forms/fill/components/form-preview.tsx'
import { loadWordsForPaper } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/forms')({
  staticData: { authority: ['registrar', 'admin'] },
  validateSearch: (search: Record<string, unknown>): FormAddress => search,
  // Both languages: the preview speaks the other one too.
  loader: () => loadWordsForPaper('forms.editor', 'editor', 'forms', 'errors'),
  component: FormsRoute,
})

function FormsRoute() {
  return <FormsScreen Preview={FormPreview} />
}

import { useSearch } from '@tanstack/react-router'
import { FormEditorScreen } from './form-editor-screen.tsx'
import { FormListScreen } from './form-list-screen.tsx'
import { readFormSearch } from './form-search.ts'
import type { Preview } from './publish/preview-pane.tsx'

/** The school's forms, or the one of them that is being edited. The preview comes from the route. */
export function FormsScreen({ Preview }: { Preview: Preview }) {
  const { form } = readFormSearch(useSearch({ from: '/_authenticated/forms' }))
  return form ? <FormEditorScreen key={form} slug={form} Preview={Preview} /> : <FormListScreen />
}

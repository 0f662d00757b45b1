import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { EditorOpening } from '#client/platform/editor/editor-opening.tsx'
import { useOpening } from '#client/platform/editor/use-opening.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import { Editor } from './components/editor.tsx'
import { BackToForms } from './components/form-head.tsx'
import { FormTable } from './components/form-table.tsx'
import { NewFormSheet } from './components/new-form-sheet.tsx'
import { fetchEdit, fetchForms } from './form-edit.api.ts'
import { readFormSearch } from './form-search.ts'
import type { Preview } from './publish/preview-pane.tsx'

/** One form being edited. */
function FormEditorScreen({ slug, Preview }: { slug: string; Preview: Preview }) {
  const question = useCallback(() => fetchEdit(slug), [slug])
  const { opened, failure, again, reopen } = useOpening(question)
  if (!opened) return <EditorOpening back={<BackToForms />} failure={failure} onRetry={again} />
  return (
    <Editor
      key={opened.no}
      opened={opened.edit}
      justPublished={opened.justPublished}
      Preview={Preview}
      onReopen={reopen}
    />
  )
}

/** Every form of the school: which version people get, who is changing it, who is filling it in. */
function FormListScreen() {
  const { t } = useTranslation('forms.editor')
  const errorText = useErrorText()
  const [isBeginning, setIsBeginning] = useState(false)
  const { answer: forms, failure, again } = useAnswer(fetchForms)
  return (
    <ListFrame
      title={t('list.title')}
      tools={<Button onClick={() => setIsBeginning(true)}>{t('new.open')}</Button>}
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
      loading={forms || failure ? undefined : t('loading')}
      empty={forms?.length === 0 ? { title: t('list.empty.title'), text: t('list.empty.text') } : undefined}
    >
      {forms && forms.length > 0 && <FormTable forms={forms} />}
      {isBeginning && <NewFormSheet forms={forms ?? []} onClose={() => setIsBeginning(false)} />}
    </ListFrame>
  )
}

/** The school's forms, or the one of them that is being edited. The preview comes from the route. */
export function FormsScreen({ Preview }: { Preview: Preview }) {
  const { form } = readFormSearch(useSearch({ from: '/_authenticated/forms' }))
  return form ? <FormEditorScreen key={form} slug={form} Preview={Preview} /> : <FormListScreen />
}

import { Button } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import frame from '#client/ui/tables/list-frame.module.css'
import { Failure, ListFrame, Loading } from '#client/ui/tables/list-frame.tsx'
import { Editor } from './components/editor.tsx'
import { FormTable } from './components/form-table.tsx'
import { NewFormSheet } from './components/new-form-sheet.tsx'
import { fetchEdit, fetchForms } from './form-edit.api.ts'
import { readFormSearch } from './form-search.ts'
import type { Preview } from './publish/preview-pane.tsx'

interface Opening {
  /** Counts how often it was opened: opened anew, nothing of the last time is left. */
  no: number
  /** The version that was just published here. */
  justPublished: number | undefined
}

/** One form being edited: brought from the server once, and from then on kept there. */
function FormEditorScreen({ slug, Preview }: { slug: string; Preview: Preview }) {
  const { t } = useTranslation('forms.editor')
  const errorText = useErrorText()
  const [opening, setOpening] = useState<Opening>({ no: 1, justPublished: undefined })
  const question = useCallback(async () => ({ edit: await fetchEdit(slug), ...opening }), [slug, opening])
  const { answer, failure, again } = useAnswer(question)
  const isStale = failure !== undefined
  return (
    <>
      {(isStale || !answer) && (
        <div className={frame.page}>
          <p>
            <Link to="/forms">{t('back')}</Link>
          </p>
          {failure ? (
            <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />
          ) : (
            <Loading>{t('loading')}</Loading>
          )}
        </div>
      )}
      {answer && !isStale && (
        <Editor
          key={answer.no}
          opened={answer.edit}
          justPublished={answer.justPublished}
          Preview={Preview}
          onReopen={(justPublished) => setOpening(({ no }) => ({ no: no + 1, justPublished }))}
        />
      )}
    </>
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

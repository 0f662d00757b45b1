import { Link } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import frame from '#client/ui/tables/list-frame.module.css'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import { Editor } from './components/editor.tsx'
import { fetchEdit } from './form-edit.api.ts'
import type { Preview } from './publish/preview-pane.tsx'

interface Opening {
  /** Counts how often it was opened: opened anew, nothing of the last time is left. */
  no: number
  /** The version that was just published here. */
  justPublished: number | undefined
}

/** One form being edited: brought from the server once, and from then on kept there. */
export function FormEditorScreen({ slug, Preview }: { slug: string; Preview: Preview }) {
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

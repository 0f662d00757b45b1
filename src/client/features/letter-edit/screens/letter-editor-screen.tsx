import { Link } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import frame from '#client/ui/list-frame.module.css'
import { Failure, Loading } from '#client/ui/list-frame.tsx'
import type { LetterKind } from '#shared/rules/letter-kinds.rules.ts'
import { fetchEdit } from '../letter-edit.api.ts'
import { Editor } from '../parts/editor.tsx'

interface Opening {
  /** Counts how often it was opened: opened anew, nothing of the last time is left. */
  no: number
  /** The version that was just published here. */
  justPublished: number | undefined
}

/** One letter being written: brought from the server once, and from then on kept there. */
export function LetterEditorScreen({ letter }: { letter: LetterKind }) {
  const { t } = useTranslation('letter-edit')
  const errorText = useErrorText()
  const [opening, setOpening] = useState<Opening>({ no: 1, justPublished: undefined })
  const question = useCallback(async () => ({ edit: await fetchEdit(letter), ...opening }), [letter, opening])
  const { answer, failure, again } = useAnswer(question)
  if (!answer || failure !== undefined) {
    return (
      <div className={frame.page}>
        <p>
          <Link to="/letters" search={{}}>
            {t('back')}
          </Link>
        </p>
        {failure ? (
          <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />
        ) : (
          <Loading>{t('loading')}</Loading>
        )}
      </div>
    )
  }
  return (
    <Editor
      key={answer.no}
      opened={answer.edit}
      justPublished={answer.justPublished}
      onReopen={(justPublished) => setOpening(({ no }) => ({ no: no + 1, justPublished }))}
    />
  )
}

// chunk: desk-parts
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { useAnswer } from '../use-answer.ts'
import css from './editor.module.css'

interface Theirs {
  /** Null where they published it or threw it away. */
  edited: { by: Bilingual | null; at: string } | null
}

interface ConflictProps<T extends Theirs> {
  /** Asks for what the others wrote; the same function at every drawing. */
  question: () => Promise<T>
  onTheirs: (theirs: T) => void
  onMine: (theirs: T) => void
  /** Where both differ. */
  children?: (theirs: T) => ReactNode
}

/** Somebody else has changed it meanwhile: who and when, and the choice whose copy goes on. Nothing happens unasked. */
export function ConflictNotice<T extends Theirs>({ question, onTheirs, onMine, children }: ConflictProps<T>) {
  const { t } = useTranslation('editor')
  const pick = useBilingual()
  const format = useFormat()
  const errorText = useErrorText()
  const { answer, failure, again } = useAnswer(question)
  return (
    <InlineNotice tone="warning" isBoxed role="alert">
      <strong>{t('conflict.title')}</strong>
      <p>
        {answer?.edited ? (
          <>
            <bdi>{answer.edited.by ? pick(answer.edited.by) : ''}</bdi> · <bdi>{format.dateTime(answer.edited.at)}</bdi>
          </>
        ) : (
          answer && t('conflict.published')
        )}{' '}
        {t('conflict.text')}
      </p>
      {failure && (
        <p>
          {errorText(failure)}{' '}
          <button type="button" className={css.button} onClick={again}>
            {t('retry')}
          </button>
        </p>
      )}
      {answer && children?.(answer)}
      {answer && (
        <>
          <button type="button" className={css.button} onClick={() => onTheirs(answer)}>
            {t('conflict.theirs')}
          </button>{' '}
          <button type="button" className={css.button} onClick={() => onMine(answer)}>
            {t('conflict.mine')}
          </button>
        </>
      )}
    </InlineNotice>
  )
}

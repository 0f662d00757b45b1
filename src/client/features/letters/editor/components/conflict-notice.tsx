import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { deleteLetterDraft } from '#client/platform/offline/letter-drafts.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import type { LetterEdit } from '#shared/letters/letter-template.contract.ts'
import { useEditing } from '../edit-context.ts'
import { fetchEdit } from '../letter-edit.api.ts'
import { Differences } from './differences.tsx'
import css from './editor.module.css'

/** Somebody else has changed the letter meanwhile: both copies where they differ, and the choice whose goes on. */
export function ConflictNotice({ onReopen }: { onReopen: () => void }) {
  const { t } = useTranslation('letters.editor')
  const pick = useBilingual()
  const format = useFormat()
  const errorText = useErrorText()
  const { letter, template, published, copy } = useEditing()
  const question = useCallback(() => fetchEdit(letter), [letter])
  const { answer, failure } = useAnswer(question)
  const giveUp = async () => {
    await deleteLetterDraft(letter)
    onReopen()
  }
  const insist = async (theirs: LetterEdit) => {
    await copy.insist(theirs.revision, template)
    // Published meanwhile: from now on it is compared with what is issued.
    if (theirs.published.version !== published.version) onReopen()
  }
  return (
    <div role="alert" className={css.conflict}>
      <strong>{t('conflict.title')}</strong>
      <p>
        {answer?.edited && (
          <>
            <bdi>{answer.edited.by ? pick(answer.edited.by) : ''}</bdi> · <bdi>
              {format.dateTime(answer.edited.at)}
            </bdi>{' '}
          </>
        )}
        {t('conflict.text')}
      </p>
      {failure && <p>{errorText(failure)}</p>}
      {answer && <Differences mine={template} theirs={answer.template} others={t('conflict.others')} />}
      <button type="button" className={css.button} onClick={() => void giveUp()}>
        {t('conflict.theirs')}
      </button>{' '}
      {answer && (
        <button type="button" className={css.button} onClick={() => void insist(answer)}>
          {t('conflict.mine')}
        </button>
      )}
    </div>
  )
}

import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import type { SavedCopy } from '#client/platform/offline/saved-copy.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { FormEdit } from '#shared/forms/editor/form-edit.contract.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { useEditing } from '../edit-context.ts'
import inputs from '../fields/inputs.module.css'
import { fetchEdit } from '../form-edit.api.ts'

interface ConflictProps {
  copy: SavedCopy<FormDefinition>
  onReopen: () => void
}

/** Somebody else has changed the form meanwhile: who and when, and the choice whose copy goes on. Nothing happens unasked. */
export function ConflictNotice({ copy, onReopen }: ConflictProps) {
  const { t } = useTranslation('forms.editor')
  const pick = useBilingual()
  const format = useFormat()
  const errorText = useErrorText()
  const { slug, form, published } = useEditing()
  const question = useCallback(() => fetchEdit(slug), [slug])
  const { answer, failure } = useAnswer(question)
  const insist = async (theirs: FormEdit) => {
    await copy.insist(theirs.revision, form)
    // Published meanwhile: from now on it is compared with what people have.
    if (theirs.published?.version !== published?.version) onReopen()
  }
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
      {failure && <p>{errorText(failure)}</p>}
      <button type="button" className={inputs.button} onClick={onReopen}>
        {t('conflict.theirs')}
      </button>{' '}
      {answer && (
        <button type="button" className={inputs.button} onClick={() => void insist(answer)}>
          {t('conflict.mine')}
        </button>
      )}
    </InlineNotice>
  )
}

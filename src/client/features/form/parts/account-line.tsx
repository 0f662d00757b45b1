import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { messageIdOf } from '#client/platform/use-answer.ts'
import type { FormDefinition } from '#shared/contract/form-definition.ts'
import { isMessageId, type MessageId } from '#shared/kernel/errors.ts'
import { isAnswered } from '#shared/rules/form-answers.rules.ts'
import { AccountCopy, type Copying } from '../account-copy.ts'
import { useOpenDraft, useOpenForm } from '../form-context.ts'
import { valuesFrom } from '../form-values.ts'
import css from './go-on-later.module.css'

/** For who is signed in: whether the draft is under the account too, and the choice when two devices have changed it. */
export function AccountLine({ definition }: { definition: FormDefinition }) {
  const { t, i18n } = useTranslation('form')
  const errorText = useErrorText()
  const { answers, form } = useOpenForm()
  const draft = useOpenDraft()
  const [copying, setCopying] = useState<Copying>('none')
  const [failure, setFailure] = useState<MessageId>()
  const [copy] = useState(
    () => new AccountCopy(draft, definition, () => (i18n.language === 'ar' ? 'ar' : 'en'), setCopying),
  )
  useEffect(() => {
    copy.look().catch(() => undefined)
    return () => copy.stop()
  }, [copy])
  useEffect(() => {
    // Before anything was typed there is nothing to keep.
    if (draft.isBegun && Object.values(answers).some(isAnswered)) copy.changed()
  }, [copy, draft, answers])
  if (copying !== 'elsewhere') {
    const isRefused = isMessageId(copying)
    const isSaid = copying === 'copied' || copying === 'waiting'
    return (
      <p className={css.said} role="status">
        {isSaid && t(`account.${copying}`)}
        {isRefused && errorText(copying)}
      </p>
    )
  }
  const choose = async (way: () => Promise<unknown>) => {
    setFailure(undefined)
    try {
      await way()
    } catch (error) {
      setFailure(messageIdOf(error))
    }
  }
  const takeOther = async () => form.setValues(valuesFrom(definition, await copy.takeOther()))
  return (
    <div className={css.said} role="alert">
      <p>{t('account.elsewhere')}</p>
      <button type="button" className={css.send} onClick={() => void choose(takeOther)}>
        {t('account.takeOther')}
      </button>{' '}
      <button type="button" className={css.send} onClick={() => void choose(() => copy.keepThis())}>
        {t('account.keepThis')}
      </button>
      {failure && <p>{errorText(failure)}</p>}
    </div>
  )
}

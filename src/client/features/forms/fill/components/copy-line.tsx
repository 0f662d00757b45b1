import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { isAnswered } from '#shared/forms/form-answers.rules.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { useOpenDraft, useOpenForm } from '../form-context.ts'
import { valuesFrom } from '../form-values.ts'
import { type Copying, type CopyPlace, SchoolCopy } from '../school-copy.ts'
import css from './continue-later.module.css'

interface CopyLineProps {
  definition: FormDefinition
  place: CopyPlace
  /** What is said of the copy, when there is nothing to choose. */
  say(copying: Copying): string
  /** Counts the times at which somebody else found that the copy was changed. */
  refusals?: number
  onHandedIn?: () => void
}

/** Whether the draft is at the school too, and the choice when two devices have changed it. */
export function CopyLine({ definition, place, say, refusals = 0, onHandedIn }: CopyLineProps) {
  const { answers } = useOpenForm()
  const draft = useOpenDraft()
  const [copying, setCopying] = useState<Copying>('none')
  const [copy] = useState(
    () =>
      new SchoolCopy(draft, place, (told) => {
        setCopying(told)
        if (told === 'form.handed-in') onHandedIn?.()
      }),
  )
  useEffect(() => {
    if (draft.current.revision !== undefined) copy.look().catch(() => undefined)
    return () => copy.stop()
  }, [copy, draft])
  useEffect(() => {
    // Before anything was typed there is nothing to keep.
    if (draft.isBegun && Object.values(answers).some(isAnswered)) copy.changed()
  }, [copy, draft, answers])
  useEffect(() => {
    if (refusals > 0) void copy.copyNow()
  }, [copy, refusals])
  if (copying === 'elsewhere') return <Choice definition={definition} copy={copy} />
  return (
    <p className={css.said} role="status">
      {say(copying)}
    </p>
  )
}

function Choice({ definition, copy }: { definition: FormDefinition; copy: SchoolCopy }) {
  const { form } = useOpenForm()
  const takeOther = async () => form.setValues(valuesFrom(definition, await copy.takeOther()))
  return <ChooseCopy onOther={takeOther} onThis={() => copy.keepThis()} />
}

interface ChooseCopyProps {
  onOther(): Promise<unknown>
  onThis(): Promise<unknown>
}

/** Two devices have changed one form: which of the two is gone on with. */
export function ChooseCopy({ onOther, onThis }: ChooseCopyProps) {
  const { t } = useTranslation('forms')
  const errorText = useErrorText()
  const { mutate, error } = useMutation((choose: () => Promise<unknown>) => choose())
  return (
    <div className={css.said} role="alert">
      <p>{t('account.elsewhere')}</p>
      <button type="button" className={css.send} onClick={() => void mutate(onOther)}>
        {t('account.takeOther')}
      </button>{' '}
      <button type="button" className={css.send} onClick={() => void mutate(onThis)}>
        {t('account.keepThis')}
      </button>
      {error && <p>{errorText(error)}</p>}
    </div>
  )
}

import { type ReactNode, type SyntheticEvent, use, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { ConflictNotice } from '#client/platform/editor/conflict-notice.tsx'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { ErrorSummary } from '#client/ui/fields/error-summary.tsx'
import type { SettingsGroup } from '#shared/school/settings/school-settings.contract.ts'
import { FormAround } from './form-around.ts'
import { readSettings } from './settings.api.ts'
import css from './settings.module.css'
import type { OpenedGroup, SettingsForm } from './use-settings-form.ts'
import { useWrongText } from './use-wrong-text.ts'

const question = {} as Record<SettingsGroup, () => Promise<Theirs>>
interface Theirs {
  version: number
  edited: OpenedGroup<SettingsGroup>['standing']['changed']
}

/** Returns the question what the others have saved; the same function for the same group at every drawing. */
const theirsOf = (group: SettingsGroup) =>
  (question[group] ??= async () => {
    const { version, changed } = (await readSettings())[group]
    return { version, edited: changed }
  })

interface SettingsFormProps<D extends object> {
  form: SettingsForm<D>
  onReopen: () => void
  children: ReactNode
}

/** Hands the form to the page that it stands in, if there is one. @returns that page */
function useFormAround<D extends object>(form: SettingsForm<D>) {
  const around = use(FormAround)
  useEffect(() => {
    around?.hold({ isChanged: form.isChanged || form.isProposed, save: () => form.save() })
    return () => around?.hold(undefined)
  })
  return around
}

/**
 * The frame of a settings page: what is wrong, the fields, somebody else's change, and the buttons. Inside another page that one
 * has the button which saves.
 */
export function SettingsFormFrame<D extends object>({ form, onReopen, children }: SettingsFormProps<D>) {
  const { t } = useTranslation('school.settings')
  const { t: editorText } = useTranslation('editor')
  const errorText = useErrorText()
  const wrongText = useWrongText()
  const around = useFormAround(form)
  const { group, wrong, isChanged, isSaved, isBack, isConflict, isPending, error } = form
  // The same ones until the next save: the summary takes the focus with new ones, also while somebody types.
  const problems = useMemo(
    () => wrong.map((field) => ({ inputId: inputId(field), message: wrongText(field) })),
    [wrong, wrongText],
  )
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (around) around.onSubmit()
    else void form.save()
  }
  const takeTheirs = async () => {
    await form.drop()
    onReopen()
  }
  return (
    <form id={around?.formId} className={css.form} noValidate aria-label={t(`page.${group}.title`)} onSubmit={submit}>
      <ErrorSummary title={t('wrongTitle')} problems={problems} />
      {isBack && <InlineNotice tone="info">{editorText('back')}</InlineNotice>}
      {children}
      {isConflict && (
        <ConflictNotice
          question={theirsOf(group)}
          onTheirs={() => void takeTheirs()}
          onMine={({ version }) => void form.save(version)}
        />
      )}
      {error && (
        <InlineNotice tone="problem">
          {errorText(error)} {t('kept')}
        </InlineNotice>
      )}
      <div className={css.foot}>
        {!around && (
          <Button kind="main" type="submit" isWorking={isPending} disabled={!isChanged}>
            {t('save')}
          </Button>
        )}
        {isChanged && <Button onClick={() => void form.drop()}>{t('drop')}</Button>}
        <p role="status" className={common.softLine}>
          {isChanged ? t('unsaved') : isSaved && t('saved')}
        </p>
      </div>
    </form>
  )
}

/** Id of the input of a field, so that the summary of what is wrong leads to it. */
export const inputId = (field: string): string => `set-${field.replaceAll('.', '-')}`

// chunk: settings
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SettingsNav } from '#client/features/school/settings/settings-nav.tsx'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useKeptForm } from '#client/platform/editor/use-kept-form.ts'
import type { KeptDraft } from '#client/platform/editor/use-versioned-draft.ts'
import { WithKeptDraft } from '#client/platform/editor/with-kept-draft.tsx'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import { readLines } from './group-lines.ts'
import { ProviderFields } from './provider-fields.tsx'
import { draftOf, keptPart, type SignInDraft } from './sign-in-draft.ts'
import { readSignIn, saveSignIn, type SignInStanding } from './sign-in-settings.api.ts'
import css from './sign-in-settings.module.css'

/** How people sign in to the school. */
export function SignInSettingsScreen() {
  const { t } = useTranslation('identity.second-factor')
  const { t: settingsText } = useTranslation('school.settings')
  const errorText = useErrorText()
  const { answer, failure, again } = useAnswer(readSignIn)
  const [isSaved, setIsSaved] = useState(false)
  const onSaved = () => {
    setIsSaved(true)
    again()
  }
  return (
    <>
      <SettingsNav />
      <ListFrame
        title={settingsText('page.signIn.title')}
        failure={failure && { text: errorText(failure), retry: t('settings.retry'), onRetry: again }}
        loading={answer || failure ? undefined : t('settings.loading')}
      >
        <p className={common.softLine}>{settingsText('page.signIn.text')}</p>
        {answer && (
          <WithKeptDraft key={answer.revision} name={draftName}>
            {(kept) => (
              <SignInForm standing={answer} kept={kept} isSaved={isSaved} onSaved={onSaved} onReload={again} />
            )}
          </WithKeptDraft>
        )}
      </ListFrame>
    </>
  )
}

interface SignInFormProps {
  standing: SignInStanding
  kept: KeptDraft | undefined
  isSaved: boolean
  onSaved: () => void
  /** Reads again what the server has, which somebody else may have changed. */
  onReload: () => void
}

const draftName = 'settings:signIn'

function SignInForm({ standing, kept, isSaved, onSaved, onReload }: SignInFormProps) {
  const { t } = useTranslation('identity.second-factor')
  const errorText = useErrorText()
  const { t: editor } = useTranslation('editor')
  const { t: settingsText } = useTranslation('school.settings')
  const [first] = useState(() => draftOf(standing))
  const form = useKeptForm(draftName, keptPart(first), kept)
  const [clientSecret, setClientSecret] = useState('')
  const draft: SignInDraft = { ...first, ...form.draft, clientSecret }
  const discard = () => {
    setClientSecret('')
    reset()
    return form.drop()
  }
  const { mutate, isPending, error, reset } = useMutation(saveSignIn, {
    onSuccess: async () => {
      await discard()
      onSaved()
    },
  })
  const groupRoles = readLines(draft.groups)
  const isChanged = form.isChanged || clientSecret !== ''
  const change = ({ clientSecret: typed, ...part }: Partial<SignInDraft>) => {
    if (typed !== undefined) setClientSecret(typed)
    else form.change(part)
  }
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!groupRoles) return
    const { clientSecret: _secret, groups: _, ...values } = draft
    void mutate({ ...values, groupRoles, ...(clientSecret !== '' && { clientSecret }) })
  }
  return (
    <form className={css.form} noValidate onSubmit={save}>
      {form.isBack && <InlineNotice tone="info">{editor('back')}</InlineNotice>}
      <FactorFields draft={draft} onChange={change} />
      <ProviderFields draft={draft} areGroupsWrong={!groupRoles} onChange={change} />
      {error && (
        <InlineNotice tone="problem" role="alert">
          {errorText(error)}
        </InlineNotice>
      )}
      <div className={css.foot}>
        <Button kind="main" type="submit" isWorking={isPending} disabled={!isChanged || !groupRoles}>
          {t('settings.save')}
        </Button>
        {isChanged && <Button onClick={() => void discard().then(onReload)}>{settingsText('drop')}</Button>}
        <p role="status" className={common.softLine}>
          {isSaved && !isChanged && t('settings.saved')}
        </p>
      </div>
    </form>
  )
}

interface FactorFieldsProps {
  draft: SignInDraft
  onChange: (part: Partial<SignInDraft>) => void
}

/** Whether people with wide rights need a second factor. */
function FactorFields({ draft, onChange }: FactorFieldsProps) {
  const { t } = useTranslation('identity.second-factor')
  return (
    <section aria-labelledby="sign-in-factor" className={css.form}>
      <h2 id="sign-in-factor" className={common.heading}>
        {t('settings.factor')}
      </h2>
      <CheckboxField
        label={t('settings.required')}
        checked={draft.requiresSecondFactor}
        onChange={(requiresSecondFactor) => onChange({ requiresSecondFactor })}
      />
      <p className={common.soft}>{t('settings.requiredHint')}</p>
    </section>
  )
}

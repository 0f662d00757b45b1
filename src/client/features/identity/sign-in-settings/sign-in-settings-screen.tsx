// chunk: settings
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SettingsNav } from '#client/features/school/settings/settings-nav.tsx'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import { readLines } from './group-lines.ts'
import { ProviderFields } from './provider-fields.tsx'
import { draftOf, type SignInDraft } from './sign-in-draft.ts'
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
        {answer && <SignInForm key={answer.revision} standing={answer} isSaved={isSaved} onSaved={onSaved} />}
      </ListFrame>
    </>
  )
}

interface SignInFormProps {
  standing: SignInStanding
  isSaved: boolean
  onSaved: () => void
}

function SignInForm({ standing, isSaved, onSaved }: SignInFormProps) {
  const { t } = useTranslation('identity.second-factor')
  const errorText = useErrorText()
  const [draft, setDraft] = useState(() => draftOf(standing))
  const { mutate, isPending, error } = useMutation(saveSignIn, { onSuccess: onSaved })
  const groupRoles = readLines(draft.groups)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(standing))
  const change = (part: Partial<SignInDraft>) => setDraft((now) => ({ ...now, ...part }))
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!groupRoles) return
    const { clientSecret, groups: _, ...values } = draft
    void mutate({ ...values, groupRoles, ...(clientSecret !== '' && { clientSecret }) })
  }
  return (
    <form className={css.form} noValidate onSubmit={save}>
      <section aria-labelledby="sign-in-factor" className={css.form}>
        <h2 id="sign-in-factor" className={common.heading}>
          {t('settings.factor')}
        </h2>
        <CheckboxField
          label={t('settings.required')}
          checked={draft.requiresSecondFactor}
          onChange={(requiresSecondFactor) => change({ requiresSecondFactor })}
        />
        <p className={common.soft}>{t('settings.requiredHint')}</p>
      </section>
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
        <p role="status" className={common.softLine}>
          {isSaved && !isChanged && t('settings.saved')}
        </p>
      </div>
    </form>
  )
}

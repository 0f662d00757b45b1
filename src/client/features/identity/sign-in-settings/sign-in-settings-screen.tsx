// chunk: settings
import { useState } from 'react'
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
import { readSignIn, saveSignIn, type SignInStanding } from './sign-in-settings.api.ts'

/** How people sign in to the school. */
export function SignInSettingsScreen() {
  const { t } = useTranslation('identity.second-factor')
  const { t: settingsText } = useTranslation('school.settings')
  const errorText = useErrorText()
  const { answer, failure, again } = useAnswer(readSignIn)
  return (
    <>
      <SettingsNav />
      <ListFrame
        title={settingsText('page.signIn.title')}
        failure={failure && { text: errorText(failure), retry: t('settings.retry'), onRetry: again }}
        loading={answer || failure ? undefined : t('settings.loading')}
      >
        <p className={common.softLine}>{settingsText('page.signIn.text')}</p>
        {answer && <FactorForm key={answer.revision} standing={answer} onSaved={again} />}
      </ListFrame>
    </>
  )
}

/** Whether strong roles need a second factor. */
function FactorForm({ standing, onSaved }: { standing: SignInStanding; onSaved: () => void }) {
  const { t } = useTranslation('identity.second-factor')
  const errorText = useErrorText()
  const [requiresSecondFactor, setRequired] = useState(standing.requiresSecondFactor)
  const { mutate, isPending, error } = useMutation(saveSignIn, { onSuccess: onSaved })
  return (
    <section aria-labelledby="sign-in-factor">
      <h2 id="sign-in-factor" className={common.heading}>
        {t('settings.factor')}
      </h2>
      <CheckboxField label={t('settings.required')} checked={requiresSecondFactor} onChange={setRequired} />
      <p className={common.soft}>{t('settings.requiredHint')}</p>
      {error && (
        <InlineNotice tone="problem" role="alert">
          {errorText(error)}
        </InlineNotice>
      )}
      <Button
        kind="main"
        isWorking={isPending}
        disabled={requiresSecondFactor === standing.requiresSecondFactor}
        onClick={() => void mutate({ ...standing, requiresSecondFactor })}
      >
        {t('settings.save')}
      </Button>
    </section>
  )
}

import { lazy, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useLinkToken } from '#client/platform/session/use-link-token.ts'
import { ActionButton } from '#client/ui/action-button.tsx'
import { EntryCard } from '#client/ui/feedback/entry-card.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { AdministratorFields } from './components/administrator-fields.tsx'
import { CreatedCard } from './components/created-card.tsx'
import { SchoolFields } from './components/school-fields.tsx'
import css from './components/setup.module.css'
import { useSetup } from './hooks/use-setup.ts'
import { codeOf } from './setup-values.ts'

const ProviderScreen = lazy(async () => ({
  default: (await import('../provider/provider-screen.tsx')).ProviderScreen,
}))

/** Creates a school by a link; without one it is where the provider of the installation signs in. */
export function SetupScreen() {
  const token = useLinkToken()
  if (token !== undefined) return <SetupByLink key={token} token={token} />
  return (
    <Suspense fallback={null}>
      <ProviderScreen />
    </Suspense>
  )
}

function SetupByLink({ token }: { token: string }) {
  const { t } = useTranslation('identity.setup')
  const errorText = useErrorText()
  const setup = useSetup(token)
  if (setup.created) return <CreatedCard created={setup.created} values={setup.values} />
  if (setup.error) {
    return (
      <EntryCard title={t('title')} lead={errorText(setup.error)}>
        <button type="button" className={css.plain} onClick={setup.retry}>
          {t('again')}
        </button>
      </EntryCard>
    )
  }
  if (setup.state === undefined) return <p role="status">{t('opening')}</p>
  if (setup.state !== 'open') return <EntryCard title={t('over.title')} lead={t(`over.${setup.state}`)} />
  return <SetupForm setup={setup} />
}

function SetupForm({ setup }: { setup: ReturnType<typeof useSetup> }) {
  const { t } = useTranslation('identity.setup')
  const errorText = useErrorText()
  const form = useRef<HTMLFormElement>(null)
  const { step, problems, values, isSending, sendingError } = setup
  useEffect(() => {
    if (Object.keys(problems).length === 0) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problems])
  useEffect(() => {
    if (step === 'administrator') form.current?.querySelector<HTMLElement>('input')?.focus()
  }, [step])
  const isSchool = step === 'school'
  return (
    <EntryCard title={t(`${step}.title`)} lead={t(`${step}.lead`)}>
      <form
        ref={form}
        noValidate
        className={css.form}
        data-kept={setup.isKept}
        onSubmit={(event) => {
          event.preventDefault()
          setup.submit()
        }}
      >
        <p className={css.step}>{t('step', { step: isSchool ? 1 : 2, of: 2 })}</p>
        {isSchool ? (
          <SchoolFields
            values={values}
            code={codeOf(values)}
            addresses={setup.addresses}
            problems={problems}
            onChange={setup.change}
          />
        ) : (
          <AdministratorFields values={values} problems={problems} onChange={setup.change} />
        )}
        {sendingError && <InlineNotice tone="problem">{errorText(sendingError)}</InlineNotice>}
        <ActionButton isWorking={isSending}>{t(isSchool ? 'next' : 'create')}</ActionButton>
        {!isSchool && (
          <button type="button" className={css.plain} onClick={setup.back}>
            {t('back')}
          </button>
        )}
        <p className={css.soft}>{t('kept')}</p>
      </form>
    </EntryCard>
  )
}

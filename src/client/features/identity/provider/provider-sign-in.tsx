import { lazy, Suspense, type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { loadWords } from '#client/i18n/i18n.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { ActionButton } from '#client/ui/action-button.tsx'
import { EntryCard } from '#client/ui/feedback/entry-card.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import type { ProviderFactorAsked } from '#shared/identity/provider.contract.ts'
import css from '../setup/components/setup.module.css'
import { signIn } from './provider-work.ts'

const ProviderFactorStep = lazy(async () => ({
  default: (await import('./provider-factor-step.tsx')).ProviderFactorStep,
}))

/** Signs a provider in by its password and its second factor. */
export function ProviderSignIn({ onEnter }: { onEnter: (token: string) => void }) {
  const [asked, setAsked] = useState<ProviderFactorAsked>()
  if (!asked) return <PasswordCard onEnter={onEnter} onAsked={setAsked} />
  return (
    <Suspense fallback={null}>
      <ProviderFactorStep asked={asked} onEnter={onEnter} onAgain={() => setAsked(undefined)} />
    </Suspense>
  )
}

interface PasswordProps {
  onEnter: (token: string) => void
  onAsked: (asked: ProviderFactorAsked) => void
}

function PasswordCard({ onEnter, onAsked }: PasswordProps) {
  const { t } = useTranslation('identity.setup')
  const errorText = useErrorText()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const { mutate, isPending, error } = useMutation(signIn, {
    onSuccess: async (reply) => {
      if (reply.entered) return onEnter(reply.token)
      if (reply.secondFactor === null) return setIsWrong(true)
      await loadWords('identity.second-factor')
      onAsked(reply.secondFactor)
    },
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsWrong(false)
    void mutate(email.trim(), password)
  }
  return (
    <EntryCard title={t('provider.signIn.title')} lead={t('provider.signIn.lead')}>
      <form noValidate className={css.form} onSubmit={submit}>
        <TextField
          label={t('provider.signIn.email')}
          type="email"
          autoComplete="username"
          maxLength={254}
          value={email}
          onChange={setEmail}
        />
        <TextField
          label={t('provider.signIn.password')}
          type="password"
          autoComplete="current-password"
          maxLength={256}
          value={password}
          onChange={setPassword}
        />
        {isWrong && <InlineNotice tone="problem">{t('provider.signIn.wrong')}</InlineNotice>}
        {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
        <ActionButton isWorking={isPending}>{t('provider.signIn.enter')}</ActionButton>
      </form>
    </EntryCard>
  )
}

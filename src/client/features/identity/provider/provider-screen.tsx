import { atom, useAtom } from 'jotai'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { ActionButton } from '#client/ui/action-button.tsx'
import { EntryCard } from '#client/ui/feedback/entry-card.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import css from '../setup/components/setup.module.css'
import { ProvidedSchools } from './provided-schools.tsx'
import { signIn } from './provider-work.ts'

/** The provider's session; a reload ends it on this page. */
const tokenAtom = atom<string | null>(null)

/** Where the provider of an installation signs in and sees its schools: the set-up page without a link. */
export function ProviderScreen() {
  const [token, setToken] = useAtom(tokenAtom)
  if (token === null) return <SignInCard onEnter={setToken} />
  return <ProvidedSchools token={token} onLeave={() => setToken(null)} />
}

function SignInCard({ onEnter }: { onEnter: (token: string) => void }) {
  const { t } = useTranslation('identity.setup')
  const errorText = useErrorText()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const { mutate, isPending, error } = useMutation(signIn, {
    onSuccess: (reply) => (reply.entered ? onEnter(reply.token) : setIsWrong(true)),
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

import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { afterSignIn } from '#client/platform/session/entry-path.ts'
import { currentSession, openSession } from '#client/platform/session/session.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { EntryCard } from '#client/ui/feedback/entry-card.tsx'
import type { Credentials, SignedIn } from '#shared/identity/auth.contract.ts'
import { CredentialsForm } from './components/credentials-form.tsx'
import { LazySecondFactorStep } from '../second-factor/lazy-second-factor-step.tsx'
import { LazyOtherWays } from '../single-sign-on/lazy-ways.tsx'
import { type DeskSignIn, signInAtDesk } from './sign-in.actions.ts'

export function SignInScreen() {
  const { t } = useTranslation('identity.sign-in')
  const router = useRouter()
  const { redirectUrl } = useSearch({ from: '/_unauthenticated/sign-in' })
  const onward = redirectUrl === undefined ? {} : { redirectUrl }
  const [asked, setAsked] = useState<DeskSignIn['asked']>()
  const goOn = () =>
    router.navigate({ href: afterSignIn('staff', redirectUrl, currentSession().user?.authority), replace: true })
  const enter = async (credentials: Credentials) => {
    const { refused, asked: factor } = await signInAtDesk(credentials)
    setAsked(factor)
    if (!refused && !factor) await goOn()
    if (refused?.messageId === 'auth.not-verified') {
      await router.navigate({ to: '/verify-account', search: onward, state: { email: credentials.userName } })
    }
    return refused
  }
  const enterFully = (answer: SignedIn) => {
    openSession('staff', answer)
    return goOn()
  }
  if (asked) {
    return <LazySecondFactorStep asked={asked} onSignedIn={enterFully} onAgain={() => setAsked(undefined)} />
  }
  return (
    <EntryCard
      title={t('title')}
      lead={t('lead')}
      elsewhere={
        <>
          <LazyOtherWays redirectUrl={redirectUrl} onSignedIn={enterFully} />
          <Elsewhere onward={onward} />
        </>
      }
    >
      <CredentialsForm submitLabel={t('submit')} onSubmit={enter} />
    </EntryCard>
  )
}

/** Where people go who cannot or need not sign in here. */
function Elsewhere({ onward }: { onward: { redirectUrl?: string } }) {
  const { t } = useTranslation('identity.sign-in')
  const lmsUrl = useAtomValue(schoolAtom)?.lmsUrl
  return (
    <>
      <p>
        <Link to="/forgot-password">{t('forgot')}</Link>
      </p>
      <p>
        <Link to="/otp-authentication" search={onward}>
          {t('byCode')}
        </Link>
      </p>
      <p>
        {t('noAccount.question')}{' '}
        <Link to="/sign-up" search={onward}>
          {t('noAccount.link')}
        </Link>
      </p>
      <p>
        {t('till.question')} <Link to="/pos-sign-in">{t('till.link')}</Link>
      </p>
      {lmsUrl && (
        <p>
          <a href={lmsUrl}>{t('lms')}</a>
        </p>
      )}
    </>
  )
}

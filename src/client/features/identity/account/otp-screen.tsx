import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadWords } from '#client/i18n/i18n.ts'
import { afterSignIn } from '#client/platform/session/entry-path.ts'
import { currentSession, openSession } from '#client/platform/session/session.ts'
import { EntryCard } from '#client/ui/feedback/entry-card.tsx'
import type { SignedIn } from '#shared/identity/auth.contract.ts'
import type { SecondFactorAsked } from '#shared/identity/sign-in.contract.ts'
import { LazySecondFactorStep } from '../second-factor/lazy-second-factor-step.tsx'
import { attempt, pageLanguage, type WaitingPage, waitingPage } from './account.actions.ts'
import { AskForm } from './components/ask-form.tsx'
import { CodeStep, DoneCard } from './components/later-steps.tsx'

/** The specification's delay between the right code and what comes after it. */
const successMs = 2000

/** Signs in with a code from a mail: whose account, then the code, then on to what was asked for. */
export function OtpScreen() {
  const { t } = useTranslation('identity.account')
  const { redirectUrl } = useSearch({ from: '/_unauthenticated/otp-authentication' })
  const onward = redirectUrl === undefined ? {} : { redirectUrl }
  const { waiting, signedIn, asked, ask, enter, again, setWaiting, setSignedIn } = useCodeSignIn()
  useGoOn(signedIn, redirectUrl)
  if (asked && !signedIn) return <LazySecondFactorStep asked={asked} onSignedIn={setSignedIn} onAgain={again} />
  if (signedIn) return <DoneCard title={t('otp.doneTitle')} lead={t('otp.doneLead')} />
  const byPassword = (
    <p>
      <Link to="/sign-in" search={onward}>
        {t('otp.password')}
      </Link>
    </p>
  )
  if (!waiting) {
    return (
      <EntryCard title={t('otp.title')} lead={t('otp.lead')} elsewhere={byPassword}>
        <AskForm submit={t('otp.submit')} onAsk={ask} />
      </EntryCard>
    )
  }
  const { email, ticket } = waiting
  const elsewhere = (
    <>
      <button type="button" onClick={() => setWaiting(undefined)}>
        {t('otp.otherAddress')}
      </button>
      {byPassword}
    </>
  )
  return (
    <CodeStep
      of="otp"
      waiting={waiting}
      onCode={(code) => enter(ticket, code)}
      onResend={() => ask(email)}
      elsewhere={elsewhere}
    />
  )
}

/** Steps of a sign-in by a mailed code, and of the second factor behind it. */
function useCodeSignIn() {
  const [waiting, setWaiting] = useState<WaitingPage>()
  const [signedIn, setSignedIn] = useState<SignedIn>()
  const [asked, setAsked] = useState<SecondFactorAsked['secondFactor']>()

  const ask = async (email: string) => {
    const input = { email, language: pageLanguage() }
    const ticket = waiting?.ticket
    const { answer, refused } = await attempt((calls) =>
      ticket === undefined ? calls.askForCode(input) : calls.askForCodeAgain({ ...input, ticket }),
    )
    if (answer) setWaiting(waitingPage(email, answer))
    return refused
  }
  const enter = async (ticket: string, code: string) => {
    const { answer, refused } = await attempt((calls) => calls.signInByCode({ ticket, code }))
    if (answer?.user === null) {
      await loadWords('identity.second-factor', 'errors')
      setAsked(answer.secondFactor)
    } else setSignedIn(answer)
    return refused
  }
  const again = () => {
    setAsked(undefined)
    setWaiting(undefined)
  }
  return { waiting, signedIn, asked, ask, enter, again, setWaiting, setSignedIn }
}

/** Opens the session after the delay, and leads on. Anyone who leaves before stays signed out. */
function useGoOn(signedIn: SignedIn | undefined, redirectUrl: string | undefined): void {
  const router = useRouter()
  useEffect(() => {
    if (!signedIn) return undefined
    const timer = setTimeout(() => {
      openSession('staff', signedIn)
      void router.navigate({ href: afterSignIn('staff', redirectUrl, currentSession().user?.authority), replace: true })
    }, successMs)
    return () => clearTimeout(timer)
  }, [signedIn, redirectUrl, router])
}

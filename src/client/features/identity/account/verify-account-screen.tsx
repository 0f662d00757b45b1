import { Link, useLocation, useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLinkToken } from '#client/platform/session/use-link-token.ts'
import { EntryCard } from '#client/ui/feedback/entry-card.tsx'
import { attempt, pageLanguage, type WaitingPage, waitingPage } from './account.actions.ts'
import { AskForm } from './components/ask-form.tsx'
import { ConfirmByLink } from './components/confirm-by-link.tsx'
import { CodeStep, DoneCard } from './components/later-steps.tsx'

/** Confirms an account: by the link that has led here, by the code of the mail, or, with neither, by asking for a mail. */
export function VerifyAccountScreen() {
  const { t } = useTranslation('identity.account')
  const router = useRouter()
  const { state } = useLocation()
  const token = useLinkToken()
  const { redirectUrl } = useSearch({ from: '/_public/verify-account' })
  const onward = redirectUrl === undefined ? {} : { redirectUrl }
  const [isDone, setIsDone] = useState(false)
  const [asksAnew, setAsksAnew] = useState(false)

  const confirm = async (proof: { token: string } | { ticket: string; code: string }) => {
    const { refused } = await attempt((calls) => calls.verify(proof))
    setIsDone(!refused)
    return refused
  }
  const ask = async (email: string, ticket?: string) => {
    const input = { email, language: pageLanguage(), ...(ticket === undefined ? {} : { ticket }) }
    const { answer, refused } = await attempt((calls) => calls.resendVerification(input))
    if (answer) await wait(waitingPage(email, answer))
    return refused
  }
  const wait = (waiting: WaitingPage) =>
    router.navigate({ to: '/verify-account', search: onward, replace: true, state: { waiting } })

  if (isDone) {
    return (
      <DoneCard title={t('verify.doneTitle')} lead={t('verify.doneLead')}>
        <Link to="/sign-in" search={onward}>
          {t('verify.doneLink')}
        </Link>
      </DoneCard>
    )
  }
  const { waiting } = state
  if (token !== undefined && !asksAnew) {
    return <ConfirmByLink onConfirm={() => confirm({ token })} onAskAnew={() => setAsksAnew(true)} />
  }
  const back = (
    <p>
      <Link to="/sign-in" search={onward}>
        {t('back')}
      </Link>
    </p>
  )
  if (waiting) {
    const { email, ticket } = waiting
    return (
      <CodeStep
        of="verify"
        waiting={waiting}
        onCode={(code) => confirm({ ticket, code })}
        onResend={() => ask(email, ticket)}
        elsewhere={back}
      />
    )
  }
  return (
    <EntryCard title={t('verify.title')} lead={t('verify.askLead')} elsewhere={back}>
      <AskForm submit={t('verify.askSubmit')} email={state.email} onAsk={ask} />
    </EntryCard>
  )
}

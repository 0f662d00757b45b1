import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EntryCard } from '#client/ui/feedback/entry-card.tsx'
import { machineClock } from '#local/kernel/machine.ts'
import { attempt, pageLanguage } from './account.actions.ts'
import { AskForm } from './components/ask-form.tsx'
import { ResendLine } from './components/resend-line.tsx'
import { SentTo } from './components/sent-to.tsx'

/** Asks for the mail that replaces a forgotten password. */
export function ForgotPasswordScreen() {
  const { t } = useTranslation('identity.account')
  const [sent, setSent] = useState<{ email: string; resendAtMs: number }>()
  const ask = async (email: string) => {
    const { answer, refused } = await attempt((calls) => calls.forgetPassword({ email, language: pageLanguage() }))
    if (answer) setSent({ email, resendAtMs: machineClock.nowMs() + answer.resendAfterMs })
    return refused
  }
  const back = (
    <p>
      <Link to="/sign-in">{t('back')}</Link>
    </p>
  )
  if (!sent) {
    return (
      <EntryCard title={t('forgot.title')} lead={t('forgot.lead')} elsewhere={back}>
        <AskForm submit={t('forgot.submit')} onAsk={ask} />
      </EntryCard>
    )
  }
  return (
    <EntryCard
      title={t('forgot.sentTitle')}
      lead={<SentTo words="forgot.sentTo" address={sent.email} />}
      elsewhere={
        <>
          <ResendLine atMs={sent.resendAtMs} onResend={() => ask(sent.email)} />
          {back}
        </>
      }
    />
  )
}

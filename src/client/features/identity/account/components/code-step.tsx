import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Refused } from '#client/platform/refused.ts'
import { EntryCard } from '#client/ui/feedback/entry-card.tsx'
import type { WaitingPage } from '../account.actions.ts'
import { CodeForm } from './code-form.tsx'
import { ResendLine } from './resend-line.tsx'
import { SentTo } from './sent-to.tsx'

interface CodeStepProps {
  /** Which page's words. */
  of: 'verify' | 'otp'
  waiting: WaitingPage
  onCode: (code: string) => Promise<Refused | undefined>
  onResend: () => Promise<Refused | undefined>
  elsewhere: ReactNode
}

const words = {
  verify: { title: 'verify.title', sentTo: 'verify.sentTo', submit: 'verify.submit' },
  otp: { title: 'otp.codeTitle', sentTo: 'otp.sentTo', submit: 'otp.codeSubmit' },
} as const

/** A mail is on its way: where to, the code from it, and another mail after a while. */
export function CodeStep({ of, waiting, onCode, onResend, elsewhere }: CodeStepProps) {
  const { t } = useTranslation('identity.account')
  const { title, sentTo, submit } = words[of]
  return (
    <EntryCard
      title={t(title)}
      lead={<SentTo words={sentTo} address={waiting.email} />}
      elsewhere={
        <>
          <ResendLine atMs={waiting.resendAtMs} onResend={onResend} />
          {elsewhere}
        </>
      }
    >
      <CodeForm submit={t(submit)} onCode={onCode} />
    </EntryCard>
  )
}

// chunk: account-steps
import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Refused } from '#client/platform/refused.ts'
import { EntryCard } from '#client/ui/feedback/entry-card.tsx'
import { useFields } from '#client/ui/fields/use-fields.ts'
import { codeDigits, isCode } from '#shared/identity/credentials.rules.ts'
import type { WaitingPage } from '../account.actions.ts'
import { useAccountForm } from '../hooks/use-account-form.ts'
import { AccountForm } from './account-form.tsx'
import css from './code-form.module.css'
import { ResendLine } from './resend-line.tsx'
import { SentTo } from './sent-to.tsx'

interface CodeFormProps {
  submit: string
  /** Answers why it was refused, or nothing when the code was right. */
  onCode: (code: string) => Promise<Refused | undefined>
}

const inputIds = { code: 'mailed-code' } as const

/** Six digits from a mail: typed, pasted with what stands around them, or filled in by the device; Arabic digits too. */
function CodeForm({ submit, onCode }: CodeFormProps) {
  const { t } = useTranslation('identity.account')
  const state = useAccountForm(inputIds)
  const form = useFields({
    initial: { code: '' },
    check: {
      code: (value) => (codeDigits(value) === '' ? t('code.missing') : isCode(value) ? null : t('code.wrong')),
    },
  })
  return (
    <AccountForm
      state={state}
      submit={submit}
      onSubmit={form.onSubmit(({ code }) => void state.send(() => onCode(codeDigits(code))), state.complain)}
    >
      <TextInput
        id={inputIds.code}
        label={t('code.label')}
        size="lg"
        dir="ltr"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        maxLength={20}
        classNames={{ input: css.code ?? '' }}
        {...form.input('code')}
      />
    </AccountForm>
  )
}

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

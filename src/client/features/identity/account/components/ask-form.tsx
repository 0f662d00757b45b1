// chunk: account
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Refused } from '#client/platform/refused.ts'
import { useFields } from '#client/ui/fields/use-fields.ts'
import { useAccountForm } from '../hooks/use-account-form.ts'
import { AccountForm } from './account-form.tsx'

interface AskFormProps {
  submit: string
  /** What was typed on the page before. */
  email?: string | undefined
  onAsk: (email: string) => Promise<Refused | undefined>
}

const inputIds = { email: 'account' } as const

/** Whose account it is about: an email address or a user name. */
export function AskForm({ submit, email = '', onAsk }: AskFormProps) {
  const { t } = useTranslation('identity.account')
  const state = useAccountForm(inputIds)
  const form = useFields({
    initial: { email },
    check: { email: (value) => (value.trim() ? null : t('known.missing')) },
  })
  return (
    <AccountForm
      state={state}
      submit={submit}
      onSubmit={form.onSubmit((values) => void state.send(() => onAsk(values.email.trim())), state.complain)}
    >
      <TextInput
        id={inputIds.email}
        label={t('known.label')}
        size="md"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        dir="auto"
        maxLength={254}
        {...form.input('email')}
      />
    </AccountForm>
  )
}

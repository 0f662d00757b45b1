// chunk: entry
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefusedText } from '#client/i18n/refused-text.ts'
import type { Refused } from '#client/platform/refused.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { ActionButton } from '#client/ui/action-button.tsx'
import { ErrorSummary, type Problem } from '#client/ui/fields/error-summary.tsx'
import { PasswordField } from '#client/ui/fields/password-field.tsx'
import { useFields } from '#client/ui/fields/use-fields.ts'
import type { Credentials } from '#shared/identity/auth.contract.ts'
import css from './credentials-form.module.css'

const inputIds = { userName: 'user-name', password: 'password' } as const

interface CredentialsFormProps {
  submitLabel: string
  /** Answers why it was refused, or nothing when the person is in. */
  onSubmit: (credentials: Credentials) => Promise<Refused | undefined>
}

/** Name and password, with what went wrong above and beside the fields. A refused password is not thrown away. */
export function CredentialsForm({ submitLabel, onSubmit }: CredentialsFormProps) {
  const { t } = useTranslation('identity.sign-in')
  const refusedText = useRefusedText()
  const [problems, setProblems] = useState<Problem[]>([])
  const { mutate, isPending } = useMutation(onSubmit, {
    onSuccess: (refused) => refused && setProblems([{ message: refusedText(refused) }]),
  })
  const form = useFields({
    initial: { userName: '', password: '' },
    check: {
      userName: (value) => (value.trim() ? null : t('userName.missing')),
      password: (value) => (value ? null : t('password.missing')),
    },
  })

  const send = (values: Credentials) => {
    setProblems([])
    void mutate({ ...values, userName: values.userName.trim() })
  }
  const complain = (errors: Partial<Record<string, unknown>>) =>
    setProblems(
      (['userName', 'password'] as const)
        .filter((field) => errors[field])
        .map((field) => ({ message: String(errors[field]), inputId: inputIds[field] })),
    )

  return (
    <form noValidate className={css.form} onSubmit={form.onSubmit(send, complain)}>
      <ErrorSummary title={t('problem')} problems={problems} />
      <TextInput
        id={inputIds.userName}
        label={t('userName.label')}
        size="md"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        dir="auto"
        {...form.input('userName')}
      />
      <PasswordField id={inputIds.password} label={t('password.label')} size="md" {...form.input('password')} />
      <ActionButton isWorking={isPending}>{submitLabel}</ActionButton>
    </form>
  )
}

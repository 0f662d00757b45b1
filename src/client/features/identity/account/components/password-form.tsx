import type { Refused } from '#client/platform/refused.ts'
import { useFields } from '#client/ui/fields/use-fields.ts'
import { useSending } from '../hooks/use-sending.ts'
import { AccountForm } from './account-form.tsx'
import { NewPassword, usePasswordCheck } from './new-password.tsx'

interface PasswordFormProps {
  submit: string
  onSave: (password: string) => Promise<Refused | undefined>
}

const inputIds = { password: 'password' } as const

export function PasswordForm({ submit, onSave }: PasswordFormProps) {
  const sending = useSending(inputIds)
  const form = useFields({
    initial: { password: '' },
    check: { password: usePasswordCheck() },
  })
  return (
    <AccountForm
      sending={sending}
      submit={submit}
      onSubmit={form.onSubmit(({ password }) => void sending.send(() => onSave(password)), sending.complain)}
    >
      <NewPassword id={inputIds.password} {...form.input('password')} />
    </AccountForm>
  )
}

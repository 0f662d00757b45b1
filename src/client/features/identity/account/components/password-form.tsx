import type { Refused } from '#client/platform/refused.ts'
import { useFields } from '#client/ui/fields/use-fields.ts'
import { useAccountForm } from '../hooks/use-account-form.ts'
import { AccountForm } from './account-form.tsx'
import { NewPassword, usePasswordCheck } from './new-password.tsx'

interface PasswordFormProps {
  submit: string
  onSave: (password: string) => Promise<Refused | undefined>
}

const inputIds = { password: 'password' } as const

export function PasswordForm({ submit, onSave }: PasswordFormProps) {
  const state = useAccountForm(inputIds)
  const form = useFields({
    initial: { password: '' },
    check: { password: usePasswordCheck() },
  })
  return (
    <AccountForm
      state={state}
      submit={submit}
      onSubmit={form.onSubmit(({ password }) => void state.send(() => onSave(password)), state.complain)}
    >
      <NewPassword id={inputIds.password} {...form.input('password')} />
    </AccountForm>
  )
}

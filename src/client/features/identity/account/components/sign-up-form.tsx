import { TextInput, type TextInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Refused } from '#client/platform/refused.ts'
import { useFields } from '#client/ui/fields/use-fields.ts'
import { isEmail, isUserName } from '#shared/identity/credentials.rules.ts'
import { useAccountForm } from '../hooks/use-account-form.ts'
import { AccountForm } from './account-form.tsx'
import { NewPassword, usePasswordCheck } from './new-password.tsx'

export interface NewAccount {
  name: string
  email: string
  userName: string
  password: string
}

interface SignUpFormProps {
  /** By what the account will be known: its address, or a user name where a link has shown the address already. */
  by: 'email' | 'userName'
  submit: string
  onSend: (account: NewAccount) => Promise<Refused | undefined>
}

const inputIds = { name: 'name', email: 'email', userName: 'user-name', password: 'password' } as const

export function SignUpForm({ by, submit, onSend }: SignUpFormProps) {
  const { t } = useTranslation('identity.account')
  const checkPassword = usePasswordCheck()
  const state = useAccountForm(inputIds)
  const checkEmail = (email: string) => (email === '' ? t('email.missing') : isEmail(email) ? null : t('email.wrong'))
  const checkUserName = (name: string) =>
    name === '' ? t('userName.missing') : isUserName(name) ? null : t('userName.wrong')
  const form = useFields({
    initial: { name: '', email: '', userName: '', password: '' },
    check: {
      name: (value) => (value.trim() ? null : t('name.missing')),
      email: (value) => (by === 'email' ? checkEmail(value.trim()) : null),
      userName: (value) => (by === 'userName' ? checkUserName(value.trim()) : null),
      password: checkPassword,
    },
  })
  const send = ({ name, email, userName, password }: NewAccount) =>
    void state.send(() => onSend({ name: name.trim(), email: email.trim(), userName: userName.trim(), password }))
  return (
    <AccountForm state={state} submit={submit} onSubmit={form.onSubmit(send, state.complain)}>
      <TextInput
        id={inputIds.name}
        label={t('name.label')}
        size="md"
        autoComplete="name"
        dir="auto"
        maxLength={100}
        {...form.input('name')}
      />
      {by === 'email' ? <EmailInput {...form.input('email')} /> : <UserNameInput {...form.input('userName')} />}
      <NewPassword id={inputIds.password} {...form.input('password')} />
    </AccountForm>
  )
}

function EmailInput(props: TextInputProps) {
  const { t } = useTranslation('identity.account')
  return (
    <TextInput
      id={inputIds.email}
      label={t('email.label')}
      size="md"
      type="email"
      autoComplete="email"
      dir="ltr"
      maxLength={254}
      {...props}
    />
  )
}

function UserNameInput(props: TextInputProps) {
  const { t } = useTranslation('identity.account')
  return (
    <TextInput
      id={inputIds.userName}
      label={t('userName.label')}
      description={t('userName.hint')}
      size="md"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      dir="auto"
      maxLength={40}
      {...props}
    />
  )
}

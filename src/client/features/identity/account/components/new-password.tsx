// chunk: account
import type { TextInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PasswordField } from '#client/ui/fields/password-field.tsx'
import { isLongEnough, minPasswordLength } from '#shared/identity/credentials.rules.ts'

/** A password that is being chosen. One field: it can be looked at. */
export function NewPassword(props: Omit<TextInputProps, 'type' | 'rightSection'>) {
  const { t } = useTranslation('identity.account')
  return (
    <PasswordField
      label={t('newPassword.label')}
      description={t('newPassword.hint', { count: minPasswordLength })}
      size="md"
      autoComplete="new-password"
      maxLength={200}
      {...props}
    />
  )
}

/** What a form says of a password before it is sent; whether it is a common one, the server says. */
export function usePasswordCheck(): (password: string) => string | null {
  const { t } = useTranslation('identity.account')
  return (password) => {
    if (password === '') return t('newPassword.missing')
    return isLongEnough(password) ? null : t('newPassword.short', { count: minPasswordLength })
  }
}

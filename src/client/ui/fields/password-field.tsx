// chunk: entry
import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from './password-field.module.css'

type PasswordFieldProps = Omit<TextInputProps, 'type' | 'rightSection'>

/** A password that can be shown, so that it can be checked before it is sent. The button says in words what it does. */
export function PasswordField({ autoComplete = 'current-password', ...props }: PasswordFieldProps) {
  const { t } = useTranslation()
  const [isShown, setIsShown] = useState(false)
  return (
    <TextInput
      {...props}
      autoComplete={autoComplete}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      rightSectionWidth="5rem"
      rightSection={
        <button
          type="button"
          className={css.reveal}
          aria-label={t(isShown ? 'password.hideLabel' : 'password.showLabel')}
          onClick={() => setIsShown(!isShown)}
        >
          {t(isShown ? 'password.hide' : 'password.show')}
        </button>
      }
    />
  )
}

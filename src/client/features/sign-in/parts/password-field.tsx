import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from './password-field.module.css'

/** A password that can be shown, so that it can be checked before it is sent. The button says in words what it does. */
export function PasswordField(props: Omit<TextInputProps, 'type' | 'rightSection'>) {
  const { t } = useTranslation('sign-in')
  const [isShown, setIsShown] = useState(false)
  return (
    <TextInput
      {...props}
      type={isShown ? 'text' : 'password'}
      autoComplete="current-password"
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

import type { ReactNode, SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '#client/ui/action-button.tsx'
import { ErrorSummary } from '#client/ui/fields/error-summary.tsx'
import type { Sending } from '../hooks/use-sending.ts'
import css from './account-form.module.css'

interface AccountFormProps {
  sending: Sending
  submit: string
  onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void
  children?: ReactNode
}

/** The frame of every account form: what is wrong, the fields, the one action. */
export function AccountForm({ sending, submit, onSubmit, children }: AccountFormProps) {
  const { t } = useTranslation('identity.account')
  return (
    <form noValidate className={css.form} onSubmit={onSubmit}>
      <ErrorSummary title={t('problem')} problems={sending.problems} />
      {children}
      <ActionButton isWorking={sending.isSending}>{submit}</ActionButton>
    </form>
  )
}

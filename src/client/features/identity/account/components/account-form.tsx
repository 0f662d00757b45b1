// chunk: account
import type { ReactNode, SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '#client/ui/action-button.tsx'
import { ErrorSummary } from '#client/ui/fields/error-summary.tsx'
import type { AccountFormState } from '../hooks/use-account-form.ts'
import css from './account-form.module.css'

interface AccountFormProps {
  state: AccountFormState
  submit: string
  onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void
  children?: ReactNode
}

/** The frame of every account form: what is wrong, the fields, the one action. */
export function AccountForm({ state, submit, onSubmit, children }: AccountFormProps) {
  const { t } = useTranslation('identity.account')
  return (
    <form noValidate className={css.form} onSubmit={onSubmit}>
      <ErrorSummary title={t('problem')} problems={state.problems} />
      {children}
      <ActionButton isWorking={state.isPending}>{submit}</ActionButton>
    </form>
  )
}

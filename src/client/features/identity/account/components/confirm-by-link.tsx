import { useTranslation } from 'react-i18next'
import type { Refused } from '#client/platform/refused.ts'
import { EntryCard } from '#client/ui/feedback/entry-card.tsx'
import { useAccountForm } from '../hooks/use-account-form.ts'
import { AccountForm } from './account-form.tsx'

interface ConfirmByLinkProps {
  onConfirm: () => Promise<Refused | undefined>
  onAskAnew: () => void
}

/** One press: a mail program that opens links on its own, to look for something harmful, must not use this one up. */
export function ConfirmByLink({ onConfirm, onAskAnew }: ConfirmByLinkProps) {
  const { t } = useTranslation('identity.account')
  const state = useAccountForm()
  return (
    <EntryCard
      title={t('verify.linkTitle')}
      lead={t('verify.linkLead')}
      elsewhere={
        <button type="button" onClick={onAskAnew}>
          {t('verify.another')}
        </button>
      }
    >
      <AccountForm
        state={state}
        submit={t('verify.linkSubmit')}
        onSubmit={(event) => {
          event.preventDefault()
          void state.send(onConfirm)
        }}
      />
    </EntryCard>
  )
}

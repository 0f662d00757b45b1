import { useTranslation } from 'react-i18next'
import { CredentialsForm } from '#client/features/identity/sign-in/components/credentials-form.tsx'
import { loadWords } from '#client/i18n/i18n.ts'
import { refusedBecause } from '#client/platform/refused.ts'
import type { Actor } from '#local/pos/till-inputs.types.ts'
import type { Credentials } from '#shared/identity/auth.contract.ts'
import type { Permission } from '#shared/kernel/roles.ts'
import { approveByPassword } from './approve-by-password.ts'

interface PasswordApprovalProps {
  permission: Permission
  onApproved: (approver: Actor) => void
}

/** Where no supervisor has a PIN yet: their name and password, by the server. */
export function PasswordApproval({ permission, onApproved }: PasswordApprovalProps) {
  const { t } = useTranslation('pos.till')
  const submit = async (credentials: Credentials) => {
    try {
      onApproved(await approveByPassword(credentials, permission))
      return undefined
    } catch (error) {
      await loadWords('errors')
      return refusedBecause(error)
    }
  }
  return <CredentialsForm submitLabel={t('discount.approve')} onSubmit={submit} />
}

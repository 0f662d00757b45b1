import { useTranslation } from 'react-i18next'
import { CredentialsForm } from '#client/features/identity/sign-in/components/credentials-form.tsx'
import { loadWords } from '#client/i18n/i18n.ts'
import { refusedBecause } from '#client/platform/refused.ts'
import { Mantine } from '#client/theme/mantine.tsx'
import type { Actor } from '#local/pos/till-inputs.types.ts'
import type { Credentials, SignedInUser } from '#shared/identity/auth.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { hasPermission, type Permission } from '#shared/kernel/roles.ts'

/** Returns who approves. @throws AppError access.denied unless they may */
export function approverOf(
  { userId, authority }: Pick<SignedInUser, 'userId' | 'authority'>,
  permission: Permission,
): Actor {
  if (!hasPermission(authority, permission)) throw new AppError('access.denied')
  return { userId, roles: authority }
}

/** A supervisor who has no PIN on this till: the server knows their password. Signs nobody in. @throws AppError */
export async function approveByPassword(credentials: Credentials, permission: Permission): Promise<Actor> {
  const [{ signInOperator }, { ask }, { signOut }] = await Promise.all([
    import('#client/features/identity/sign-in/pos-sign-in.api.ts'),
    import('#client/platform/http.ts'),
    import('#shared/identity/auth.contract.ts'),
  ])
  const { user, token } = await signInOperator(credentials)
  // Their word was wanted, not a session; one that cannot be ended now has a token that nobody keeps.
  ask(signOut, { token }).catch(() => undefined)
  return approverOf(user, permission)
}

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
  return (
    <Mantine>
      <CredentialsForm submitLabel={t('discount.approve')} onSubmit={submit} />
    </Mantine>
  )
}

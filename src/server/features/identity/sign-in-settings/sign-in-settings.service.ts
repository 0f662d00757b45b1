import { eq } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import type { EncryptedColumn } from '#server/kernel/keys/encrypted-columns.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { isStrong } from '#shared/identity/second-factor.rules.ts'
import type { Role } from '#shared/kernel/roles.ts'
import { signInSettings } from './sign-in-settings.table.ts'

export type SignInRow = typeof signInSettings.$inferSelect
export type SignInValues = Omit<SignInRow, 'schoolId' | 'byUser' | 'at'>

/** How people sign in to a school where nobody has changed it. */
export const usualSignIn: SignInValues = {
  requiresSecondFactor: false,
  issuer: '',
  clientId: '',
  clientSecret: null,
  allowedTenant: '',
  allowedDomain: '',
  groupRoles: [],
  isEnforced: false,
  breakGlass: null,
  revision: 0,
}

/** Page to which a provider sends people back. */
export const ssoPath = '/enter-school'

/** Returns how people sign in to a school; undefined for a school where nobody has changed it. */
export async function readSignInSettings(tx: Tx, schoolId: string): Promise<SignInRow | undefined> {
  const [row] = await tx.select().from(signInSettings).where(eq(signInSettings.schoolId, schoolId))
  return row
}

const purpose = 'bawaba-single-sign-on-1'
const of = 'client secret'

/** Secrets of identity providers, which are encrypted by the server's keys. */
export const providerSecrets: readonly EncryptedColumn[] = [
  { table: 'sign_in_settings', column: 'client_secret', purpose, key: [], of: () => of },
]

/** Where the secret of a school's provider is encrypted; undefined where the server has no key of its own. */
export const secretPlace = ({ keyRing }: Pick<Deps, 'keyRing'>, schoolId: string) =>
  keyRing && ({ keyRing, purpose, schoolId, of } as const)

interface Person {
  readonly id: UserId
  readonly roles: readonly Role[]
}

/** Whether this person needs a second factor: by their roles, or because they are the one who breaks the glass. */
export async function isFactorRequired(tx: Tx, schoolId: string, { id, roles }: Person): Promise<boolean> {
  const row = await readSignInSettings(tx, schoolId)
  if (!row) return false
  return (row.requiresSecondFactor && isStrong(roles)) || (row.isEnforced && row.breakGlass === id)
}

/** Whether this person gets in at a desk by the school's provider alone: staff, but for the one who breaks the glass. */
export async function isPasswordRefused(tx: Tx, schoolId: string, { id, roles }: Person): Promise<boolean> {
  const isFamily = roles.length > 0 && roles.every((role) => role === 'family')
  if (isFamily) return false
  const row = await readSignInSettings(tx, schoolId)
  return row !== undefined && row.isEnforced && row.breakGlass !== id
}

/**
 * Checks that a person is not the one who breaks the glass, while somebody has to: they keep their account, role and second factor until another
 * one is named. @throws AppError auth.break-glass-missing
 */
export async function requireNotBreakGlass(tx: Tx, schoolId: string, id: UserId): Promise<void> {
  const row = await readSignInSettings(tx, schoolId)
  if (row?.isEnforced && row.breakGlass === id) throw new AppError('auth.break-glass-missing')
}

import { eq } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { lockAdmins } from '../sessions/staff.service.ts'
import { type SignInValues, usualSignIn } from './sign-in-settings.service.ts'
import { signInSettings } from './sign-in-settings.table.ts'

/* What a restored server does again to how people sign in to a school. */

type Provider = Pick<SignInValues, 'issuer' | 'clientId' | 'allowedTenant' | 'allowedDomain' | 'groupRoles'>

const hashOf = (schoolId: string, provider: Provider): string => {
  const { issuer, clientId, allowedTenant, allowedDomain, groupRoles } = provider
  const groups = groupRoles.map(({ group, role }) => [group, role])
  return sha256Hex(JSON.stringify([schoolId, issuer, clientId, allowedTenant, allowedDomain, groups]))
}

/** What the settings became, as the journal keeps it: whether the provider or its secret is another one, and who must sign in how. */
export const signInCode = (schoolId: string, values: SignInValues, isSecretNew: boolean): string =>
  [
    hashOf(schoolId, values),
    isSecretNew ? 'renewed' : 'kept',
    values.isEnforced ? 'enforced' : 'free',
    values.requiresSecondFactor ? 'factor' : 'password',
    values.breakGlass ?? 'nobody',
  ].join(' ')

/**
 * Repeats a change of the settings that a restored database has forgotten. No journal holds addresses or secrets: where the provider or its
 * secret is another one since, the secret of the copy is taken away, and with it the sign-in at the provider, until somebody has saved it
 * again. Whether passwords are refused is as it was told. They are refused only where the administrator is there whose password counts all
 * the same, else nobody could mend it.
 */
export async function repeatSignInChange(
  tx: Tx,
  schoolId: string,
  { code = '', nowMs }: { code?: string | undefined; nowMs: number },
): Promise<void> {
  const isThis = eq(signInSettings.schoolId, schoolId)
  const [row] = await tx.select().from(signInSettings).where(isThis).for('update')
  const admins = await lockAdmins(tx, schoolId)
  const known: SignInValues = row ?? usualSignIn
  const values = toldValues(known, schoolId, code, admins)
  const byUser = row?.byUser ?? values.breakGlass ?? admins[0]
  if (byUser === undefined) return
  const set = { ...values, revision: known.revision + 1 }
  await tx
    .insert(signInSettings)
    .values({ ...usualSignIn, ...set, schoolId, byUser, at: toInstant(nowMs) })
    .onConflictDoUpdate({ target: [signInSettings.schoolId], set })
}

type Told = Pick<SignInValues, 'clientSecret' | 'requiresSecondFactor' | 'isEnforced' | 'breakGlass'>

/** An entry that was found in the database says nothing of them: then they are as in the copy, without the secret. */
function toldValues(known: SignInValues, schoolId: string, code: string, admins: SignInValues['breakGlass'][]): Told {
  const [hash, secret, enforcement, factor, keeper] = code.split(' ')
  const isSame = hash === hashOf(schoolId, known) && secret === 'kept'
  const named = keeper === undefined ? known.breakGlass : keeper
  const breakGlass = admins.find((id) => id === named) ?? null
  const isEnforced = enforcement === undefined ? known.isEnforced : enforcement === 'enforced'
  return {
    clientSecret: isSame ? known.clientSecret : null,
    requiresSecondFactor: factor === undefined ? known.requiresSecondFactor : factor === 'factor',
    isEnforced: isEnforced && breakGlass !== null,
    breakGlass,
  }
}

import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { queueMail } from '#server/features/mail/mail.service.ts'
import type { OpenCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { EncryptedColumn } from '#server/kernel/keys/encrypted-columns.ts'
import { decryptSecret, encryptSecret } from '#server/kernel/keys/secrets.ts'
import type { NewTotp } from '#shared/identity/second-factor.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { type Instant, toInstant } from '#shared/kernel/time.ts'
import { dropRecoveryCodes, makeRecoveryCodes, spendRecoveryCode } from './recovery-codes.service.ts'
import { totpFactors } from './second-factor.table.ts'
import { newSecret, stepOfCode, totpFor } from './totp.ts'

const ofPerson = (schoolId: string, userId: UserId) =>
  and(eq(totpFactors.schoolId, schoolId), eq(totpFactors.userId, userId))

const purpose = 'bawaba-second-factors-1'

/** Secrets of authenticator apps, which are encrypted by the server's keys. */
export const totpSecrets: readonly EncryptedColumn[] = [
  { table: 'totp_factors', column: 'secret', purpose, key: ['user_id'], of: ([userId = '']) => `totp ${userId}` },
]

/** Whose factors they are: a school's, or the installation's with its own name. */
export type FactorCtx = Pick<OpenCtx, 'deps'> & { readonly school: Pick<OpenCtx['school'], 'schoolId' | 'name'> }

/** Where a secret is encrypted. @throws AppError auth.no-key where the server has no key of its own */
function placeOf({ deps, school }: FactorCtx, userId: UserId) {
  if (!deps.keyRing) throw new AppError('auth.no-key')
  const { schoolId } = school
  return { keyRing: deps.keyRing, purpose, schoolId, of: `totp ${userId}` } as const
}

/** Returns when a person's authenticator app was set up; undefined without one. */
export async function totpSince(tx: Tx, schoolId: string, userId: UserId): Promise<Instant | undefined> {
  const [row] = await tx
    .select({ at: totpFactors.confirmedAt })
    .from(totpFactors)
    .where(and(ofPerson(schoolId, userId), isNotNull(totpFactors.confirmedAt)))
  return row?.at ?? undefined
}

/** Whose factor it is, as it is named in the app and in mails. */
export interface FactorOwner {
  readonly userId: UserId
  readonly userName: string
  readonly email: string
}

/** Begins to set up an authenticator app; one begun before is replaced. @throws AppError auth.factor-set, auth.no-key */
export async function beginTotp(tx: Tx, ctx: FactorCtx, { userId, userName }: FactorOwner): Promise<NewTotp> {
  const { deps, school } = ctx
  const place = placeOf(ctx, userId)
  const secret = newSecret(deps.random)
  const row = {
    secret: await encryptSecret({ ...place, random: deps.random }, secret),
    createdAt: toInstant(deps.clock.nowMs()),
  }
  const [begun] = await tx
    .insert(totpFactors)
    .values({ schoolId: school.schoolId, userId, ...row })
    .onConflictDoUpdate({
      target: [totpFactors.schoolId, totpFactors.userId],
      set: row,
      setWhere: isNull(totpFactors.confirmedAt),
    })
    .returning({ userId: totpFactors.userId })
  if (!begun) throw new AppError('auth.factor-set')
  return totpFor(secret, { issuer: school.name.en || school.name.ar, label: userName })
}

/** Confirms it by its first code. @returns recovery codes, or undefined for a wrong code @throws AppError request.not-found */
export async function confirmTotp(tx: Tx, ctx: FactorCtx, userId: UserId, code: string): Promise<string[] | undefined> {
  const { schoolId } = ctx.school
  const nowMs = ctx.deps.clock.nowMs()
  const isBegun = and(ofPerson(schoolId, userId), isNull(totpFactors.confirmedAt))
  const [row] = await tx.select().from(totpFactors).where(isBegun).for('update')
  if (!row) throw new AppError('request.not-found')
  const step = stepOfCode(await decryptSecret(placeOf(ctx, userId), row.secret), code, nowMs)
  if (step === undefined) return undefined
  await tx
    .update(totpFactors)
    .set({ confirmedAt: toInstant(nowMs), lastStep: step })
    .where(isBegun)
  await recordAuditEvent(tx, ctx, 'second-factor-set', { about: userId, by: userId, facts: {} })
  return makeRecoveryCodes(tx, { schoolId, userId, random: ctx.deps.random })
}

/** Tells the owner of an account by email that its second factor has changed. */
export const tellOwner = (
  tx: Tx,
  ctx: OpenCtx,
  { userName, email }: FactorOwner,
  template: 'second-factor-set' | 'second-factor-off' | 'second-factor-reset',
  language: Language,
): Promise<void> =>
  queueMail(tx, ctx, { to: email, language, template, params: { userName, path: '/profile/security' } })

/** Removes the app and the recovery codes. @returns whether there was one */
export async function dropTotp(tx: Tx, schoolId: string, userId: UserId): Promise<boolean> {
  await dropRecoveryCodes(tx, schoolId, userId)
  const gone = await tx.delete(totpFactors).where(ofPerson(schoolId, userId)).returning({ at: totpFactors.confirmedAt })
  return gone.some(({ at }) => at !== null)
}

/** Uses a code of the app or a recovery code up. @returns which it was; undefined for a wrong or used one */
export async function useCode(
  tx: Tx,
  ctx: FactorCtx,
  userId: UserId,
  typed: string,
): Promise<'totp' | 'recovery' | undefined> {
  const { schoolId } = ctx.school
  const nowMs = ctx.deps.clock.nowMs()
  const [row] = await tx
    .select({ secret: totpFactors.secret })
    .from(totpFactors)
    .where(and(ofPerson(schoolId, userId), isNotNull(totpFactors.confirmedAt)))
  if (!row) return undefined
  const step = stepOfCode(await decryptSecret(placeOf(ctx, userId), row.secret), typed, nowMs)
  if (step !== undefined) {
    // One statement: of two calls with the same code only the first one gets through.
    const used = await tx
      .update(totpFactors)
      .set({ lastStep: step })
      .where(and(ofPerson(schoolId, userId), lt(totpFactors.lastStep, step)))
      .returning({ userId: totpFactors.userId })
    return used.length > 0 ? 'totp' : undefined
  }
  const code = await spendRecoveryCode(tx, { schoolId, userId, nowMs }, typed)
  if (code === undefined) return undefined
  await recordAuditEvent(tx, ctx, 'recovery-code-used', { about: userId, by: userId, facts: {}, code })
  return 'recovery'
}

import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { secondFactorRead, secondFactorReset, stepUp } from '#shared/identity/second-factor.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { dropPasskeys, hasPasskey } from '../passkeys/own-passkeys.service.ts'
import { checkOwnPassword, ownPasswordTries } from '../profile/own-password.service.ts'
import { clearAttempts } from '../sessions/attempts.service.ts'
import { noteProof } from '../sessions/session-chain.service.ts'
import { isFactorRequired, requireNotBreakGlass } from '../sign-in-settings/sign-in-settings.service.ts'
import { lockAdminsFor, requireStaff } from '../staff/staff.service.ts'
import { readFactorOwner } from './factor-owner.service.ts'
import { clearFactorTries, takeFactorTry } from './factor-tries.service.ts'
import { countRecoveryCodes, makeRecoveryCodes } from './recovery-codes.service.ts'
import { confirmTotp, dropTotp, tellOwner, totpSince, useCode } from './totp-factor.service.ts'

/** Returns the second factor of the caller's own account. */
export const readSecondFactor = ({
  tenant,
  school,
  session,
}: SessionCtx): Promise<z.input<typeof secondFactorRead.reply>> =>
  tenant(async (tx) => {
    const { schoolId } = school
    const { userId } = session.user
    return {
      totpSince: (await totpSince(tx, schoolId, userId)) ?? null,
      recoveryCodesLeft: await countRecoveryCodes(tx, schoolId, userId),
      isRequired: await isFactorRequired(tx, schoolId, { id: userId, roles: session.roles }),
    }
  })

/** Confirms the caller's authenticator app. @throws AppError auth.factor-wrong, request.not-found, auth.too-many-attempts */
export async function confirmOwnTotp(
  ctx: SessionCtx,
  { code, language }: { code: string; language: Language },
): Promise<string[]> {
  const { userId } = ctx.session.user
  await takeFactorTry(ctx, userId, undefined)
  const made = await ctx.tenant(async (tx) => {
    const owner = await readFactorOwner(tx, ctx.school.schoolId, userId)
    const codes = await confirmTotp(tx, ctx, userId, code)
    if (!codes) return undefined
    await tellOwner(tx, ctx, owner, 'second-factor-set', language)
    await clearFactorTries(tx, ctx, userId)
    return codes
  })
  if (!made) throw new AppError('auth.factor-wrong', { field: 'code' })
  return made
}

/** Turns the caller's second factor off. @throws AppError auth.factor-required */
export async function turnOffOwnTotp(ctx: SessionCtx, language: Language): Promise<void> {
  const { schoolId } = ctx.school
  const { userId } = ctx.session.user
  await ctx.tenant(async (tx) => {
    const isRequired = await isFactorRequired(tx, schoolId, { id: userId, roles: ctx.session.roles })
    if (isRequired && !(await hasPasskey(tx, schoolId, userId))) throw new AppError('auth.factor-required')
    if (!(await dropTotp(tx, schoolId, userId))) return
    await recordAuditEvent(tx, ctx, 'second-factor-off', { about: userId, facts: {} })
    await tellOwner(tx, ctx, await readFactorOwner(tx, schoolId, userId), 'second-factor-off', language)
  })
}

/** Makes new recovery codes for the caller. @throws AppError request.not-found without a second factor */
export const renewRecoveryCodes = (ctx: SessionCtx): Promise<string[]> =>
  ctx.tenant(async (tx) => {
    const { schoolId } = ctx.school
    const { userId } = ctx.session.user
    if ((await totpSince(tx, schoolId, userId)) === undefined) throw new AppError('request.not-found')
    await recordAuditEvent(tx, ctx, 'recovery-codes-made', { about: userId, facts: {} })
    return makeRecoveryCodes(tx, { schoolId, userId, random: ctx.deps.random })
  })

/** Takes a colleague's second factor away. @throws AppError request.not-found, access.denied */
export const resetSecondFactor = (
  ctx: SessionCtx,
  { id, language }: z.output<typeof secondFactorReset.body>,
): Promise<void> =>
  ctx.tenant(async (tx) => {
    const { schoolId } = ctx.school
    await lockAdminsFor(tx, ctx)
    const { userName, email } = await requireStaff(tx, schoolId, id)
    await requireNotBreakGlass(tx, schoolId, id)
    const hadApp = await dropTotp(tx, schoolId, id)
    const count = await dropPasskeys(tx, schoolId, id)
    if (!hadApp && count === 0) throw new AppError('request.not-found', { field: 'id' })
    await recordAuditEvent(tx, ctx, 'second-factor-reset', { about: id, facts: {} })
    await tellOwner(tx, ctx, { userId: id, userName, email }, 'second-factor-reset', language)
  })

/** Confirms the identity of the signed-in person again. @throws AppError as the contract says */
export async function proveAgain(ctx: SessionCtx, given: z.output<typeof stepUp.body>): Promise<void> {
  const { schoolId } = ctx.school
  const { user, tokenHash } = ctx.session
  const nowMs = ctx.deps.clock.nowMs()
  if ('password' in given) {
    await checkOwnPassword(ctx, given.password, 'password')
    await ctx.tenant(async (tx) => {
      await clearAttempts(tx, schoolId, ownPasswordTries(ctx), nowMs)
      await noteProof(tx, schoolId, tokenHash, nowMs)
    })
    return
  }
  await takeFactorTry(ctx, user.userId, given.proof)
  const isRight = await ctx.tenant(async (tx) => {
    if (!(await useCode(tx, ctx, user.userId, given.code))) return false
    await clearFactorTries(tx, ctx, user.userId)
    await noteProof(tx, schoolId, tokenHash, nowMs)
    return true
  })
  if (!isRight) throw new AppError('auth.factor-wrong', { field: 'code' })
}

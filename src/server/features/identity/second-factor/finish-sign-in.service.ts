import type { z } from 'zod'
import type { OpenCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type {
  beginFactorByTicket,
  confirmFactorByTicket,
  NewTotp,
  signInByFactor,
} from '#shared/identity/second-factor.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { openLink } from '../access-links/access-link.service.ts'
import { countAttempt } from '../sessions/attempts.service.ts'
import { startFullSession } from '../sessions/auth.service.ts'
import { gotInFrom, recordRefusal } from '../sessions/credentials.service.ts'
import { readFactorOwner } from './factor-owner.service.ts'
import { clearFactorTries, takeFactorTry } from './factor-tries.service.ts'
import { endTicket, signInTicket, type SignInTicket } from './sign-in-ticket.service.ts'
import { beginTotp, confirmTotp, useCode } from './totp-factor.service.ts'

const desk = { kind: 'staff', deviceId: null } as const

/** Uses the ticket up and opens the session; of two at once only one does. */
async function enterByTicket(tx: Tx, ctx: OpenCtx, ticket: SignInTicket) {
  const nowMs = ctx.deps.clock.nowMs()
  if (!(await endTicket(tx, ticket, nowMs))) return new AppError('auth.ticket-over')
  const { userId, proof, chain, sessionUntil: until } = ticket
  const entered = await startFullSession(tx, ctx, { userId, proof, chain, until })
  if (!(entered instanceof AppError))
    await countAttempt(tx, ctx.school.schoolId, gotInFrom(ctx, entered.user.userName), nowMs)
  return entered
}

/** Completes a sign-in by a code. @throws AppError as the contract says */
export async function finishByFactor(
  ctx: OpenCtx,
  { ticket: token, code, proof }: z.output<typeof signInByFactor.body>,
): Promise<z.input<typeof signInByFactor.reply>> {
  const kind = signInTicket(false)
  const userId = await openLink(ctx, kind, token, async (_tx, ticket) => ticket.userId)
  await takeFactorTry(ctx, userId, proof)
  return openLink(ctx, kind, token, async (tx, ticket) => {
    const used = await useCode(tx, ctx, userId, code)
    if (!used) {
      await recordRefusal(tx, ctx, desk, userId, 'auth.factor-wrong')
      return new AppError('auth.factor-wrong', { field: 'code' })
    }
    await clearFactorTries(tx, ctx, userId)
    const entered = await enterByTicket(tx, ctx, ticket)
    return entered instanceof AppError ? entered : { ...entered, usedRecoveryCode: used === 'recovery' }
  })
}

/** Begins to set up what the school requires. @throws AppError auth.ticket-over, auth.no-key, auth.factor-set */
export const beginByTicket = (ctx: OpenCtx, { ticket }: z.output<typeof beginFactorByTicket.body>): Promise<NewTotp> =>
  openLink(ctx, signInTicket(true), ticket, async (tx, { userId }) =>
    beginTotp(tx, ctx, await readFactorOwner(tx, ctx.school.schoolId, userId)),
  )

/** Ends setting it up, and signs in. @throws AppError as the contract says */
export async function confirmByTicket(
  ctx: OpenCtx,
  { ticket: token, ...typed }: z.output<typeof confirmFactorByTicket.body>,
): Promise<z.input<typeof confirmFactorByTicket.reply>> {
  const kind = signInTicket(true)
  const userId = await openLink(ctx, kind, token, async (_tx, ticket) => ticket.userId)
  await takeFactorTry(ctx, userId, undefined)
  return openLink(ctx, kind, token, async (tx, ticket) => {
    const recoveryCodes = await confirmTotp(tx, ctx, await readFactorOwner(tx, ctx.school.schoolId, userId), typed)
    if (!recoveryCodes) return new AppError('auth.factor-wrong', { field: 'code' })
    await clearFactorTries(tx, ctx, userId)
    const entered = await enterByTicket(tx, ctx, ticket)
    // Thrown, not returned: the factor is not set up where its owner does not get in.
    if (entered instanceof AppError) throw entered
    return { ...entered, recoveryCodes }
  })
}

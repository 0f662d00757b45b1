import type { z } from 'zod'
import type { OpenCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import {
  beginFactorByTicket,
  confirmFactorByTicket,
  type NewTotp,
  recoveryCodesRenew,
  secondFactorRead,
  secondFactorReset,
  signInByFactor,
  stepUp,
  totpBegin,
  totpConfirm,
  totpOff,
} from '#shared/identity/second-factor.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { openLink } from '../access-links/access-link.service.ts'
import { requireDesk } from '../profile/own-desk.ts'
import { countAttempt } from '../sessions/attempts.service.ts'
import { startFullSession } from '../sessions/auth.service.ts'
import { gotInFrom, recordRefusal } from '../sessions/credentials.service.ts'
import { readFactorOwner } from './factor-owner.service.ts'
import { clearFactorTries, takeFactorTry } from './factor-tries.service.ts'
import {
  confirmOwnTotp,
  proveAgain,
  readSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
  turnOffOwnTotp,
} from './second-factor.service.ts'
import { endTicket, type SignInTicket, signInTicket } from './sign-in-ticket.service.ts'
import { beginTotp, confirmTotp, tellOwner, useCode } from './totp-factor.service.ts'

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
async function finishByFactor(
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
const beginByTicket = (ctx: OpenCtx, { ticket }: z.output<typeof beginFactorByTicket.body>): Promise<NewTotp> =>
  openLink(ctx, signInTicket(true), ticket, async (tx, { userId }) =>
    beginTotp(tx, ctx, await readFactorOwner(tx, ctx.school.schoolId, userId)),
  )

/** Ends setting it up, and signs in. @throws AppError as the contract says */
async function confirmByTicket(
  ctx: OpenCtx,
  { ticket: token, code, language }: z.output<typeof confirmFactorByTicket.body>,
): Promise<z.input<typeof confirmFactorByTicket.reply>> {
  const kind = signInTicket(true)
  const userId = await openLink(ctx, kind, token, async (_tx, ticket) => ticket.userId)
  await takeFactorTry(ctx, userId, undefined)
  return openLink(ctx, kind, token, async (tx, ticket) => {
    const owner = await readFactorOwner(tx, ctx.school.schoolId, userId)
    const recoveryCodes = await confirmTotp(tx, ctx, userId, code)
    if (!recoveryCodes) return new AppError('auth.factor-wrong', { field: 'code' })
    await tellOwner(tx, ctx, owner, 'second-factor-set', language)
    await clearFactorTries(tx, ctx, userId)
    const entered = await enterByTicket(tx, ctx, ticket)
    // Thrown, not returned: the factor is not set up where its owner does not get in.
    if (entered instanceof AppError) throw entered
    return { ...entered, recoveryCodes }
  })
}

export const secondFactorRoutes: Feature = () => [
  route.open(signInByFactor, finishByFactor),
  route.open(beginFactorByTicket, beginByTicket),
  route.open(confirmFactorByTicket, confirmByTicket),
  route.session(secondFactorRead, async (ctx) => {
    requireDesk(ctx)
    return readSecondFactor(ctx)
  }),
  route.session(totpBegin, async (ctx) => {
    requireDesk(ctx)
    const { userId } = ctx.session.user
    return ctx.tenant(async (tx) => beginTotp(tx, ctx, await readFactorOwner(tx, ctx.school.schoolId, userId)))
  }),
  route.session(totpConfirm, async (ctx, typed) => {
    requireDesk(ctx)
    return { recoveryCodes: await confirmOwnTotp(ctx, typed) }
  }),
  route.session(totpOff, async (ctx, { language }) => {
    requireDesk(ctx)
    await turnOffOwnTotp(ctx, language)
    return {}
  }),
  route.session(recoveryCodesRenew, async (ctx) => {
    requireDesk(ctx)
    return { recoveryCodes: await renewRecoveryCodes(ctx) }
  }),
  route.session(stepUp, async (ctx, given) => {
    requireDesk(ctx)
    await proveAgain(ctx, given)
    return {}
  }),
  route.session(secondFactorReset, async (ctx, asked) => {
    requirePermission(ctx.session, 'people.manage')
    await resetSecondFactor(ctx, asked)
    return {}
  }),
]

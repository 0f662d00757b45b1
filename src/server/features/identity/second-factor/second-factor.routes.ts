import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import {
  beginFactorByTicket,
  confirmFactorByTicket,
  recoveryCodesRenew,
  secondFactorRead,
  secondFactorReset,
  signInByFactor,
  stepUp,
  totpBegin,
  totpConfirm,
  totpOff,
} from '#shared/identity/second-factor.contract.ts'
import { requireDesk } from '../profile/own-desk.ts'
import { readFactorOwner } from './factor-owner.service.ts'
import { beginByTicket, confirmByTicket, finishByFactor } from './finish-sign-in.service.ts'
import {
  confirmOwnTotp,
  proveAgain,
  readSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
  turnOffOwnTotp,
} from './second-factor.service.ts'
import { beginTotp } from './totp-factor.service.ts'

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

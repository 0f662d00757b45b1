import { type Feature, route } from '#server/http/serve.ts'
import { authDone, loginPos, signOut } from '#shared/identity/auth.contract.ts'
import { login } from '#shared/identity/sign-in.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { DeviceId } from '#shared/kernel/fields.ts'
import { randomToken } from '#shared/kernel/ids.ts'
import { type DeviceCheck, signIn } from './auth.service.ts'
import { endOpened } from '../linked-schools/end-opened.service.ts'
import { endSession } from './session.service.ts'

export const authRoutes =
  (checkDevice: DeviceCheck): Feature =>
  ({ passwords, random }) => {
    let made: Promise<string> | undefined
    const decoy = () => (made ??= passwords.hash(randomToken(random)))
    return [
      route.open(login, async (ctx, credentials) =>
        signIn(ctx, { credentials, kind: 'staff', deviceId: null, till: undefined, decoy: await decoy() }, checkDevice),
      ),
      route.open(loginPos, async (ctx, { deviceId, ...credentials }) => {
        const entered = await signIn(
          ctx,
          {
            credentials,
            kind: 'pos',
            deviceId: deviceId === undefined ? null : DeviceId.parse(deviceId),
            till: await ctx.signedBy(),
            decoy: await decoy(),
          },
          checkDevice,
        )
        if (entered.user === null) throw new TypeError('a till was asked for a second factor')
        return entered
      }),
      route.open(signOut, async (ctx, { token = ctx.bearer }) => {
        if (token === undefined) throw new AppError('request.invalid', { field: 'token' })
        const { schoolId } = ctx.school
        const nowMs = ctx.deps.clock.nowMs()
        await ctx.tenant(async (tx) => {
          const ended = await endSession(tx, schoolId, token, nowMs)
          // One sign-in, one sign-out: what was opened from this session in other schools ends with it.
          if (ended?.chain)
            await endOpened(tx, { schoolId, userId: ended.userId, chains: new Set([ended.chain]) }, nowMs)
        })
        return authDone
      }),
    ]
  }

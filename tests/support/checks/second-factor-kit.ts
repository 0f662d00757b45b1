import { Secret, TOTP } from 'otpauth'
import { login } from '#shared/identity/sign-in.contract.ts'
import { SignedIn } from '#shared/identity/auth.contract.ts'
import { NewTotp, totpBegin, totpConfirm } from '#shared/identity/second-factor.contract.ts'
import {
  providerByCode,
  providerFactorBegin,
  providerFactorConfirm,
  providerSignIn,
} from '#shared/identity/provider.contract.ts'
import { password } from '../factories.ts'
import { type Box, type Caller, call } from '../server.ts'

/** The code that an authenticator app shows now, or some periods of thirty seconds later. */
export const appCode = ({ clock }: Pick<Box, 'clock'>, secret: string, later = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.nowMs() + later * 30_000 })

/** Signs somebody in who has no second factor. */
export async function enterDesk(box: Box, school: string, userName: string): Promise<Caller> {
  const { body } = await call(box.app, { school }, login, { userName, password })
  return { school, token: SignedIn.parse(body).token }
}

/** Sets an authenticator app up for somebody who is signed in. @returns its secret and the recovery codes */
export async function setUpApp(box: Box, caller: Caller): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = NewTotp.parse((await call(box.app, caller, totpBegin)).body)
  const { body } = await call(box.app, caller, totpConfirm, { code: appCode(box, secret), language: 'en' })
  return { secret, ...totpConfirm.reply.parse(body) }
}

/** Signs a provider in as far as its second factor. @returns the reply, with the ticket of a right password */
export async function proveProvider(box: Box, credentials: { email: string; password: string }, address?: string) {
  const caller = address === undefined ? {} : { address }
  const reply = providerSignIn.reply.parse((await call(box.app, caller, providerSignIn, credentials)).body)
  return reply.entered ? undefined : (reply.secondFactor ?? undefined)
}

/** Signs a provider in for the first time, which sets an authenticator app up. */
export async function setUpProvider(box: Box, credentials: { email: string; password: string }) {
  const { ticket } = (await proveProvider(box, credentials)) ?? { ticket: '' }
  const { secret } = NewTotp.parse((await call(box.app, {}, providerFactorBegin, { ticket })).body)
  const { body } = await call(box.app, {}, providerFactorConfirm, { ticket, code: appCode(box, secret) })
  return { secret, ...providerFactorConfirm.reply.parse(body) }
}

/** Signs a provider in who has an app. A code counts once, so that the clock moves on. @returns the token of the session */
export async function enterProvider(
  box: Box,
  { secret, ...credentials }: { email: string; password: string; secret: string },
): Promise<string> {
  box.clock.advance(30_000)
  const { ticket } = (await proveProvider(box, credentials)) ?? { ticket: '' }
  const { body } = await call(box.app, {}, providerByCode, { ticket, code: appCode(box, secret) })
  return providerByCode.reply.parse(body).token
}

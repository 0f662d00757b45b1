import { Secret, TOTP } from 'otpauth'
import { login } from '#shared/identity/sign-in.contract.ts'
import { SignedIn } from '#shared/identity/auth.contract.ts'
import { NewTotp, totpBegin, totpConfirm } from '#shared/identity/second-factor.contract.ts'
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

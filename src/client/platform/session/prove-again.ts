import { passkeyProve, passkeyProveBegin, passkeysRead } from '#shared/identity/passkey.contract.ts'
import { stepUp } from '#shared/identity/second-factor.contract.ts'
import { ownSsoProve, ownSsoRead } from '#shared/identity/single-sign-on.contract.ts'
import { ask } from '../http.ts'
import { canUsePasskeys, signByPasskey } from './passkey.ts'
import { leaveForProvider } from './provider-turn.ts'
import { withProof } from './with-proof.ts'

/** What is typed to prove who sits at the screen. */
export type TypedWay = 'password' | 'code'

export const proveByTyping = (way: TypedWay, typed: string) =>
  way === 'password' ? ask(stepUp, { password: typed }) : withProof((paid) => ask(stepUp, { code: typed, ...paid }))

/** Reads which ways this person has besides typing. */
export async function readWays(): Promise<{ hasPasskey: boolean; hasSso: boolean }> {
  const [{ linkedAt }, { passkeys }] = await Promise.all([ask(ownSsoRead, {}), ask(passkeysRead, {})])
  const hasPasskey = canUsePasskeys() && passkeys.some(({ host }) => host === location.hostname)
  return { hasPasskey, hasSso: linkedAt !== null }
}

/** @throws PasskeyCancelled, AppError */
export async function proveByPasskey(): Promise<void> {
  const { ticket, options } = await ask(passkeyProveBegin, { host: location.hostname })
  await ask(passkeyProve, { ticket, answer: await signByPasskey(options) })
}

/** Leaves for the school's provider, which leads back to this page: what was to be done is done again there. */
export const proveByProvider = async (): Promise<void> =>
  leaveForProvider(await ask(ownSsoProve, {}), { purpose: 'own', href: location.pathname + location.search })

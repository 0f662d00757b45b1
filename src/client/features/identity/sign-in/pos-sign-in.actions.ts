import { loadWords } from '#client/i18n/i18n.ts'
import { type Refused, refusedBecause } from '#client/platform/refused.ts'
import { currentSession, openOfflineSession } from '#client/platform/session/session.ts'
import type { Credentials } from '#shared/identity/auth.contract.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { signIn } from './sign-in.actions.ts'

export interface NamedOperator {
  userId: string
  name: Bilingual
  /** False when only the password helps: too many wrong PINs, or too long without contact. */
  usable: boolean
}

/** What the sign-in may ask of a paired till. Nothing, on a device that is none. */
export interface TillAccess {
  operators: NamedOperator[]
}

// The device's databases are half as heavy as the page, so they are opened only when a sign-in screen asks.
const device = () => import('#client/platform/offline/device.ts')

/** Who has signed in on this till before; works without a network. */
export async function readTillAccess(): Promise<TillAccess | undefined> {
  const { knownOperators } = await device()
  const operators = await knownOperators()
  return operators && { operators: await operators.list() }
}

/** Signs in by PIN, without the server. */
export async function signInByPin(userId: string, pin: string): Promise<Refused | undefined> {
  try {
    const { knownOperators } = await device()
    const user = await (await knownOperators())?.signIn(userId, pin)
    if (!user) return { messageId: 'device.unknown' }
    openOfflineSession(user)
    return undefined
  } catch (error) {
    await loadWords('errors')
    return refusedBecause(error)
  }
}

/** Signs in by password on this till. On success the person may choose a PIN for the next time. */
export const signInAtTill = (credentials: Credentials): Promise<Refused | undefined> =>
  signIn('pos', async () => (await import('./pos-sign-in.api.ts')).signInOperator(credentials))

/** Keeps a verifier of the PIN on this device for the person who has just signed in. */
export async function rememberPin(pin: string): Promise<void> {
  const { user } = currentSession()
  const { knownOperators } = await device()
  if (user) await (await knownOperators())?.remember(user, pin)
}

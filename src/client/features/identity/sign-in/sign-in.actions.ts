// chunk: entry
import { loadWords } from '#client/i18n/i18n.ts'
import { type Refused, refusedBecause } from '#client/platform/refused.ts'
import { openSession, type SignInKind } from '#client/platform/session/session.ts'
import type { Credentials, SignedIn } from '#shared/identity/auth.contract.ts'

/** Signs in by the server. The full client for calls is fetched only now: the page that asks for a password is light. */
export const signInAtDesk = (credentials: Credentials): Promise<Refused | undefined> =>
  signIn('staff', async () => (await import('./sign-in.api.ts')).signInStaff(credentials))

/** Opens the session that `ask` brings. */
export async function signIn(kind: SignInKind, ask: () => Promise<SignedIn>): Promise<Refused | undefined> {
  try {
    openSession(kind, await ask())
    return undefined
  } catch (error) {
    await loadWords('errors')
    return refusedBecause(error)
  }
}

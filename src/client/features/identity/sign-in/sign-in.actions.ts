// chunk: entry
import { loadWords } from '#client/i18n/i18n.ts'
import { type Refused, refusedBecause } from '#client/platform/refused.ts'
import { openSession, type SignInKind } from '#client/platform/session/session.ts'
import type { Credentials, SignedIn } from '#shared/identity/auth.contract.ts'
import type { SecondFactorAsked } from '#shared/identity/sign-in.contract.ts'

/** What came of a sign-in at a desk: nothing where the person is in. */
export interface DeskSignIn {
  refused?: Refused
  /** A second factor is asked for; its words are there. */
  asked?: SecondFactorAsked['secondFactor']
}

/** Signs in by the server. The full client for calls is fetched only now: the page that asks for a password is light. */
export async function signInAtDesk(credentials: Credentials): Promise<DeskSignIn> {
  try {
    const answer = await (await import('./sign-in.api.ts')).signInStaff(credentials)
    if (answer.user === null) {
      await loadWords('identity.second-factor', 'errors')
      return { asked: answer.secondFactor }
    }
    openSession('staff', answer)
    return {}
  } catch (error) {
    await loadWords('errors')
    return { refused: refusedBecause(error) }
  }
}

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

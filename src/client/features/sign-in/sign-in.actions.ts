import { loadWords } from '#client/i18n/i18n.ts'
import { openSession, type SignInKind } from '#client/platform/session.ts'
import type { Credentials, SignedIn } from '#shared/contract/auth.ts'
import type { MessageId } from '#shared/kernel/errors.ts'

/** Why it did not work, as the key of a text; `retryAfterMs` when the server asks for patience. */
export interface Refused {
  messageId: MessageId
  retryAfterMs?: number
}

/** Any failure as something a screen can say. */
export const refusedBecause = (error: unknown): Refused => {
  if (typeof error !== 'object' || error === null || !('messageId' in error)) return { messageId: 'L000' }
  const { messageId, retryAfterMs } = error as Refused
  return retryAfterMs === undefined ? { messageId } : { messageId, retryAfterMs }
}

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

import { loadWords } from '#client/i18n/i18n.ts'
import { openSession, type SignInKind } from '#client/platform/session.ts'
import type { Credentials } from '#shared/contract/auth.ts'
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
export async function signIn(
  kind: SignInKind,
  credentials: Credentials,
  deviceId?: string,
): Promise<Refused | undefined> {
  try {
    const api = await import('./sign-in.api.ts')
    const signedIn = await (kind === 'pos' ? api.signInOperator(credentials, deviceId) : api.signInStaff(credentials))
    openSession(kind, signedIn)
    return undefined
  } catch (error) {
    await loadWords('errors')
    return refusedBecause(error)
  }
}

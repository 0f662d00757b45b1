// chunk: calls
import { ask } from '#client/platform/http.ts'
import { type AuthDone, signOut } from '#shared/identity/auth.contract.ts'

/** What became of a sign-out: by specification §8 every failure is the same one. */
type SignOutResult = Pick<AuthDone, 'success' | 'messageId'> | { success: false; messageId: 'L000' }

/** Ends the session on the server. Never throws: offline the token simply expires; nobody has to wait for that at a screen. */
export const endSession = (token: string): Promise<SignOutResult> =>
  ask(signOut, { token }).catch(() => ({ success: false, messageId: 'L000' }))

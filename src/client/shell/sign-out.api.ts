// chunk: calls
import { ask } from '#client/platform/http.ts'
import { signOut } from '#shared/identity/auth.contract.ts'

/** Offline the token simply expires; nobody has to wait for that at a screen. */
export const endSession = (token: string): Promise<unknown> => ask(signOut, { token }).catch(() => undefined)

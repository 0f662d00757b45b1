import { ask } from '#client/platform/http.ts'
import { signOut } from '#shared/contract/auth.ts'

/** Offline the token simply expires; nobody has to wait for that at a screen. */
export const endSession = (token: string): Promise<unknown> => ask(signOut, { token }).catch(() => undefined)

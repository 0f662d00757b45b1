// chunk: frame
import { atom } from 'jotai'
import type { SignedIn, SignedInUser } from '#shared/identity/auth.contract.ts'
import { storedAtom } from '../storage.ts'
import { store } from '../store.ts'

/** `pos`: signed in at a till, online or with a PIN. It decides where sign-in, sign-out and the home route lead. */
export type SignInKind = 'staff' | 'pos'

export interface Session {
  signedIn: boolean
  /** Kept after sign-out, so that a till comes back to the till's own sign-in. */
  kind: SignInKind
  user: SignedInUser | null
  /** `null` when signed in offline with a PIN: such a session may sell, the device itself uploads. */
  token: string | null
  expiresAt: string | null
}

const signedOut: Session = { signedIn: false, kind: 'staff', user: null, token: null, expiresAt: null }

export const sessionAtom = storedAtom<Session>('session', signedOut)

export const userAtom = atom((get) => get(sessionAtom).user)

export const currentSession = (): Session => store.get(sessionAtom)

/** Opens the session after any kind of sign-in with the server's answer. */
export const openSession = (kind: SignInKind, { user, token, expiresAt }: SignedIn): void =>
  store.set(sessionAtom, { signedIn: true, kind, user, token, expiresAt })

/** Opens a till's session without the server: the PIN has been checked against what this device remembers. */
export const openOfflineSession = (user: SignedInUser): void =>
  store.set(sessionAtom, { signedIn: true, kind: 'pos', user, token: null, expiresAt: null })

/** Forgets the person, on sign-out and on a 401 of this very session. Unsent work is no part of the session and is never touched here. */
export const clearSession = (): void => store.set(sessionAtom, ({ kind }) => ({ ...signedOut, kind }))

/**
 * Ends the session that holds `token`, and no other: a late 401 must not sign out who has signed in since, nor somebody
 * at a till by PIN, whose session has no token and whom the server never knew.
 */
export function endSessionOf(token: string | undefined): void {
  if (token !== undefined && token === currentSession().token) clearSession()
}

/** Ends a till's session of somebody who may not work at a till any more, by PIN too; `allowed` is the server's word. */
export function endUnlessAllowed(allowed: readonly string[]): void {
  const { signedIn, kind, user } = currentSession()
  if (signedIn && kind === 'pos' && user && !allowed.includes(user.userId)) clearSession()
}

import { SignedIn } from '#shared/identity/auth.contract.ts'
import { login as signIn } from '#shared/identity/sign-in.contract.ts'
import { endpoint } from '#shared/kernel/endpoint.ts'

/** The sign-in of somebody without a second factor: it opens a session at once. */
export const login = endpoint({ ...signIn, reply: SignedIn })

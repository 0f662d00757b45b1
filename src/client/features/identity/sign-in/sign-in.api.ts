// chunk: sign-in-calls
import { ask } from '#client/platform/http.ts'
import { withProof } from '#client/platform/session/with-proof.ts'
import type { Credentials } from '#shared/identity/auth.contract.ts'
import { login, type SignInAnswer } from '#shared/identity/sign-in.contract.ts'

export const signInStaff = (credentials: Credentials): Promise<SignInAnswer> =>
  withProof((paid) => ask(login, { ...credentials, ...paid }))

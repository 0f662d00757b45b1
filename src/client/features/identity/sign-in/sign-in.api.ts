// chunk: calls
import { ask } from '#client/platform/http.ts'
import { withProof } from '#client/platform/session/with-proof.ts'
import { type Credentials, type SignedIn } from '#shared/identity/auth.contract.ts'
import { login } from '#shared/identity/sign-in.contract.ts'

export const signInStaff = (credentials: Credentials): Promise<SignedIn> =>
  withProof((paid) => ask(login, { ...credentials, ...paid }))

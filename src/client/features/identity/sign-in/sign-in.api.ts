// chunk: calls
import { ask } from '#client/platform/http.ts'
import { type Credentials, login, type SignedIn } from '#shared/identity/auth.contract.ts'

export const signInStaff = (credentials: Credentials): Promise<SignedIn> => ask(login, credentials)

import { ask } from '#client/platform/http.ts'
import { type Credentials, login, type SignedIn } from '#shared/contract/auth.ts'

export const signInStaff = (credentials: Credentials): Promise<SignedIn> => ask(login, credentials)

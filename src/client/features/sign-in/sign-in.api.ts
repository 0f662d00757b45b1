import { ask } from '#client/platform/http.ts'
import { type Credentials, login, loginPos, type SignedIn } from '#shared/contract/auth.ts'

export const signInStaff = (credentials: Credentials): Promise<SignedIn> => ask(login, credentials)

export const signInOperator = (credentials: Credentials, deviceId: string | undefined): Promise<SignedIn> =>
  ask(loginPos, deviceId ? { ...credentials, deviceId } : credentials)

// chunk: other-ways
import { tenantHeaders } from './tenant.ts'

/** Spelled out, and compared with the contract by a test: the endpoint itself would bring zod and all calls to the sign-in page. */
export const offerAddress = '/api/v1/oa/auth/sso'

/** Whether the school's own accounts may sign in here; no where the server does not say so, since the password is there as well. */
export async function readOffer(): Promise<boolean> {
  try {
    const response = await fetch(offerAddress, { headers: tenantHeaders() ?? {}, signal: AbortSignal.timeout(10_000) })
    const body: { isOffered?: unknown } | null = response.ok ? await response.json() : null
    return body?.isOffered === true
  } catch {
    return false
  }
}

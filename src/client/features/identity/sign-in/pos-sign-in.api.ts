import { ask, http } from '#client/platform/http.ts'
import { identityAtom, startDevice } from '#client/platform/offline/device.ts'
import { withProof } from '#client/platform/session/with-proof.ts'
import { store } from '#client/platform/store.ts'
import { signInFromTill } from '#local/device/till-sign-in.ts'
import { type Credentials, loginPos, type SignedIn } from '#shared/identity/auth.contract.ts'

/** From a paired till the call is signed by it: so no wrong tries from elsewhere keep a cashier out. */
export async function signInOperator(credentials: Credentials): Promise<SignedIn> {
  // A device whose storage is refused is no till.
  const running = await startDevice().catch(() => undefined)
  const identity = store.get(identityAtom)
  if (!running || !identity) return withProof((paid) => ask(loginPos, { ...credentials, ...paid }))
  const { offset, options } = running.device
  return signInFromTill({ http, identity, clock: options.surroundings.clock, offset }, credentials)
}

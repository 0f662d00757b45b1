// chunk: hardware
import { openSignedSend, type SignedSend } from '#local/device/signed-send.ts'
import { identityAtom, startDevice } from '../offline/device.ts'
import { store } from '../store.ts'

/** Returns how this device signs a call of its own. @throws Error where it is not paired */
export async function signedSend(): Promise<SignedSend> {
  const [{ device }, { http }] = await Promise.all([startDevice(), import('../http.ts')])
  const identity = store.get(identityAtom)
  if (!identity) throw new Error('this device is not paired')
  return openSignedSend({ http, identity, clock: device.options.surroundings.clock, offset: device.offset })
}

import type { DeviceIdentity } from '#local/device/identity.ts'
import { openHttp } from '#local/kernel/http.ts'
import { DeviceId } from '#shared/kernel/fields.ts'
import { deviceId } from './outbox-kit.ts'

/** Anything that answers requests: a script, or a whole server in this process. */
export type Wire = (request: Request) => Promise<Response>

export const named = (text: string) => ({ en: text, ar: text })

export async function makeIdentity(): Promise<DeviceIdentity> {
  const [keys, pinKey] = await Promise.all([
    crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']),
    crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
  ])
  return {
    deviceId: DeviceId.parse(deviceId),
    installEpoch: '0190a5a5-0000-7000-8000-00000000e001',
    till: { tillId: deviceId, siteCode: 'S', tillCode: 'T', kind: 'till', name: named('Till'), site: named('Site') },
    epoch: 1,
    keys: { publicKey: keys.publicKey, privateKey: keys.privateKey },
    pinKey,
  }
}

/** The device's own HTTP client, over a wire of the test's. */
export const httpOver = (wire: Wire, schoolCode = 'alnoor') =>
  openHttp({
    origin: 'http://localhost',
    identify: () => ({ schoolCode, clientId: schoolCode, token: undefined }),
    fetch: (input, init) => wire(new Request(input, init)),
  })

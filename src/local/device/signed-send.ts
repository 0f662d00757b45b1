// chunk: sender
import type { Http } from '#local/kernel/http.ts'
import type { ClockOffset } from '#local/outbox/clock-offset.ts'
import { toBase64Url, toHex } from '#shared/kernel/bytes.ts'
import { apiPrefix } from '#shared/kernel/endpoint.ts'
import { type Clock, toInstant } from '#shared/kernel/time.ts'
import { deviceHeaders, signedText } from '#shared/sync/device.contract.ts'
import type { DeviceIdentity } from './identity.ts'

export interface SignedSendParts {
  http: Http
  identity: Pick<DeviceIdentity, 'deviceId' | 'keys'>
  clock: Clock
  offset: ClockOffset
}

/** Raw answer with the body as text; the caller interprets it. */
export interface RawAnswer {
  status: number
  headers: Headers
  text: string
}

/** Posts JSON signed with the device's key. Rejects when no answer came (network, time-out, redirect). */
export type SignedSend = (path: `/${string}`, body: unknown) => Promise<RawAnswer>

const baseTimeoutMs = 10_000
const bytesPerSecond = 20 * 1024

/**
 * Creates the signed sender. The signature covers method, path, time and body, so a captured request cannot be reused elsewhere.
 * The time is the device's clock corrected by the measured offset, so a tablet with a wrong date still gets through.
 */
export const openSignedSend =
  ({ http, identity, clock, offset }: SignedSendParts): SignedSend =>
  async (path, body) => {
    const text = JSON.stringify(body)
    const time = toInstant(clock.nowMs() + (offset.value() ?? 0))
    const message = signedText('post', `${apiPrefix}${path}`, time, await sha256Of(text))
    const sending = http.client.post(path.slice(1), {
      body: text,
      headers: {
        ...http.headersFor(path),
        'content-type': 'application/json',
        [deviceHeaders.id]: identity.deviceId,
        [deviceHeaders.time]: time,
        [deviceHeaders.signature]: await sign(identity.keys.privateKey, message),
      },
      throwHttpErrors: false,
      redirect: 'error',
      cache: 'no-store',
      timeout: baseTimeoutMs + Math.ceil(text.length / bytesPerSecond) * 1000,
    })
    const response = await sending
    // Read through the client: the response's own reader has no time limit, and a stalled body would stop all sending.
    return { status: response.status, headers: response.headers, text: await sending.text() }
  }

async function sha256Of(text: string): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
}

async function sign(key: CryptoKey, message: string): Promise<string> {
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
  const signature = await crypto.subtle.sign(algorithm, key, new TextEncoder().encode(message))
  return toBase64Url(new Uint8Array(signature))
}

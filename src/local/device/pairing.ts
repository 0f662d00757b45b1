import { call, type Http } from '#local/kernel/http.ts'
import type { OutboxStore } from '#local/outbox/outbox-store.ts'
import { DeviceId } from '#shared/kernel/fields.ts'
import { type Random, uuidv7 } from '#shared/kernel/ids.ts'
import type { Clock } from '#shared/kernel/time.ts'
import { type PreviousInstall, type PublicKeyJwk, pairDevice } from '#shared/sync/device.contract.ts'
import { type DeviceIdentity, keepIdentity } from './identity.ts'

export interface PairingParts {
  http: Http
  store: OutboxStore
  clock: Clock
  random: Random
  /** Existing identity: a revoked tablet returns as itself, with everything it still holds. */
  known?: DeviceIdentity | undefined
  /** Traces that an earlier install left outside IndexedDB, if any. */
  formerLife: PreviousInstall | undefined
}

export interface Pairing {
  identity: DeviceIdentity
  /** Operations of the earlier install that the server never received. */
  lostOperations: number
}

type Attempt = Pick<DeviceIdentity, 'deviceId' | 'installEpoch' | 'keys' | 'pinKey'>

const attemptKey = 'pairingAttempt'

/**
 * Pairs this device with a till. Id and keys are stored before the code is redeemed, so a lost answer can be requested again with
 * the same code.
 * @throws AppError device.code-invalid, device.till-taken; StorageFull / StorageBroken before anything was redeemed.
 */
export async function pair(parts: PairingParts, code: string): Promise<Pairing> {
  const attempt = parts.known ?? (await parts.store.getMeta<Attempt>(attemptKey)) ?? (await newAttempt(parts))
  if (!parts.known) await parts.store.putMeta(attemptKey, attempt)
  const reply = await call(parts.http, pairDevice, {
    code,
    deviceId: attempt.deviceId,
    publicKey: await exportPublicKey(attempt.keys.publicKey),
    ...(parts.formerLife && !parts.known ? { formerLife: parts.formerLife } : {}),
  })
  const identity: DeviceIdentity = { ...attempt, till: reply.till, epoch: reply.epoch }
  await keepIdentity(parts.store, identity)
  await parts.store.putMeta(attemptKey, undefined)
  return { identity, lostOperations: reply.lostOperations }
}

async function newAttempt({ clock, random }: PairingParts): Promise<Attempt> {
  const [keys, pinKey] = await Promise.all([
    crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']),
    crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
  ])
  return {
    deviceId: DeviceId.parse(uuidv7(clock.nowMs(), random)),
    installEpoch: uuidv7(clock.nowMs(), random),
    keys: { publicKey: keys.publicKey, privateKey: keys.privateKey },
    pinKey,
  }
}

/** Exports the public key in the form sent to the server. */
export async function exportPublicKey(key: CryptoKey): Promise<PublicKeyJwk> {
  const jwk = (await crypto.subtle.exportKey('jwk', key)) as { x?: string; y?: string }
  return { kty: 'EC', crv: 'P-256', x: jwk.x ?? '', y: jwk.y ?? '' }
}

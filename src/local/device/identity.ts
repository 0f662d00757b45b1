import type { OutboxStore } from '#local/outbox/outbox-store.ts'
import type { DeviceId } from '#shared/kernel/ids.ts'
import type { Till } from '#shared/sync/device.contract.ts'

/** Identity of this device for its school: made at pairing, stored in the outbox database beside what it signs. */
export interface DeviceIdentity {
  deviceId: DeviceId
  /** Random id of this install: a new one tells the server that the previous storage was lost. */
  installEpoch: string
  till: Till
  /** Epoch of the till; part of every receipt number. */
  epoch: number
  /** P-256 key pair; the private key cannot leave the browser. */
  keys: { publicKey: CryptoKey; privateKey: CryptoKey }
  /** HMAC key that peppers the PIN verifiers; cannot leave the browser either. */
  pinKey: CryptoKey
}

const metaKey = 'identity'

export const readIdentity = (store: OutboxStore): Promise<DeviceIdentity | undefined> => store.getMeta(metaKey)
export const keepIdentity = (store: OutboxStore, identity: DeviceIdentity): Promise<void> =>
  store.putMeta(metaKey, identity)

/** Returns the stream of a paired device's operations: `till/<device>`, or `kiosk/<device>` for front desks and kiosks. */
export const streamOf = (identity: Pick<DeviceIdentity, 'deviceId' | 'till'>): string =>
  `${identity.till.kind === 'till' ? 'till' : 'kiosk'}/${identity.deviceId}`

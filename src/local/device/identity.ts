import type { OutboxStore } from '#local/outbox/outbox-store.ts'
import type { DeviceId } from '#shared/kernel/ids.ts'
import type { Till } from '#shared/sync/device.contract.ts'

/** Who this device is for its school: made at pairing, kept in the outbox database beside what it signs. */
export interface DeviceIdentity {
  deviceId: DeviceId
  /** Random id of this life of the storage: a new one tells the server that the former was lost. */
  installEpoch: string
  till: Till
  /** The till's epoch; part of every receipt number. */
  epoch: number
  /** P-256; the private half cannot leave the browser. */
  keys: { publicKey: CryptoKey; privateKey: CryptoKey }
  /** HMAC key that peppers the PIN verifiers; cannot leave the browser either. */
  pinKey: CryptoKey
}

const metaKey = 'identity'

export const readIdentity = (store: OutboxStore): Promise<DeviceIdentity | undefined> => store.getMeta(metaKey)
export const keepIdentity = (store: OutboxStore, identity: DeviceIdentity): Promise<void> =>
  store.putMeta(metaKey, identity)

/** The one stream of a paired device's operations. Forms of a front desk go where those of any kiosk go. */
export const streamOf = (identity: Pick<DeviceIdentity, 'deviceId' | 'till'>): string =>
  `${identity.till.kind === 'till' ? 'till' : 'kiosk'}/${identity.deviceId}`

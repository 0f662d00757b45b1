// chunk: core
import type { OutboxStore } from '#local/outbox/outbox-store.ts'
import type { DeviceId } from '#shared/kernel/fields.ts'
import { type Random, uuidv7 } from '#shared/kernel/ids.ts'
import type { Clock } from '#shared/kernel/time.ts'

/** Identity of an unpaired browser: a key of its own, and nothing about the person. */
export interface VisitorIdentity {
  deviceId: DeviceId
  installEpoch: string
  keys: { publicKey: CryptoKey; privateKey: CryptoKey }
}

const metaKey = 'identity'

/** Returns the identity of this browser, created with its first form. */
export async function visitorIdentity(store: OutboxStore, clock: Clock, random: Random): Promise<VisitorIdentity> {
  const known = await store.getMeta<VisitorIdentity>(metaKey)
  if (known) return known
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
  const made: VisitorIdentity = {
    // Parsing by the schema would load zod for people who only start to type.
    deviceId: uuidv7(clock.nowMs(), random) as DeviceId,
    installEpoch: uuidv7(clock.nowMs(), random),
    keys: { publicKey: keys.publicKey, privateKey: keys.privateKey },
  }
  // If two tabs start at once, the later one takes the earlier one's identity.
  await store.changeMeta<VisitorIdentity>(metaKey, (there) => there ?? made)
  return (await store.getMeta<VisitorIdentity>(metaKey)) ?? made
}

export const visitorStream = ({ deviceId }: Pick<VisitorIdentity, 'deviceId'>): string => `form/${deviceId}`

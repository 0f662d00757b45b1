import type { OutboxStore } from '#local/outbox/outbox-store.ts'
import type { DeviceId } from '#shared/kernel/fields.ts'
import { type Random, uuidv7 } from '#shared/kernel/ids.ts'
import type { Clock } from '#shared/kernel/time.ts'

/** Who a browser is that nobody has paired: a key of its own, and nothing about the person. */
export interface VisitorIdentity {
  deviceId: DeviceId
  installEpoch: string
  keys: { publicKey: CryptoKey; privateKey: CryptoKey }
}

const metaKey = 'identity'

/** The identity of this browser, made at its first form. */
export async function visitorIdentity(store: OutboxStore, clock: Clock, random: Random): Promise<VisitorIdentity> {
  const known = await store.getMeta<VisitorIdentity>(metaKey)
  if (known) return known
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
  const made: VisitorIdentity = {
    // The schema would bring zod to everybody who only begins to type.
    deviceId: uuidv7(clock.nowMs(), random) as DeviceId,
    installEpoch: uuidv7(clock.nowMs(), random),
    keys: { publicKey: keys.publicKey, privateKey: keys.privateKey },
  }
  // Of two tabs that begin at once, the later one is who the earlier one is.
  await store.changeMeta<VisitorIdentity>(metaKey, (there) => there ?? made)
  return (await store.getMeta<VisitorIdentity>(metaKey)) ?? made
}

export const visitorStream = ({ deviceId }: Pick<VisitorIdentity, 'deviceId'>): string => `form/${deviceId}`

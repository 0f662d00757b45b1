import { exportPublicKey } from '#local/device/pairing.ts'
import { call, type Http } from '#local/http.ts'
import type { Exchange, Transport } from '#local/outbox/outbox.types.ts'
import type { OutboxStore } from '#local/outbox/outbox-store.ts'
import { DeviceId } from '#shared/contract/fields.ts'
import { admitVisitor } from '#shared/contract/visitor.ts'
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
    deviceId: DeviceId.parse(uuidv7(clock.nowMs(), random)),
    installEpoch: uuidv7(clock.nowMs(), random),
    keys: { publicKey: keys.publicKey, privateKey: keys.privateKey },
  }
  // Of two tabs that begin at once, the later one is who the earlier one is.
  await store.changeMeta<VisitorIdentity>(metaKey, (there) => there ?? made)
  return (await store.getMeta<VisitorIdentity>(metaKey)) ?? made
}

export const visitorStream = ({ deviceId }: Pick<VisitorIdentity, 'deviceId'>): string => `form/${deviceId}`

const admittedKey = 'isAdmitted'

export interface AdmissionParts {
  store: OutboxStore
  http: Http
  identity: VisitorIdentity
  /** Solves a challenge of the server; what it answers pays for one form. */
  prove(): Promise<string>
}

/**
 * Pays for forms with solved challenges, before they are sent where it is known that they must be, else when the server says
 * so. A visitor that the server does not know (any more) makes itself known in the same step.
 */
export function payingTransport(send: Transport, { store, http, identity, prove }: AdmissionParts): Transport {
  let credit: number | undefined
  const earn = async (count: number) => {
    const publicKey = await exportPublicKey(identity.keys.publicKey)
    for (let paid = 0; paid < count; paid += 1) {
      const reply = await call(http, admitVisitor, { visitorId: identity.deviceId, publicKey, proof: await prove() })
      credit = reply.credit
    }
    await store.putMeta(admittedKey, true)
  }
  return async (batch) => {
    const fresh = batch.ops.length
    try {
      if (fresh > 0 && credit === undefined && !(await store.getMeta(admittedKey))) await earn(fresh)
      if (fresh > 0 && credit !== undefined && credit < fresh) await earn(fresh - credit)
      let exchange = await send(batch)
      if (wantsProof(exchange)) {
        await earn(Math.max(1, fresh))
        exchange = await send(batch)
      }
      // Repeats cost nothing; that this counts them all the same only makes the next challenge come earlier.
      if (exchange.kind === 'answer' && credit !== undefined) credit = Math.max(0, credit - fresh)
      return exchange
    } catch (error) {
      return { kind: 'unreachable', retryAfterMs: waitOf(error), why: (error as Error).name }
    }
  }
}

const wantsProof = (exchange: Exchange): boolean =>
  (exchange.kind === 'unreachable' && exchange.why === 'robots.proof-needed') ||
  (exchange.kind === 'unproven' && exchange.messageId === 'device.unknown')

const waitOf = (error: unknown): number | null =>
  typeof error === 'object' && error !== null && 'retryAfterMs' in error && typeof error.retryAfterMs === 'number'
    ? error.retryAfterMs
    : null

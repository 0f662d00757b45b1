import { exportPublicKey } from '#local/device/pairing.ts'
import { call, type Http } from '#local/kernel/http.ts'
import type { Exchange, Transport } from '#local/outbox/outbox.types.ts'
import type { OutboxStore } from '#local/outbox/outbox-store.ts'
import { admitVisitor } from '#shared/sync/anonymous-sender.contract.ts'
import type { VisitorIdentity } from './visitor.ts'

const admittedKey = 'isAdmitted'

export interface AdmissionParts {
  store: OutboxStore
  http: Http
  identity: VisitorIdentity
  /** Solves a challenge of the server; its answer pays for one form. */
  prove(): Promise<string>
}

/**
 * Pays for forms with solved challenges, before sending where known to be required, otherwise on the server's demand. An
 * anonymous sender the server does not know registers in the same step.
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
      // Repeats are free; counting them anyway only makes the next challenge come earlier.
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

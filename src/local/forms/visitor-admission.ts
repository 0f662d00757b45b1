import { exportPublicKey } from '#local/device/pairing.ts'
import type { SignedSend } from '#local/device/signed-send.ts'
import { call, type Http, refusalOf } from '#local/kernel/http.ts'
import { parseJson } from '#local/kernel/json.ts'
import type { Exchange, Transport } from '#local/outbox/outbox.types.ts'
import type { OutboxStore } from '#local/outbox/outbox-store.ts'
import { admitVisitor } from '#shared/sync/anonymous-sender.contract.ts'
import type { VisitorIdentity } from './visitor.ts'

const admittedKey = 'isAdmitted'

interface AdmissionParts {
  store: OutboxStore
  http: Http
  identity: VisitorIdentity
  /** Solves a challenge of the server; its answer pays for one form. */
  prove(): Promise<string>
}

/** Forms that are paid for; undefined as long as the server has not said. */
export interface Admission {
  credit: number | undefined
  /** Solves `count` challenges. Registers an anonymous sender whom the server does not know. */
  earn(count: number): Promise<void>
}

export function openAdmission({ store, http, identity, prove }: AdmissionParts): Admission {
  const admission: Admission = {
    credit: undefined,
    earn: async (count) => {
      const publicKey = await exportPublicKey(identity.keys.publicKey)
      for (let paid = 0; paid < count; paid += 1) {
        const reply = await call(http, admitVisitor, { visitorId: identity.deviceId, publicKey, proof: await prove() })
        admission.credit = reply.credit
      }
      await store.putMeta(admittedKey, true)
    },
  }
  return admission
}

/**
 * Pays for forms with solved challenges, before sending where known to be required, otherwise on the server's demand. An
 * anonymous sender the server does not know registers in the same step.
 */
export function payingTransport(send: Transport, store: OutboxStore, admission: Admission): Transport {
  return async (batch) => {
    const fresh = batch.ops.length
    try {
      const isFirst = admission.credit === undefined && !(await store.getMeta(admittedKey))
      if (fresh > 0 && isFirst) await admission.earn(fresh)
      const { credit } = admission
      if (credit !== undefined && credit < fresh) await admission.earn(fresh - credit)
      let exchange = await send(batch)
      if (wantsProof(exchange)) {
        await admission.earn(Math.max(1, fresh))
        exchange = await send(batch)
      }
      // Repeats are free; counting them anyway only makes the next challenge come earlier.
      if (exchange.kind === 'answer' && admission.credit !== undefined) {
        admission.credit = Math.max(0, admission.credit - fresh)
      }
      return exchange
    } catch (error) {
      return { kind: 'unreachable', retryAfterMs: waitOf(error), why: (error as Error).name }
    }
  }
}

/** Registers again with a server that no longer knows the sender, as after a restored backup, and repeats the call. */
export function admittedSend(send: SignedSend, admission: Admission): SignedSend {
  return async (path, body) => {
    const answer = await send(path, body)
    if (answer.status !== 401 || refusalOf(parseJson(answer.text)).messageId !== 'device.unknown') return answer
    await admission.earn(1)
    return send(path, body)
  }
}

const wantsProof = (exchange: Exchange): boolean =>
  (exchange.kind === 'unreachable' && exchange.why === 'robots.proof-needed') ||
  (exchange.kind === 'unproven' && exchange.messageId === 'device.unknown')

const waitOf = (error: unknown): number | null =>
  typeof error === 'object' && error !== null && 'retryAfterMs' in error && typeof error.retryAfterMs === 'number'
    ? error.retryAfterMs
    : null

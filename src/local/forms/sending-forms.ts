import { exportPublicKey } from '#local/device/pairing.ts'
import { openSignedSend, type SignedSend, type SignedSendParts } from '#local/device/signed-send.ts'
import { call, type Http } from '#local/kernel/http.ts'
import { backOffMs } from '#local/outbox/back-off.ts'
import { openHttpTransport } from '#local/outbox/http-transport.ts'
import type { Exchange, Transport } from '#local/outbox/outbox.types.ts'
import type { OutboxStore } from '#local/outbox/outbox-store.ts'
import { startSender } from '#local/outbox/sender.ts'
import { type Sender } from '#local/outbox/sender.types.ts'
import type { Sealed } from '#local/storage/forms-db.ts'
import type { Forms, VisitorForms } from '#local/visitor/open-forms.ts'
import { admitVisitor } from '#shared/sync/anonymous-sender.contract.ts'
import { finishSubmitted } from './finish.ts'
import { type VisitorIdentity, visitorStream } from './visitor.ts'

const admittedKey = 'isAdmitted'

interface AdmissionParts {
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
function payingTransport(send: Transport, { store, http, identity, prove }: AdmissionParts): Transport {
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

/* Network half of forms. A page loads it when there is something to send: filling in needs none of it. */

export interface FormSending {
  sendNow(): void
  stop(): Promise<void>
}

type SigningIdentity = SignedSendParts['identity']

export interface VisitorSendingParts {
  http: Http
  appVersion: string
  prove(): Promise<string>
}

/** Sends a visitor's forms and then their files; one tab of the browser does it for all. */
export function startVisitorSending(
  schoolCode: string,
  forms: VisitorForms,
  { http, appVersion, prove }: VisitorSendingParts,
): FormSending {
  const { identity, outbox, surroundings, vault } = forms
  const { clock, random } = surroundings
  const { offset, contact, store } = outbox
  const send = openSignedSend({ http, identity, clock, offset })
  const unseal = (body: unknown) => vault.open(body as Sealed)
  const transport = openHttpTransport({ send, identity, clock, random, offset, contact, appVersion, unseal })
  const sender = startSender({
    ...surroundings,
    store,
    transport: payingTransport(transport, { store, http, identity, prove }),
    lockName: `sync:${schoolCode}:visitor`,
    maySteal: () => true,
    // Nothing is kept for a shift.
    keepFrom: () => ({ [visitorStream(identity)]: Number.MAX_SAFE_INTEGER }),
    onTrouble: () => undefined,
  })
  const finishing = startFinishing(forms, send, `files:${schoolCode}:visitor`)
  return bothOf(sender, finishing)
}

/** Starts finishing at a paired front desk, where the device's own sender delivers the forms. */
export function startDeskFinishing(
  schoolCode: string,
  forms: Forms,
  identity: SigningIdentity,
  http: Http,
): FormSending {
  const { clock } = forms.surroundings
  const send = openSignedSend({ http, identity, clock, offset: forms.outbox.offset })
  return startFinishing(forms, send, `files:${schoolCode}:desk`)
}

function bothOf(sender: Sender, finishing: FormSending): FormSending {
  return {
    sendNow: () => {
      sender.sendNow()
      finishing.sendNow()
    },
    stop: async () => {
      await Promise.all([sender.stop(), finishing.stop()])
    },
  }
}

/** Fetches references and sends files whenever the outbox has moved, while something is unfinished. */
export function startFinishing(forms: Forms, send: SignedSend, lockName: string): FormSending {
  const { channel, locks, random, sleep } = forms.surroundings
  const stopping = new AbortController()
  let nap = new AbortController()
  let isCalled = false
  const wake = () => {
    isCalled = true
    nap.abort()
  }
  const unlisten = channel.listen((message) => {
    if (message.type === 'ops-settled' || message.type === 'send-now') wake()
  })
  const parts = {
    db: forms.db,
    drafts: forms.drafts,
    store: forms.outbox.store,
    send,
    onChange: () => channel.post({ type: 'forms' }),
  }
  const run = async (): Promise<void> => {
    let failures = 0
    while (!stopping.signal.aborted) {
      isCalled = false
      try {
        await finishSubmitted(parts, stopping.signal)
        failures = 0
      } catch {
        failures += 1
      }
      nap = new AbortController()
      if (isCalled) continue
      const waitMs = failures === 0 ? Number.POSITIVE_INFINITY : backOffMs(failures, random)
      await sleep(waitMs, AbortSignal.any([nap.signal, stopping.signal]))
    }
  }
  const running = locks
    .request(lockName, { signal: stopping.signal }, run)
    .catch(() => undefined /* stopped while waiting for the lock */)
  return {
    sendNow: wake,
    stop: async () => {
      stopping.abort()
      wake()
      unlisten()
      await running
    },
  }
}

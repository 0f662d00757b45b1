import { openSignedSend, type SignedSend, type SignedSendParts } from '#local/device/signed-send.ts'
import type { Http } from '#local/kernel/http.ts'
import type { Vault } from '#local/kernel/vault.ts'
import { backOffMs } from '#local/outbox/back-off.ts'
import { openHttpTransport } from '#local/outbox/http-transport.ts'
import { startSender } from '#local/outbox/sender.ts'
import { type Sender } from '#local/outbox/sender.types.ts'
import type { FormsDb, Sealed, SubmittedRow } from '#local/storage/forms-db.ts'
import type { StoredOp } from '#local/storage/outbox-db.ts'
import type { Forms, VisitorForms } from '#local/visitor/open-forms.ts'
import type { Submission } from '#shared/forms/form.contract.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import type { Clock } from '#shared/kernel/time.ts'
import { type FinishParts, finishSubmitted } from './finish.ts'
import { visitorStream } from './visitor.ts'
import { openVisitorPull } from './visitor-server.ts'
import { admittedSend, openAdmission, payingTransport } from './visitor-admission.ts'

interface PutBackParts {
  db: FormsDb
  vault: Vault
  clock: Clock
  newId: () => string
}

/** Returns a function that turns a refused submission into a draft again, with its files, so that it can be submitted another time. */
const openPutBack =
  ({ db, vault, clock, newId }: PutBackParts) =>
  async (row: SubmittedRow, op: StoredOp): Promise<void> => {
    const { form, version, startedAt, answers } = (await vault.open(op.body as Sealed)) as Submission
    const sealed = await vault.seal(answers)
    await db.transaction('rw', db.drafts, db.files, db.handedIn, async () => {
      // Another tab was faster.
      if ((await db.handedIn.get(row.id))?.state === 'attention') return
      const id = newId()
      await db.drafts.put({ id, slug: form, version, startedAt, answers: sealed, changedAtMs: clock.nowMs() })
      await db.files.where('draftId').equals(row.id).modify({ draftId: id })
      await db.handedIn.update(row.id, { state: 'attention', problem: op.lastError })
    })
  }

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
  const stream = visitorStream(identity)
  const admission = openAdmission({ store, http, identity, prove })
  const sender = startSender({
    ...surroundings,
    store,
    transport: payingTransport(transport, store, admission),
    lockName: `sync:${schoolCode}:visitor`,
    maySteal: () => true,
    pull: openVisitorPull({ http, store, clock, stream }),
    // Nothing is kept for a shift.
    keepFrom: () => ({ [stream]: Number.MAX_SAFE_INTEGER }),
    onTrouble: () => undefined,
  })
  const newId = () => uuidv7(clock.nowMs(), random)
  const putBack = openPutBack({ db: forms.db, vault, clock, newId })
  const finishing = startFinishing(forms, admittedSend(send, admission), `files:${schoolCode}:visitor`, putBack)
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
export function startFinishing(
  forms: Forms,
  send: SignedSend,
  lockName: string,
  putBack?: FinishParts['putBack'],
): FormSending {
  const { channel, clock, locks, random, sleep } = forms.surroundings
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
    putBack,
    nowMs: () => clock.nowMs() + (forms.outbox.offset.value() ?? 0),
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

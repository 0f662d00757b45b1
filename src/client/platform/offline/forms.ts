// chunk: form
import { atom } from 'jotai'
import type { FormSending } from '#local/forms/sending-forms.ts'
import type { SubmittedRow } from '#local/storage/forms-db.ts'
import { formsDbName, hasDatabase } from '#local/storage/names.ts'
import type { Forms } from '#local/visitor/open-forms.ts'
import type { Submit } from '#local/visitor/submit.ts'
import type { PublishedForm } from '#shared/forms/form.contract.ts'
import { onFirstUse } from '../page/first-use.ts'
import { tenantAtom } from '../session/school.atoms.ts'
import { store } from '../store.ts'
import { wasPaired } from './canary.ts'

/** The forms that were handed in on this device, and how they stand; null until they have been read. */
export const submittedAtom = atom<SubmittedRow[] | null>(null)

interface Running {
  forms: Forms
  /** Begins to send what is unfinished; resolves with the handle once its code is here. */
  beginSending(): Promise<FormSending>
  sending?: FormSending
}

let running: Promise<Running> | undefined

/**
 * Opens what this device keeps of forms, once per page; goes on sending what is unfinished. Comes after the first paint, and
 * on a first visit with the first touch: a form can be read before.
 */
export function startForms(): Promise<Running> {
  running ??= start().catch((error: unknown) => {
    running = undefined
    throw error
  })
  return running
}

async function start(): Promise<Running> {
  const { code } = store.get(tenantAtom)
  if (!code) throw new Error('no school is settled')
  // A paired front desk signs as itself; on every other browser a visitor hands in, paired as a till or not.
  const state: Running =
    (wasPaired(code) && (await (await import('./desk-forms.ts')).openDesk(code))) || (await openVisitor(code))
  const { channel } = state.forms.surroundings
  const read = async () => {
    const rows = await state.forms.db.handedIn.toArray()
    store.set(submittedAtom, rows)
    if (rows.some(mustSend)) void startSync(state)
  }
  channel.listen((message) => {
    if (message.type === 'forms') void read()
  })
  addEventListener('online', () => state.sending?.sendNow())
  document.addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'visible' && state.sending?.sendNow(),
  )
  await read()
  return state
}

/** Whether an earlier visit may have left something here, to go on with or to send. */
export async function ensureForms(): Promise<boolean> {
  const { code } = store.get(tenantAtom)
  return code !== null && (wasPaired(code) || hasDatabase(formsDbName(code)))
}

/** The code by which a visitor's forms are kept; to be there before the network goes. */
export const formsCode = [
  () => import('#local/storage/forms-db.ts'),
  () => import('#local/kernel/surroundings.ts'),
  () => import('#local/visitor/open-forms.ts'),
] as const

async function openVisitor(code: string): Promise<Running> {
  const [{ openVisitorForms }, { browserSurroundings }] = await Promise.all([
    import('#local/visitor/open-forms.ts'),
    import('#local/kernel/surroundings.ts'),
  ])
  const forms = await openVisitorForms(code, browserSurroundings(code, 'visitor'))
  const beginSending = async () => {
    const [{ startVisitorSending }, { obtainProofToken }, { http }] = await Promise.all([
      import('#local/forms/sending-forms.ts'),
      import('../session/prove.ts'),
      import('../http.ts'),
    ])
    return startVisitorSending(code, forms, { http, appVersion: __BUILD__, prove: obtainProofToken })
  }
  return { forms, beginSending }
}

/** Unfinished, or kept for a server that may be restored. */
const mustSend = ({ state, keptSinceMs }: SubmittedRow): boolean =>
  state === 'saved' || state === 'received' || keptSinceMs !== undefined

const retryMs = 10_000

let isBeginning = false

/** A chunk that cannot be had now is asked for again: what is saved here does not depend on it. */
async function startSync(state: Running): Promise<void> {
  if (state.sending || isBeginning) return
  isBeginning = true
  try {
    state.sending = await state.beginSending()
  } catch {
    setTimeout(() => void startSync(state), retryMs)
  }
  isBeginning = false
}

/** Hands a form in: resolves once it is on this device for good. @throws StorageFull, StorageBroken, AppError */
export async function submitForm(asked: Submit): Promise<void> {
  const { forms } = await startForms()
  await forms.handIn(asked)
}

/** Forgets the back-off and sends now. */
export async function sendFormsNow(): Promise<void> {
  const { sending } = await startForms()
  sending?.sendNow()
}

/** Keeps an opened form on this device, for the next time without a network, once somebody uses it. */
export async function rememberForm(form: PublishedForm): Promise<void> {
  await onFirstUse()
  await keepForm(form)
}

/** Keeps the form on this device at once. */
export async function keepForm(form: PublishedForm): Promise<void> {
  const { forms } = await startForms()
  await forms.db.definitions.put({ ...form, fetchedAtMs: forms.surroundings.clock.nowMs() })
}

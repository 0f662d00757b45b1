import { carryOver } from '#local/admissions/carry-over.ts'
import { type DeskOutbox, openDeskOutbox } from '#local/admissions/desk-outbox.ts'
import { startDeskSending } from '#local/admissions/desk-sending.ts'
import type { DecisionMade } from '#local/admissions/desk-work.types.ts'
import { countOthersCash } from '#local/admissions/others-cash.ts'
import { browserSurroundings } from '#local/kernel/surroundings.ts'
import type { Sender } from '#local/outbox/sender.types.ts'
import { takeCash } from '#shared/admissions/desk-cash.contract.ts'
import { studentUpdate } from '#shared/admissions/student-file.contract.ts'
import { recordFeePayment } from '#shared/fees/fee-payment.contract.ts'
import { takeDeskTopUp } from '#shared/pos/top-ups/desk-top-up.contract.ts'
import { fileRetention } from '#shared/retention/retention.contract.ts'
import { addNote, addTask } from '#shared/students/student-notes.contract.ts'
import type { StudentWriting } from '#shared/students/student-writing.types.ts'
import { readServerState } from '#shared/sync/server-state.contract.ts'
import { ask } from '../http.ts'
import { tenantAtom } from '../session/school.atoms.ts'
import { currentSession, sessionAtom } from '../session/session.ts'
import { store } from '../store.ts'
import {
  othersCashAtom,
  pendingCashAtom,
  pendingDecisionsAtom,
  pendingFeeCashAtom,
  pendingWritingsAtom,
} from './desk-outbox.atoms.ts'
import { pendingTopUpsAtom } from './desk-top-ups.atoms.ts'

/** The outbox of who is signed in, and what sends from it. */
interface Running {
  desk: DeskOutbox
  sender: Sender
  /** Receipts of colleagues; only they change that, when they are signed in. */
  others: number
}

let running: { of: string; opened: Promise<Running> } | undefined

/** Whose session carries calls; somebody at a till by PIN has none that the server knows. */
function signedInUser(): string | undefined {
  const { user, token } = currentSession()
  return token === null ? undefined : user?.userId
}

/** Opens the outbox of who is signed in, once for each person, and goes on sending; a former person's sends no more. @throws where storage fails */
export function ownDesk(): Promise<Running> {
  const { code } = store.get(tenantAtom)
  const userId = signedInUser()
  if (!code || userId === undefined) return Promise.reject(new Error('nobody is signed in at a school'))
  const of = `${code} ${userId}`
  if (running?.of === of) return running.opened
  const former = running?.opened
  const opened = (former ? leave(former) : Promise.resolve()).then(() => open(code, userId))
  const mine = { of, opened }
  running = mine
  opened.catch(() => {
    // Opened again by the next that needs it.
    if (running === mine) running = undefined
  })
  followSession()
  return opened
}

async function open(code: string, userId: string): Promise<Running> {
  const surroundings = browserSurroundings(code, `desk-${userId}`)
  await carryOver(code, userId, surroundings)
  const desk = await openDeskOutbox(code, userId, surroundings)
  const others = await countOthersCash(code, userId)
  await desk.askCashAgain()
  const sender = startDeskSending(code, desk, {
    signedIn: signedInUser,
    decide: (asked) => ask(studentUpdate, asked),
    book: (operation) => ask(takeCash, operation),
    bookFees: ({ paysFor: _paysFor, ...payment }) => ask(recordFeePayment, payment),
    bookTopUp: (operation) => ask(takeDeskTopUp, operation),
    write: sendWriting,
    serverState: () => ask(readServerState, {}),
    maySteal: () => document.visibilityState === 'visible',
  })
  const opened = { desk, sender, others }
  surroundings.channel.listen(({ type }) => {
    // Told again with the next message, should the storage not answer.
    if (type === 'ops-added' || type === 'ops-settled') showDesk(opened).catch(() => undefined)
  })
  await showDesk(opened)
  return opened
}

async function leave(former: Promise<Running>): Promise<void> {
  const left = await former.catch(() => undefined)
  await left?.sender.stop()
  left?.desk.surroundings.channel.close()
  left?.desk.close()
}

/** Shows what is in the outbox, unless somebody else has signed in meanwhile. */
export async function showDesk({ desk, others }: Running): Promise<void> {
  const [decisions, cash, writings] = [await desk.decisions(), await desk.cash(), await desk.writings()]
  const [feeCash, topUps] = [await desk.feeCash(), await desk.topUps()]
  if (signedInUser() !== desk.userId) return
  store.set(pendingDecisionsAtom, decisions)
  store.set(pendingCashAtom, cash)
  store.set(pendingFeeCashAtom, feeCash)
  store.set(pendingTopUpsAtom, topUps)
  store.set(pendingWritingsAtom, writings)
  store.set(othersCashAtom, others)
}

let isFollowing = false

/** From now on, whenever the network or the person comes back, what waits is sent. */
function followSession(): void {
  if (isFollowing) return
  isFollowing = true
  addEventListener('online', () => void followDesk())
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void followDesk())
  store.sub(sessionAtom, () => void followDesk())
}

/** Shows what anyone who is signed in has kept here and sends it, now; shows and sends nothing where nobody is. */
export async function followDesk(): Promise<void> {
  followSession()
  if (signedInUser() === undefined) {
    const former = running?.opened
    running = undefined
    store.set(pendingDecisionsAtom, [])
    store.set(pendingCashAtom, [])
    store.set(pendingFeeCashAtom, [])
    store.set(pendingTopUpsAtom, [])
    store.set(pendingWritingsAtom, [])
    store.set(othersCashAtom, 0)
    return former && leave(former)
  }
  try {
    await sendDeskWork()
  } catch {
    // No school, or a storage that does not open: asked again with the next return.
  }
}

/** Tries now instead of a little later, whichever tab it is that sends; cash that was refused is asked again. */
export async function sendDeskWork(): Promise<void> {
  const { desk, sender } = await ownDesk()
  await desk.askCashAgain()
  sender.sendNow()
  desk.surroundings.channel.post({ type: 'send-now' })
}

/** Resolves once the decision is on this device for good; it is sent as soon as somebody answers. @throws where it is not kept */
export async function keepDecision(made: DecisionMade): Promise<void> {
  const mine = await ownDesk()
  await mine.desk.keepDecision(made)
  await showDesk(mine)
}

const sendWriting = (writing: StudentWriting): Promise<unknown> =>
  writing.kind === 'note' ? ask(addNote, writing.asked) : ask(addTask, writing.asked)

/** Resolves once a note or a task is on this device for good; it is sent as soon as somebody answers. @throws where it is not kept */
export async function keepWriting(writing: StudentWriting): Promise<void> {
  const mine = await ownDesk()
  await mine.desk.keepWriting(writing)
  await showDesk(mine)
}

/** Takes a note or a task back, or gives it up after it was refused. @param id of the note or the task */
export async function discardWriting(id: string): Promise<void> {
  const mine = await ownDesk()
  await mine.desk.dropWriting(id)
  await showDesk(mine)
}

/** Takes a kept decision back, or gives it up after it was refused. */
export async function discardDecision(commandId: string): Promise<void> {
  const mine = await ownDesk()
  await mine.desk.dropDecision(commandId)
  await showDesk(mine)
}

/**
 * A file was erased: of what was refused before, and is not sent again, asks whether it was about that one.
 * @throws AppError as the call does
 */
export async function emptyErased(): Promise<void> {
  const mine = await ownDesk()
  for (const kept of await mine.desk.decisions()) {
    if (kept.problem === null || kept.problem === 'student.erased') continue
    const { erased } = await ask(fileRetention, { student_id: kept.asked.student_id })
    if (erased) await mine.desk.noteErased(kept)
  }
  for (const kept of await mine.desk.writings()) {
    if (kept.problem === null || kept.problem === 'student.erased') continue
    const { erased } = await ask(fileRetention, { student_id: kept.asked.student_id })
    if (erased) await mine.desk.emptyWriting(kept)
  }
  await showDesk(mine)
}

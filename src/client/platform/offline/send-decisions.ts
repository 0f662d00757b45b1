import { type DecisionMade, type KeptDecisions, openDecisions } from '#local/admissions/decisions.ts'
import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import { studentUpdate } from '#shared/admissions/student.contract.ts'
import { fileRetention } from '#shared/retention/retention.contract.ts'
import { ask } from '../http.ts'
import { tenantAtom } from '../session/school.atoms.ts'
import { sessionAtom } from '../session/session.ts'
import { store } from '../store.ts'
import { keptDecisionsAtom, signedInUser } from './kept-decisions.ts'

/** Between two tries while nobody answers. */
const retryMs = 15_000

let opened: Promise<KeptDecisions> | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** Shows what is kept, sends it, and goes on doing so whenever the network or the person comes back. */
export function startSending(schoolCode: string): Promise<KeptDecisions> {
  opened ??= start(schoolCode)
  return opened
}

async function start(schoolCode: string): Promise<KeptDecisions> {
  const decisions = await openDecisions(schoolCode, { clock: machineClock, random: machineRandom })
  const go = () => void sendNow(decisions)
  addEventListener('online', go)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && go())
  store.sub(sessionAtom, go)
  await show(decisions)
  go()
  return decisions
}

async function show(decisions: KeptDecisions): Promise<void> {
  const userId = signedInUser()
  store.set(keptDecisionsAtom, userId === undefined ? [] : await decisions.of(userId))
}

let isSending = false

async function sendNow(decisions: KeptDecisions): Promise<void> {
  const userId = signedInUser()
  if (isSending) return
  isSending = true
  clearTimeout(timer)
  try {
    const isWaiting = userId !== undefined && (await decisions.send(userId, (asked) => ask(studentUpdate, asked)))
    if (isWaiting) timer = setTimeout(() => void sendNow(decisions), retryMs)
  } finally {
    isSending = false
  }
  await show(decisions)
}

async function ofThisSchool(): Promise<KeptDecisions> {
  const { code } = store.get(tenantAtom)
  if (!code) throw new Error('no school is settled')
  return startSending(code)
}

/** Resolves once the decision is on this device for good; it is sent as soon as somebody answers. */
export async function keepDecision(made: DecisionMade): Promise<void> {
  const userId = signedInUser()
  if (userId === undefined) throw new Error('nobody is signed in')
  const decisions = await ofThisSchool()
  await decisions.keep(userId, made)
  await show(decisions)
  timer = setTimeout(() => void sendNow(decisions), retryMs)
}

/**
 * A file was erased: of what was refused before, and is not sent again, asks whether it was about that one.
 * @throws AppError as the call does
 */
export async function emptyErased(): Promise<void> {
  const userId = signedInUser()
  if (userId === undefined) return
  const decisions = await ofThisSchool()
  for (const kept of await decisions.of(userId)) {
    if (kept.problem === null || kept.problem === 'student.erased') continue
    const { erased } = await ask(fileRetention, { student_id: kept.asked.student_id })
    if (erased) await decisions.noteErased(userId, kept)
  }
  await show(decisions)
}

/** Tries now instead of a little later. */
export async function sendKept(): Promise<void> {
  await sendNow(await ofThisSchool())
}

/** Takes a kept decision back, or gives it up after it was refused. */
export async function dropDecision(commandId: string): Promise<void> {
  const userId = signedInUser()
  if (userId === undefined) return
  const decisions = await ofThisSchool()
  await decisions.drop(userId, commandId)
  await show(decisions)
}

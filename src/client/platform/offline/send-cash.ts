import i18next from 'i18next'
import { type CashAsked, type DeskCash, type KeptCash, openCash } from '#local/admissions/cash.ts'
import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import { takeCash } from '#shared/admissions/desk-cash.contract.ts'
import { ask } from '../http.ts'
import { tenantAtom } from '../session/school.atoms.ts'
import { sessionAtom } from '../session/session.ts'
import { store } from '../store.ts'
import { keptCashAtom, othersCashAtom } from './kept-cash.ts'
import { signedInUser } from './kept-decisions.ts'

/** Between two tries while nobody answers. */
const retryMs = 15_000

let opened: Promise<DeskCash> | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** Shows what was taken here, sends what is not booked, and goes on doing so whenever the network or the person comes back. */
export function startSendingCash(schoolCode: string): Promise<DeskCash> {
  opened ??= start(schoolCode)
  return opened
}

async function start(schoolCode: string): Promise<DeskCash> {
  const cash = await openCash(schoolCode, { clock: machineClock, random: machineRandom })
  const go = () => void sendNow(cash)
  addEventListener('online', go)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && go())
  store.sub(sessionAtom, go)
  await show(cash)
  go()
  return cash
}

async function show(cash: DeskCash): Promise<void> {
  const userId = signedInUser()
  store.set(keptCashAtom, userId === undefined ? [] : await cash.of(userId))
  store.set(othersCashAtom, userId === undefined ? 0 : await cash.ofOthers(userId))
}

let isSending = false
/** Something was taken, or somebody came back, while the last sending was under way. */
let isAskedAgain = false

async function sendNow(cash: DeskCash): Promise<void> {
  isAskedAgain = true
  if (isSending) return
  isSending = true
  clearTimeout(timer)
  try {
    while (isAskedAgain) {
      isAskedAgain = false
      const userId = signedInUser()
      const isWaiting = userId !== undefined && (await cash.send(userId, (operation) => ask(takeCash, operation)))
      if (isWaiting) timer = setTimeout(() => void sendNow(cash), retryMs)
      await show(cash)
    }
  } finally {
    isSending = false
  }
}

async function ofThisSchool(): Promise<DeskCash> {
  const { code } = store.get(tenantAtom)
  if (!code) throw new Error('no school is settled')
  return startSendingCash(code)
}

/** Resolves once it is on this device for good, with the number of its receipt; it is sent at once, or when somebody answers. */
export async function takeAtDesk(asked: CashAsked): Promise<KeptCash> {
  const userId = signedInUser()
  if (userId === undefined) throw new Error('nobody is signed in')
  const cash = await ofThisSchool()
  const kept = await cash.take(userId, asked)
  await show(cash)
  void sendNow(cash)
  return kept
}

/**
 * Cash that is not booked waits here for its cashier, who is asked before signing out.
 * @returns whether the sign-out may go on
 */
export async function leaveCash(): Promise<boolean> {
  const userId = signedInUser()
  const cash = await ofThisSchool()
  const waiting = userId === undefined ? [] : (await cash.of(userId)).filter(({ receipt }) => receipt === null)
  // oxlint-disable-next-line no-alert -- the same question as for unsent work of a till, on any page, whatever has loaded
  return waiting.length === 0 || confirm(i18next.t('common:signOutCash', { count: waiting.length }))
}

/** Tries now instead of a little later. */
export async function sendCashNow(): Promise<void> {
  await sendNow(await ofThisSchool())
}

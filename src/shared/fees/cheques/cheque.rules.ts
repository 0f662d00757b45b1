import { type Minor, minor } from '#shared/kernel/money.ts'
import type { Day } from '#shared/kernel/time.ts'

export const chequeStates = [
  /** Taken at the desk. */
  'received',
  /** In the safe until its date. */
  'held',
  'deposited',
  'cleared',
  /** The bank paid what was in the account; the rest is open. */
  'part-cleared',
  'bounced',
  /** Deposited a second time. */
  'represented',
  /** Answered by another cheque or by money. */
  'replaced',
  /** Taken back by agreement before the bank had it. */
  'withdrawn',
  /** Given back to who drew it, and signed for. */
  'returned',
] as const
export type ChequeState = (typeof chequeStates)[number]

export const chequeActs = [
  'hold',
  'deposit',
  'clear',
  'part-clear',
  'bounce',
  'represent',
  'replace',
  'withdraw',
  'return',
] as const
export type ChequeAct = (typeof chequeActs)[number]

/** What may be done with a cheque, by its state. */
const transitions: Readonly<Record<ChequeState, Partial<Record<ChequeAct, ChequeState>>>> = {
  received: { hold: 'held', deposit: 'deposited', replace: 'replaced', withdraw: 'withdrawn' },
  held: { deposit: 'deposited', replace: 'replaced', withdraw: 'withdrawn' },
  deposited: { clear: 'cleared', 'part-clear': 'part-cleared', bounce: 'bounced' },
  represented: { clear: 'cleared', 'part-clear': 'part-cleared', bounce: 'bounced' },
  cleared: { bounce: 'bounced' },
  'part-cleared': { return: 'returned' },
  bounced: { represent: 'represented', replace: 'replaced', withdraw: 'withdrawn', return: 'returned' },
  replaced: { return: 'returned' },
  withdrawn: { return: 'returned' },
  returned: {},
}

export const chequeFaults = ['not-possible', 'before-date', 'amount', 'before-last'] as const
export type ChequeFault = (typeof chequeFaults)[number]

export interface Cheque {
  readonly state: ChequeState
  readonly amount: number
  /** Date written on it. */
  readonly datedOn: Day
  /** Day of its last event. */
  readonly lastOn: Day
}

export interface ChequeStep {
  readonly act: ChequeAct
  readonly on: Day
  /** Part that the bank paid, in minor units; for `part-clear` alone. */
  readonly cleared?: number | undefined
}

/** Returns the acts possible in a state, in the order of the list. */
export const chequeActsOf = (state: ChequeState): readonly ChequeAct[] =>
  chequeActs.filter((act) => transitions[state][act] !== undefined)

/** Returns the state after a step, or why it is not possible. */
export function nextCheque(
  cheque: Cheque,
  { act, on, cleared }: ChequeStep,
): { state: ChequeState } | { fault: ChequeFault } {
  const state = transitions[cheque.state][act]
  if (!state) return { fault: 'not-possible' }
  if (on < cheque.lastOn) return { fault: 'before-last' }
  if ((act === 'deposit' || act === 'represent') && on < cheque.datedOn) return { fault: 'before-date' }
  if (act === 'part-clear' && !(cleared !== undefined && cleared > 0 && cleared < cheque.amount))
    return { fault: 'amount' }
  return { state }
}

/** States in which the bank still owes an answer, or has not been asked: the money is promised, not paid. */
export const isPromised = (state: ChequeState): boolean =>
  state === 'received' || state === 'held' || state === 'deposited' || state === 'represented'

/** Part of a cheque's amount that its payer owes again after this state. `cleared` is the part that the bank paid, else 0. */
export const reopenedBy = ({
  state,
  amount,
  cleared,
}: {
  state: ChequeState
  amount: number
  cleared: number
}): Minor => minor(isPromised(state) || state === 'cleared' ? 0 : amount - cleared)

/** What the calendar counts separately from money. */
export interface ChequeAge {
  /** Date over, not deposited. */
  readonly due: Minor
  /** Date to come. */
  readonly postDated: Minor
  /** At the bank. */
  readonly atBank: Minor
}

/** Sums the promised cheques of a payer by a day, each once. */
export function chequeAges(
  cheques: readonly { readonly state: ChequeState; readonly amount: number; readonly datedOn: Day }[],
  today: Day,
): ChequeAge {
  const ages = { due: 0, postDated: 0, atBank: 0 }
  for (const { state, amount, datedOn } of cheques.filter((cheque) => isPromised(cheque.state))) {
    if (state === 'deposited' || state === 'represented') ages.atBank += amount
    else if (datedOn <= today) ages.due += amount
    else ages.postDated += amount
  }
  return { due: minor(ages.due), postDated: minor(ages.postDated), atBank: minor(ages.atBank) }
}

/** Cheques to give back when nothing is owed any more: still in the safe, or back from the bank. */
export const isToReturn = (state: ChequeState): boolean =>
  state === 'received' || state === 'held' || state === 'bounced' || state === 'replaced' || state === 'withdrawn'

// chunk: till-sheets
import { type Role, hasPermission } from '#shared/kernel/roles.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { Refund } from '../refunds/refund.contract.ts'
import { cashOf } from '../refunds/refund-cash.rules.ts'
import type { Sale } from '../sale.contract.ts'

/** Whether an act is free for a person, or needs the approval of another one. */
export type Judgement = 'free' | 'approval'

/** Most that one act, and all of a shift together, may come to without approval, in minor units; null without a bound. */
export interface ActLimit {
  each: number | null
  shift: number | null
}

/** Refunds without approval, by what a person is at the tills. Minor units: 1000 is QAR 10.00 and KWD 1.000. */
export const refundLimits = {
  operator: { cash: { each: 1000, shift: 3000 }, account: { each: 5000, shift: null } },
  supervisor: { cash: { each: 20_000, shift: null }, account: { each: null, shift: null } },
} as const satisfies Record<string, Record<'cash' | 'account', ActLimit>>

interface JudgedRefund {
  refund: Pick<Refund, 'tenders'>
  sale: Pick<Sale, 'tenders'>
  /** Refunds of the open shift, by anybody; only those of the person count. */
  shift: { refunds: readonly Pick<Refund, 'tenders' | 'by'>[] }
  person: { userId: UserId; roles: readonly Role[] }
  isOffline: boolean
}

/** Judges a refund by its cash and by what goes to accounts. Without contact, half of the cash limits counts. */
export function judgeRefund({ refund, sale, shift, person, isOffline }: JudgedRefund): Judgement {
  const isSupervisor = hasPermission(person.roles, 'refund.approve')
  const limits = refundLimits[isSupervisor ? 'supervisor' : 'operator']
  const own = shift.refunds.filter(({ by }) => by === person.userId)
  const cash = cashOf(refund.tenders)
  const before = own.reduce((all, { tenders }) => all + cashOf(tenders), 0)
  const account = accountOf(refund)
  const accountBefore = own.reduce((all, each) => all + accountOf(each), 0)
  const isFree =
    isWithin(limits.cash, { amount: cash, before, share: isOffline ? 2 : 1 }) &&
    isWithin(limits.account, { amount: account, before: accountBefore, share: 1 }) &&
    (isSupervisor || !movesCardMoney(refund, sale))
  return isFree ? 'free' : 'approval'
}

const accountOf = ({ tenders }: Pick<Refund, 'tenders'>): number =>
  tenders.reduce((all, t) => (t.kind === 'account' ? all + t.amount : all), 0)

function isWithin(
  { each, shift }: ActLimit,
  { amount, before, share }: { amount: number; before: number; share: number },
): boolean {
  if (amount === 0) return true
  return (each === null || amount * share <= each) && (shift === null || (before + amount) * share <= shift)
}

/** Whether what a card paid goes to an account. */
const movesCardMoney = ({ tenders }: Pick<Refund, 'tenders'>, sale: Pick<Sale, 'tenders'>): boolean =>
  tenders.some((t) => t.kind === 'account' && sale.tenders.some((p) => p.id === t.saleTenderId && p.kind === 'card'))

import type { MessageId } from '#shared/kernel/errors.ts'
import { type Minor, sum } from '#shared/kernel/money.ts'
import type { AccountMovement } from '#shared/pos/account-money.contract.ts'
import type { PendingTopUp } from '#shared/pos/top-ups/desk-top-up.types.ts'
import type { AccountStatement } from '#shared/pos/pupil-account.contract.ts'

/** What the money sheet knows of an account: from its statement or, without a network, from its line in the list. */
export interface MoneyAccount extends Pick<AccountStatement, 'today' | 'balance' | 'topUps'> {
  holder: AccountMovement['holder']
}

/** Lines of a statement as it was read, and of when it is where nobody answered. */
interface Known {
  lines: AccountStatement['lines']
  /** By the clock of this device; undefined for an answer of now. */
  recalledAtMs: number | undefined
}

/**
 * Returns the cash for an account that this device took and that what was read of the account does not hold: what is not booked, and
 * what was booked after that was read. An answer of now holds what is booked.
 */
export const unseenTopUps = (topUps: readonly PendingTopUp[], { lines, recalledAtMs }: Known): PendingTopUp[] =>
  topUps.filter(({ operation, receipt, bookedAtMs }) => {
    if (lines.some(({ provisional }) => provisional === operation.provisional)) return false
    return receipt === null || (recalledAtMs !== undefined && bookedAtMs !== null && bookedAtMs > recalledAtMs)
  })

/** Whether an amount was refused for what the school bounds of top-ups, before anything was kept. */
export const isOfBounds = (problem: MessageId): boolean => problem.startsWith('account.top-up-')

export const sumOfTopUps = (topUps: readonly PendingTopUp[]): Minor =>
  sum(topUps.map(({ operation }) => operation.amount))

/** Returns a top-up of this device as the document that it is: provisional until the server has given its number. */
export const movementOf = (
  { operation, paper, receipt }: PendingTopUp,
  holder: AccountMovement['holder'],
): AccountMovement => ({
  id: operation.opId,
  kind: 'cash',
  holder,
  other: null,
  amount: operation.amount,
  currency: operation.currency,
  method: null,
  reference: null,
  paidOn: null,
  reason: null,
  documentNo: receipt?.number ?? null,
  provisional: operation.provisional,
  takenAt: operation.takenAt,
  state: 'booked',
  askedBy: paper.cashier,
  askedAt: operation.takenAt,
  decidedBy: null,
  decidedAt: null,
  isOwn: true,
})

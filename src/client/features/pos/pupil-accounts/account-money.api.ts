import { ask } from '#client/platform/http.ts'
import { fetchOrRecall } from '#client/platform/offline/last-data.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { sum, zero } from '#shared/kernel/money.ts'
import type { ExportHow } from '#shared/lists/list-export.contract.ts'
import {
  type AccountMove,
  accountSiblings,
  decideAccountMoney,
  moveAccountMoney,
  waitingAccountMoney,
} from '#shared/pos/account-money.contract.ts'
import {
  type AccountLimits,
  accountSummary,
  accountSummaryExport,
  accountSummaryTotals,
  type SummaryFilter,
  type SummaryRow,
  setAccountLimits,
} from '#shared/pos/account-summary.contract.ts'
import type { TopUpRequest } from '#shared/pos/top-ups/desk-top-up.types.ts'
import type { MoneyAccount } from './kept-top-ups.ts'

export const moveMoney = async (commandId: string, move: AccountMove) =>
  (await ask(moveAccountMoney, { commandId, move })).movement
export const decideMoney = (movementId: string, isApproved: boolean) =>
  ask(decideAccountMoney, { movementId, isApproved })
export const listWaiting = async () => (await ask(waitingAccountMoney, {})).movements
export const listSiblings = async (customerId: CustomerId) => (await ask(accountSiblings, { customerId })).siblings

/**
 * Keeps cash for an account on this device, under the id of the request; it is sent at once, or when somebody answers.
 * @throws AppError account.top-up-small, account.top-up-large, account.top-up-full; StorageFull, StorageBroken
 */
export async function takeCashHere(
  request: TopUpRequest,
  { balance, topUps }: Pick<MoneyAccount, 'balance' | 'topUps'>,
) {
  const [{ takeTopUpAtDesk }, { topUpFault }] = await Promise.all([
    import('#client/platform/offline/desk-cash.ts'),
    import('#shared/school/top-ups/top-up-limits.rules.ts'),
  ])
  const fault = topUpFault(request.operation.amount, balance, topUps)
  if (fault) throw new AppError(fault, { field: 'amount' })
  return takeTopUpAtDesk(request)
}

/** Without what the school pays for whom: a purchase is what the account itself paid of it. */
const remembered = ({ rows, next }: { rows: SummaryRow[]; next: string | null }) => ({
  rows: rows.map((row) => ({ ...row, purchases: sum([row.purchases, row.covered]), covered: zero })),
  next,
})

/** One page by class and number; `after` is the `next` of the page before. This device remembers it. */
export const readSummary = (filter: SummaryFilter, after?: string) =>
  fetchOrRecall(accountSummary, { ...filter, ...(after && { after }) }, remembered)
export const readTotals = (filter: SummaryFilter) => ask(accountSummaryTotals, filter)
export const exportSummary = (filter: SummaryFilter, how: ExportHow<'accountSummary'>) =>
  ask(accountSummaryExport, { filter, ...how })
export const saveLimits = (customerId: CustomerId, limitsSeen: AccountLimits, limits: AccountLimits) =>
  ask(setAccountLimits, { customerId, limitsSeen, limits })

import { ask } from '#client/platform/http.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
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
  setAccountLimits,
} from '#shared/pos/account-summary.contract.ts'

export const moveMoney = async (commandId: string, move: AccountMove) =>
  (await ask(moveAccountMoney, { commandId, move })).movement
export const decideMoney = (movementId: string, isApproved: boolean) =>
  ask(decideAccountMoney, { movementId, isApproved })
export const listWaiting = async () => (await ask(waitingAccountMoney, {})).movements
export const listSiblings = async (customerId: CustomerId) => (await ask(accountSiblings, { customerId })).siblings
/** One page by class and number; `after` is the `next` of the page before. */
export const readSummary = (filter: SummaryFilter, after?: string) =>
  ask(accountSummary, { ...filter, ...(after && { after }) })
export const readTotals = (filter: SummaryFilter) => ask(accountSummaryTotals, filter)
export const exportSummary = (filter: SummaryFilter, how: ExportHow<'accountSummary'>) =>
  ask(accountSummaryExport, { filter, ...how })
export const saveLimits = (customerId: CustomerId, limitsSeen: AccountLimits, limits: AccountLimits) =>
  ask(setAccountLimits, { customerId, limitsSeen, limits })

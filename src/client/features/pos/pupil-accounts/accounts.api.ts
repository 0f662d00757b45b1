import { ask } from '#client/platform/http.ts'
import { fetchOrRecall } from '#client/platform/offline/last-data.ts'
import { zero } from '#shared/kernel/money.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import type { Entitlement } from '#shared/pos/entitlement.contract.ts'
import {
  type AccountStatement,
  accountStatement,
  giveCard,
  setEntitlement,
} from '#shared/pos/pupil-account.contract.ts'

/** How much of a statement this device remembers. */
const rememberedLines = 50

/** What this device remembers of a statement: nothing of the diet, the card, or what the school pays. */
const remembered = ({ statement }: { statement: AccountStatement }) => ({
  statement: {
    ...statement,
    holder: { ...statement.holder, cardNo: null },
    diet: [],
    entitlements: [],
    entitledToday: zero,
    coveredToday: zero,
    lines: statement.lines.slice(0, rememberedLines).map((line) => ({ ...line, covered: zero, short: null })),
    isCut: statement.isCut || statement.lines.length > rememberedLines,
  },
})

/** What this device remembers of it lets a desk without a network take cash for the account. */
export const readStatement = async (customerId: CustomerId) =>
  (await fetchOrRecall(accountStatement, { customerId }, remembered)).statement
export const setSchoolAllowance = (customerId: CustomerId, entitlement: Entitlement) =>
  ask(setEntitlement, { customerId, entitlement })
export const makeCard = async (customerId: CustomerId) => (await ask(giveCard, { customerId })).holder

import { machineClock } from '#local/kernel/machine.ts'
import { hasRules, judgeCart, spendableBy } from '#local/pos/spending/judge-cart.ts'
import type { Till } from '#local/pos/till.types.ts'
import type { Minor } from '#shared/kernel/money.ts'
import type { CartLine } from '#shared/pos/cart.rules.ts'
import type { BrokenRule } from '#shared/pos/spending/spending.rules.ts'

/** The corrected time of this device in milliseconds. */
const nowMs = (till: Till) => machineClock.nowMs() + (till.clockOffsetMs ?? 0)

/** Returns what may be spent here and now, by the account and by all rules. */
export const spendableNow = (till: Till, customerId: string): Minor =>
  hasRules(till, customerId) ? spendableBy(till, customerId, nowMs(till)) : till.account(customerId).spendable

/** Returns the rules that deny lines to a customer now, the most binding first; limits of amounts are asked apart. */
export const deniedNow = (till: Till, customerId: string, lines: readonly CartLine[]): BrokenRule[] =>
  hasRules(till, customerId) ? judgeCart(till, { customerId, lines, amount: 0, nowMs: nowMs(till) }) : []

import type { Balance, Customer } from '#shared/contract/customer.ts'
import { type Minor, minor } from '#shared/kernel/money.ts'
import type { Day } from '#shared/kernel/time.ts'

export interface SpendingInput {
  customer: Pick<Customer, 'dailyLimit' | 'overdraft'>
  /** The account as last known from the server; undefined for an account that never had an entry. */
  balance: Pick<Balance, 'balance' | 'spentOn' | 'spent'> | undefined
  businessDay: Day
  /** Spent on this device and not in `balance` yet (positive), all days and today. */
  unconfirmed: number
  unconfirmedToday: number
  /** Whether the server answered lately; without contact another till may be spending the same money. */
  inContact: boolean
  offlineAllowance: number
}

export interface Spending {
  balance: Minor
  spentToday: Minor
  spendable: Minor
  boundBy: 'funds' | 'daily-limit' | 'offline-allowance'
}

/**
 * What an account may spend here and now: its funds (balance and overdraft), what its daily limit leaves and, without
 * contact, what is left of the allowance for this till. Never negative.
 */
export function spending(input: SpendingInput): Spending {
  const { customer, balance: known, unconfirmed, unconfirmedToday } = input
  const balance = minor((known?.balance ?? 0) - unconfirmed)
  const spentToday = minor((known?.spentOn === input.businessDay ? known.spent : 0) + unconfirmedToday)
  const bounds: [Spending['boundBy'], number][] = [['funds', balance + customer.overdraft]]
  if (customer.dailyLimit !== null) bounds.push(['daily-limit', customer.dailyLimit - spentToday])
  if (!input.inContact) bounds.push(['offline-allowance', input.offlineAllowance - unconfirmed])
  const [boundBy, least] = bounds.reduce((a, b) => (b[1] < a[1] ? b : a))
  return { balance, spentToday, spendable: minor(Math.max(0, least)), boundBy }
}

// chunk: device
import { type Minor, minor } from '#shared/kernel/money.ts'
import type { Day } from '#shared/kernel/time.ts'
import type { Balance, Customer } from '#shared/pos/customer.contract.ts'
import { coverOf, leftOn } from '#shared/pos/entitlement.rules.ts'

export interface SpendingInput {
  customer: Pick<Customer, 'dailyLimit' | 'overdraft'>
  /** Account as last known from the server; undefined for an account without entries. */
  balance: Omit<Balance, 'customerId'> | undefined
  businessDay: Day
  /** Spent on this device and not in `balance` yet (positive), all days and today. */
  unconfirmed: number
  unconfirmedToday: number
  /** The same by business day, for the school allowance; only days other than today are used. */
  unconfirmedByDay?: Readonly<Record<Day, number>>
  /** True if the server answered recently; without contact another till may be spending the same money. */
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
 * Returns what an account may spend here and now: its funds (balance and overdraft), what its daily limit leaves and, without
 * contact, what is left of the allowance for this till. Never negative.
 *
 * The school allowance is money of this day like any other: it is in the balance shown, in the amount spent and in the limit, so
 * that a look at a till does not reveal whose lunch is free. Without contact it counts within the allowance for this till, so
 * that several tills together cannot spend more than the school was told.
 */
export function spending(input: SpendingInput): Spending {
  const { customer, balance: known, businessDay: today, unconfirmed, unconfirmedToday } = input
  const covered = coveredOn(known, today)
  const left = leftOn(known?.entitlements ?? [], today, covered)
  const balance = minor((known?.balance ?? 0) + left + coveredElsewhere(input) - unconfirmed)
  const spentToday = minor((known?.spentOn === today ? known.spent : 0) + covered + unconfirmedToday)
  const bounds: [Spending['boundBy'], number][] = [['funds', balance + customer.overdraft]]
  if (customer.dailyLimit !== null) bounds.push(['daily-limit', customer.dailyLimit + left + covered - spentToday])
  if (!input.inContact) bounds.push(['offline-allowance', input.offlineAllowance - unconfirmed])
  const [boundBy, least] = bounds.reduce((a, b) => (b[1] < a[1] ? b : a))
  return { balance, spentToday, spendable: minor(Math.max(0, least)), boundBy }
}

const coveredOn = (known: SpendingInput['balance'], day: Day): number =>
  known?.spentOn === day ? (known.covered ?? 0) : 0

/** Returns what the school will pay of other days' unsent purchases; for a day long past it may have paid already. */
function coveredElsewhere({ balance: known, businessDay, unconfirmedByDay = {} }: SpendingInput): number {
  const words = known?.entitlements ?? []
  if (words.length === 0) return 0
  return Object.entries(unconfirmedByDay).reduce((all, [day, spent]) => {
    const isPast = day < (known?.spentOn ?? day)
    return day === businessDay || isPast ? all : all + coverOf(leftOn(words, day, coveredOn(known, day)), spent)
  }, 0)
}

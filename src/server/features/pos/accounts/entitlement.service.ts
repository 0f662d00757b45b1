import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import type { CustomerId, UserId } from '#shared/kernel/ids.ts'
import { type Minor, minor, negate } from '#shared/kernel/money.ts'
import { type Day, dayMs, fromInstant, type Instant, toInstant } from '#shared/kernel/time.ts'
import type { Entitlement } from '#shared/pos/entitlement.contract.ts'
import { countingFrom, coverOf, leftOn } from '#shared/pos/entitlement.rules.ts'
import { entitlements } from './customer.table.ts'
import type { Posting } from './ledger.service.ts'

interface WordRow extends Record<string, unknown> {
  customerId: CustomerId
  amount: number | string
  weekdays: number[]
  from: Day
  until: Day | null
}

/** Returns all allowances of these pupils, each in order of entry. */
export async function entitlementsOf(
  tx: Tx,
  schoolId: string,
  customerIds: Iterable<CustomerId>,
): Promise<Map<CustomerId, Entitlement[]>> {
  const { rows } = await tx.execute<WordRow>(sql`
    select customer_id as "customerId", amount, to_json(weekdays) as weekdays, from_day::text as "from",
      until_day::text as "until"
    from entitlements where school_id = ${schoolId} and customer_id = any(${uuidList(customerIds)})
    order by customer_id, no`)
  const words = Map.groupBy(rows, ({ customerId }) => customerId)
  const plain = ({ amount, weekdays, from, until }: WordRow): Entitlement => {
    return { amount: minor(Number(amount)), weekdays, from, until }
  }
  return new Map([...words].map(([id, said]) => [id, said.map(plain)]))
}

/** Allowance with its author and time. */
export interface SaidEntitlement extends Entitlement {
  by: UserId
  at: Instant
}

/** Returns one pupil's allowances with author and time. */
export async function saidOf(tx: Tx, schoolId: string, customerId: CustomerId): Promise<SaidEntitlement[]> {
  const isTheirs = and(eq(entitlements.schoolId, schoolId), eq(entitlements.customerId, customerId))
  const rows = await tx.select().from(entitlements).where(isTheirs).orderBy(entitlements.no)
  return rows.map(({ amount, weekdays, fromDay, untilDay, by, at }) => {
    return { amount, weekdays, from: fromDay, until: untilDay, by, at }
  })
}

/** Charge before its payers are known. */
export type Charge = Omit<Posting, 'kind' | 'isCover'>

/** Splits charges, in order, into the account's and the school's part. */
export interface Cover {
  /** Charges the account (`amount` is positive), and the school for its part. */
  charge(charge: Charge): Posting[]
  /** Reverses the same. */
  giveBack(charge: Charge, postings: readonly Posting[]): Posting[]
}

/**
 * Opens the school allowance for these charges. The accounts are locked: sales use it in order of arrival; for a second sale on
 * the same day the account pays what exceeds the rest.
 */
export async function openCover(
  tx: Tx,
  schoolId: string,
  charges: readonly Pick<Charge, 'customerId' | 'businessDay'>[],
): Promise<Cover> {
  const ids = new Set(charges.map(({ customerId }) => customerId))
  const words = ids.size === 0 ? new Map<CustomerId, Entitlement[]>() : await entitlementsOf(tx, schoolId, ids)
  const used = words.size === 0 ? new Map<string, number>() : await usedOn(tx, schoolId, words.keys())
  const count = (key: string, amount: number) => used.set(key, (used.get(key) ?? 0) + amount)
  return {
    charge: (charge) => {
      const { customerId, businessDay, amount } = charge
      const key = keyOf(customerId, businessDay)
      const paid = coverOf(leftOn(words.get(customerId) ?? [], businessDay, used.get(key) ?? 0), amount)
      const taken: Posting = { ...charge, kind: 'sale', amount: negate(amount) }
      if (paid === 0) return [taken]
      count(key, paid)
      return [taken, { ...charge, kind: 'entitlement', amount: paid, isCover: true }]
    },
    giveBack: ({ customerId, businessDay }, postings) =>
      postings.map((posting) => {
        const amount = negate(posting.amount)
        if (posting.kind !== 'entitlement') return { ...posting, kind: 'void', amount }
        count(keyOf(customerId, businessDay), amount)
        return { ...posting, kind: 'entitlement-void', amount }
      }),
  }
}

const keyOf = (customerId: string, day: Day) => `${customerId} ${day}`

/** Returns the allowance used so far, by pupil and day. */
async function usedOn(tx: Tx, schoolId: string, customerIds: Iterable<CustomerId>): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ id: string; day: string; used: number | string }>(sql`
    select customer_id as id, business_day::text as day, sum(amount) as used from account_entries
    where school_id = ${schoolId} and customer_id = any(${uuidList(customerIds)})
      and kind in ('entitlement', 'entitlement-void', 'entitlement-refund')
    group by 1, 2`)
  return new Map(rows.map(({ id, day, used }) => [keyOf(id, day), Number(used)]))
}

/** How long an expired allowance stays on devices: some of their sales may still be of its days. */
const keptDays = 30

/** Adds the school allowance to accounts, as a device gets them; adds nothing where there is none. */
export async function withEntitlements<T extends { customerId: CustomerId; covered: Minor }>(
  tx: Tx,
  schoolId: string,
  accounts: readonly T[],
  today: Day,
): Promise<(Omit<T, 'covered'> & { covered?: Minor; entitlements?: Entitlement[] })[]> {
  const words =
    accounts.length === 0
      ? new Map<CustomerId, Entitlement[]>()
      : await entitlementsOf(
          tx,
          schoolId,
          accounts.map(({ customerId }) => customerId),
        )
  const from = toInstant(fromInstant(`${today}T00:00:00.000Z`) - keptDays * dayMs).slice(0, 10)
  return accounts.map(({ covered, ...account }) => {
    const entitlements = countingFrom(words.get(account.customerId) ?? [], from)
    return entitlements.length === 0 ? account : { ...account, covered, entitlements }
  })
}

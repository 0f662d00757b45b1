import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { type Minor, minor } from '#shared/kernel/money.ts'
import type { Day } from '#shared/kernel/time.ts'
import { weekBegins } from '#shared/pos/spending/spent.rules.ts'

/** One purchase of a week: business day, minute after midnight in the school's zone, amount with the school's part. */
export type WeekSpent = [day: Day, minute: number, amount: Minor]

interface Row extends Record<string, unknown> {
  customerId: CustomerId
  day: Day
  minute: number | string
  amount: number | string
}

/** Returns what accounts spent from a day on, by purchase; what came back of the same day counts against it. */
export async function spentSince(
  tx: Tx,
  { schoolId, timeZone, since }: { schoolId: string; timeZone: string; since: Day },
  customerIds: readonly CustomerId[],
): Promise<Map<CustomerId, WeekSpent[]>> {
  if (customerIds.length === 0) return new Map()
  const { rows } = await tx.execute<Row>(sql`
    select customer_id as "customerId", business_day::text as day,
      extract(hour from effective_at at time zone ${timeZone}) * 60
        + extract(minute from effective_at at time zone ${timeZone}) as minute,
      -sum(amount) as amount
    from account_entries
    where school_id = ${schoolId} and customer_id = any(${uuidList(customerIds)}) and business_day >= ${since}::date
      and kind in ('sale', 'void', 'refund')
    group by customer_id, business_day, effective_at
    order by customer_id, effective_at`)
  const found = new Map<CustomerId, WeekSpent[]>()
  for (const { customerId, day, minute, amount } of rows) {
    const list = found.get(customerId) ?? []
    list.push([day, Number(minute), minor(Number(amount))])
    found.set(customerId, list)
  }
  return found
}

/** Adds to each account what it spent in this week; nothing where it spent nothing. */
export async function weekSpentOf<B extends { customerId: CustomerId }>(
  tx: Tx,
  { schoolId, timeZone, today }: { schoolId: string; timeZone: string; today: Day },
  balances: readonly B[],
): Promise<(B & { week?: WeekSpent[] })[]> {
  const ids = balances.map(({ customerId }) => customerId)
  const spent = await spentSince(tx, { schoolId, timeZone, since: weekBegins(today) }, ids)
  return balances.map((each) => {
    const week = spent.get(each.customerId)
    return { ...each, ...(week && { week }) }
  })
}

import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { type Minor, minor, subtract, sum } from '#shared/kernel/money.ts'
import type { Day } from '#shared/kernel/time.ts'

/** Account under lock, with its owner's rules. */
export interface Account {
  customerId: CustomerId
  dailyLimit: Minor | null
  overdraft: Minor
  balance: Minor
  spentOn: Day | null
  spent: Minor
  /** School allowance used on `spentOn`. */
  covered: Minor
}

interface AccountRow extends Record<string, unknown> {
  id: CustomerId
  daily_limit: number | string | null
  overdraft: number | string
  balance: number | string
  spent_on: string | null
  spent: number | string
  covered: number | string
}

/**
 * Locks the accounts of those customers that exist until the transaction ends; an account without entries starts at zero. Locks
 * go by id, so two transactions never deadlock; versions are taken after them.
 */
export async function lockAccounts(
  tx: Tx,
  schoolId: string,
  customerIds: ReadonlySet<CustomerId>,
): Promise<Map<CustomerId, Account>> {
  if (customerIds.size === 0) return new Map()
  const locked = await selectForUpdate(tx, schoolId, customerIds)
  if (locked.size === customerIds.size) return locked
  const missing = [...customerIds].filter((id) => !locked.has(id))
  await tx.execute(sql`
    insert into account_balances (school_id, customer_id, balance, spent_on, spent, version)
    select school_id, id, 0, null, 0, 0 from customers
    where school_id = ${schoolId} and id = any(${uuidList(missing)}) order by id
    on conflict do nothing`)
  return selectForUpdate(tx, schoolId, customerIds)
}

async function selectForUpdate(tx: Tx, schoolId: string, customerIds: ReadonlySet<CustomerId>) {
  const { rows } = await tx.execute<AccountRow>(sql`
    select c.id, c.daily_limit, c.overdraft, b.balance, b.spent_on::text as spent_on, b.spent, b.covered
    from account_balances b join customers c on c.school_id = b.school_id and c.id = b.customer_id
    where b.school_id = ${schoolId} and b.customer_id = any(${uuidList(customerIds)})
    order by b.customer_id for update of b`)
  return new Map(rows.map((row) => [row.id, toAccount(row)]))
}

const toAccount = (row: AccountRow): Account => ({
  customerId: row.id,
  dailyLimit: row.daily_limit === null ? null : minor(Number(row.daily_limit)),
  overdraft: minor(Number(row.overdraft)),
  balance: minor(Number(row.balance)),
  spentOn: row.spent_on,
  spent: minor(Number(row.spent)),
  covered: minor(Number(row.covered)),
})

/** Change of an account. Negative amounts spend, and count for the daily limit of their business day. */
export interface Movement {
  amount: Minor
  businessDay: Day
  /** True if the school pays it, or takes back what it paid. */
  isCover?: boolean
  /** True if it is no purchase and no return of one, so that no daily limit counts it. */
  isMoney?: boolean
}

/** Returns the account after a movement. Movements of days before `spentOn` no longer count for any limit. */
export function move(account: Account, { amount, businessDay, isCover = false, isMoney = false }: Movement): Account {
  const balance = sum([account.balance, amount])
  if (isMoney || (account.spentOn !== null && businessDay < account.spentOn)) return { ...account, balance }
  const isSameDay = account.spentOn === businessDay
  const spent = subtract(isSameDay ? account.spent : minor(0), amount)
  const covered = sum([isSameDay ? account.covered : minor(0), isCover ? amount : minor(0)])
  return { ...account, balance, spentOn: businessDay, spent, covered }
}

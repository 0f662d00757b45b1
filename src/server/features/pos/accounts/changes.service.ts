import { getTableColumns, sql } from 'drizzle-orm'
import { type ChangesQuery, changesIn } from '#server/kernel/changes.ts'
import type { Tx } from '#server/kernel/db.ts'
import { accountBalances, customers } from './customer.table.ts'

/** Grade of a customer's class, by name: classes belong to a domain above this one. Null where the school has given no class. */
const gradeIn = (schoolId: string) => sql<string | null>`(select s.grade from school_classes s
  where s.school_id = ${schoolId} and s.id = ${customers.classId})`

/** Returns changed customers with their grades, including inactive ones, so that a device can hide them. By version and id. */
export function changedCustomers(tx: Tx, asked: ChangesQuery) {
  const { where, order } = changesIn(customers, asked)
  return tx
    .select({ ...getTableColumns(customers), grade: gradeIn(asked.schoolId) })
    .from(customers)
    .where(where)
    .orderBy(...order)
    .limit(asked.limit)
}

/** Returns changed accounts; `id` is the customer's. */
export function changedBalances(tx: Tx, asked: ChangesQuery) {
  const { schoolId, version, customerId } = accountBalances
  const { where, order } = changesIn({ schoolId, version, id: customerId }, asked)
  const { balance, spentOn, spent, covered } = accountBalances
  const columns = { id: customerId, customerId, balance, spentOn, spent, covered, version }
  return tx
    .select(columns)
    .from(accountBalances)
    .where(where)
    .orderBy(...order)
    .limit(asked.limit)
}

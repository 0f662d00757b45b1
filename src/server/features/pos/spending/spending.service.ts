import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import type { SchoolSpending, SpendingRule } from '#shared/pos/spending/spending-rule.contract.ts'
import { foodPackChoices, spendingRules } from './spending.table.ts'

export type SpendingRow = typeof spendingRules.$inferSelect

export const ruleOf = ({ ruleId, source, terms, fromDay, untilDay }: SpendingRow): SpendingRule => ({
  id: ruleId,
  source,
  terms,
  ...(fromDay !== null && { from: fromDay }),
  ...(untilDay !== null && { until: untilDay }),
})

/** Returns the rules of accounts, from every source; an account without any is absent. */
export async function rulesOfAccounts(
  tx: Tx,
  schoolId: string,
  { customerIds }: { customerIds: readonly CustomerId[] },
): Promise<Map<CustomerId, SpendingRule[]>> {
  if (customerIds.length === 0) return new Map()
  const rows = await tx
    .select()
    .from(spendingRules)
    .where(
      and(
        eq(spendingRules.schoolId, schoolId),
        inArray(spendingRules.customerId, [...customerIds]),
        isNull(spendingRules.endedAt),
      ),
    )
    .orderBy(spendingRules.setAt, spendingRules.id)
  const found = new Map<CustomerId, SpendingRule[]>()
  for (const row of rows)
    if (row.customerId) found.set(row.customerId, [...(found.get(row.customerId) ?? []), ruleOf(row)])
  return found
}

/** Returns what holds for every pupil; undefined where the school has set nothing. */
export async function schoolSpendingOf(tx: Tx, schoolId: string): Promise<SchoolSpending | undefined> {
  const rows = await tx
    .select()
    .from(spendingRules)
    .where(and(eq(spendingRules.schoolId, schoolId), isNull(spendingRules.customerId), isNull(spendingRules.endedAt)))
    .orderBy(spendingRules.setAt, spendingRules.id)
  const [choice] = await tx
    .select()
    .from(foodPackChoices)
    .where(eq(foodPackChoices.schoolId, schoolId))
    .orderBy(desc(foodPackChoices.chosenAt))
    .limit(1)
  return spendingOf(choice?.pack ?? null, rows)
}

/** What holds for every pupil by these rows. */
export const spendingOf = (pack: SchoolSpending['pack'], rows: readonly SpendingRow[]): SchoolSpending | undefined =>
  rows.length === 0 && pack === null ? undefined : { pack, rules: rows.map(ruleOf) }

import { and, desc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { SchoolSpending, SpendingRule } from '#shared/pos/spending/spending-rule.contract.ts'
import { foodPackChoices, spendingRules } from './spending.table.ts'

type Row = typeof spendingRules.$inferSelect

const ruleOf = ({ ruleId, source, terms, fromDay, untilDay }: Row): SpendingRule => ({
  id: ruleId,
  source,
  terms,
  ...(fromDay !== null && { from: fromDay }),
  ...(untilDay !== null && { until: untilDay }),
})

/** Rules that were in force at a moment; now without one. */
const inForce = (atMs: number | undefined) =>
  atMs === undefined
    ? isNull(spendingRules.endedAt)
    : and(
        lte(spendingRules.setAt, toInstant(atMs)),
        or(isNull(spendingRules.endedAt), sql`${spendingRules.endedAt} > ${toInstant(atMs)}`),
      )

/** Returns the rules of accounts, by whoever set them, now or at a moment; an account without any is absent. */
export async function rulesOfAccounts(
  tx: Tx,
  schoolId: string,
  { customerIds, atMs }: { customerIds: readonly CustomerId[]; atMs?: number },
): Promise<Map<CustomerId, SpendingRule[]>> {
  if (customerIds.length === 0) return new Map()
  const rows = await tx
    .select()
    .from(spendingRules)
    .where(
      and(eq(spendingRules.schoolId, schoolId), inArray(spendingRules.customerId, [...customerIds]), inForce(atMs)),
    )
    .orderBy(spendingRules.setAt, spendingRules.id)
  const found = new Map<CustomerId, SpendingRule[]>()
  for (const row of rows)
    if (row.customerId) found.set(row.customerId, [...(found.get(row.customerId) ?? []), ruleOf(row)])
  return found
}

/** Returns what holds for every pupil, now or at a moment; undefined where the school has set nothing. */
export async function schoolSpendingOf(tx: Tx, schoolId: string, atMs?: number): Promise<SchoolSpending | undefined> {
  const rows = await tx
    .select()
    .from(spendingRules)
    .where(and(eq(spendingRules.schoolId, schoolId), isNull(spendingRules.customerId), inForce(atMs)))
    .orderBy(spendingRules.setAt, spendingRules.id)
  const isOfSchool = eq(foodPackChoices.schoolId, schoolId)
  const [choice] = await tx
    .select()
    .from(foodPackChoices)
    .where(atMs === undefined ? isOfSchool : and(isOfSchool, lte(foodPackChoices.chosenAt, toInstant(atMs))))
    .orderBy(desc(foodPackChoices.chosenAt))
    .limit(1)
  const pack = choice?.pack ?? null
  return rows.length === 0 && pack === null ? undefined : { pack, rules: rows.map(ruleOf) }
}

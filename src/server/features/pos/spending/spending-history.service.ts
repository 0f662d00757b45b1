import { and, desc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { fromInstant, toInstant } from '#shared/kernel/time.ts'
import type { SchoolSpending, SpendingRule } from '#shared/pos/spending/spending-rule.contract.ts'
import { ruleOf, type SpendingRow, spendingOf } from './spending.service.ts'
import { foodPackChoices, spendingRules } from './spending.table.ts'

/** What was in force at moments of a period, of the school and of some accounts. */
export interface SpendingHistory {
  /** True where nothing was in force at any moment of it. */
  readonly isEmpty: boolean
  /** Returns what held for every pupil; undefined where the school had set nothing. */
  ofSchool(atMs: number): SchoolSpending | undefined
  /** Returns the rules of an account, by whoever set them. */
  ofAccount(customerId: CustomerId, atMs: number): SpendingRule[]
}

/** Reads what was in force in a period, by two statements whatever the number of accounts. */
export async function readSpendingHistory(
  tx: Tx,
  schoolId: string,
  { customerIds, fromMs, untilMs }: { customerIds: readonly CustomerId[]; fromMs: number; untilMs: number },
): Promise<SpendingHistory> {
  const until = toInstant(untilMs)
  const rows = await tx
    .select()
    .from(spendingRules)
    .where(
      and(
        eq(spendingRules.schoolId, schoolId),
        or(isNull(spendingRules.customerId), sql`${spendingRules.customerId} = any(${uuidList(customerIds)})`),
        lte(spendingRules.setAt, until),
        or(isNull(spendingRules.endedAt), gt(spendingRules.endedAt, toInstant(fromMs))),
      ),
    )
    .orderBy(spendingRules.setAt, spendingRules.id)
  const choices = await tx
    .select()
    .from(foodPackChoices)
    .where(and(eq(foodPackChoices.schoolId, schoolId), lte(foodPackChoices.chosenAt, until)))
    .orderBy(desc(foodPackChoices.chosenAt))
  const byAccount = Map.groupBy(rows, ({ customerId }) => customerId)
  const inForce = (customerId: CustomerId | null, atMs: number): SpendingRow[] =>
    (byAccount.get(customerId) ?? []).filter(
      ({ setAt, endedAt }) => fromInstant(setAt) <= atMs && (endedAt === null || fromInstant(endedAt) > atMs),
    )
  return {
    isEmpty: rows.length === 0 && choices.every(({ pack }) => pack === null),
    ofSchool: (atMs) => {
      const choice = choices.find(({ chosenAt }) => fromInstant(chosenAt) <= atMs)
      return spendingOf(choice?.pack ?? null, inForce(null, atMs))
    },
    ofAccount: (customerId, atMs) => inForce(customerId, atMs).map(ruleOf),
  }
}

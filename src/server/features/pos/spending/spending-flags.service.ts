import { and, desc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import type { IngestedOp } from '#server/features/sync/ingest/command.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import type { CustomerId, ItemId } from '#shared/kernel/ids.ts'
import { fromInstant, toInstant } from '#shared/kernel/time.ts'
import { isOverridden } from '#shared/pos/carts/override.rules.ts'
import type { Sale } from '#shared/pos/sale.contract.ts'
import { stageOf } from '#shared/pos/spending/food-pack.rules.ts'
import type { FoodClass, SchoolSpending, SpendingRule } from '#shared/pos/spending/spending-rule.contract.ts'
import { type BrokenRule, judgeSpending, type RuledLine } from '#shared/pos/spending/spending.rules.ts'
import { minuteOfDay, type Purchase, spentOf, weekBegins } from '#shared/pos/spending/spent.rules.ts'
import { findPupils, gradesOfCustomers } from '../accounts/customer.service.ts'
import type { PosFlag } from '../sales/exceptions.ts'
import { ruleOf, spendingOf, type SpendingRow } from './spending.service.ts'
import { foodPackChoices, spendingRules } from './spending.table.ts'
import { spentSince } from './week-spent.service.ts'

/** What was in force at moments of a period, of the school and of some accounts. */
export interface SpendingHistory {
  /** True where nothing was in force at any moment of it. */
  readonly isEmpty: boolean
  /** Returns what held for every pupil; undefined where the school had set nothing. */
  ofSchool(atMs: number): SchoolSpending | undefined
  /** Returns the rules of an account, from every source. */
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

interface Place {
  schoolId: string
  timeZone: string
}

interface Food extends Record<string, unknown> {
  id: ItemId
  categoryId: string
  classes: FoodClass[]
}

async function foodsOf(tx: Tx, schoolId: string, itemIds: readonly ItemId[]): Promise<Map<string, Food>> {
  const { rows } = await tx.execute<Food>(sql`
    select id, category_id as "categoryId", to_json(food_classes) as classes from items
    where school_id = ${schoolId} and id = any(${uuidList(itemIds)})`)
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Judges sales by the rules of their moment, in order: what was sold against the law, what a rule denies without a reason on its line, and
 * what was spent beyond a limit, also where two tills without contact came to it together. Allergens are judged where they are sold.
 * @returns the flags by operation
 */
export async function spendingFlags(
  tx: Tx,
  { schoolId, timeZone }: Place,
  ops: readonly IngestedOp<Sale>[],
): Promise<Map<string, PosFlag[]>> {
  const named = ops.filter(({ body }) => body.customerId !== null)
  const customerIds = [...new Set(named.flatMap(({ body }) => body.customerId ?? []))]
  const flags = new Map<string, PosFlag[]>()
  if (customerIds.length === 0) return flags
  const moments = named.map(({ body }) => fromInstant(body.soldAt))
  const period = { fromMs: moments.reduce(earlierOf), untilMs: moments.reduce(laterOf) }
  const history = await readSpendingHistory(tx, schoolId, { customerIds, ...period })
  if (history.isEmpty) return flags
  const pupils = await findPupils(tx, schoolId, { ids: customerIds })
  const grades = await gradesOfCustomers(tx, schoolId, customerIds)
  const foods = await foodsOf(tx, schoolId, [...new Set(named.flatMap(({ body }) => body.lines.map((l) => l.itemId)))])
  const spentBefore = await readSpentBefore(tx, { schoolId, timeZone }, named)
  const inBatch = new Map<CustomerId, Purchase[]>()
  for (const { opId, body: sale } of named) {
    const { customerId, businessDay } = sale
    if (!customerId) continue
    const atMs = fromInstant(sale.soldAt)
    const minute = minuteOfDay(atMs, timeZone)
    const amount = paidBy(sale, customerId)
    const before = spentBefore(sale, customerId)
    const earlier = inBatch.get(customerId) ?? []
    inBatch.set(customerId, [...earlier, [businessDay, minute, amount]])
    const rules = {
      school: history.ofSchool(atMs),
      own: history.ofAccount(customerId, atMs),
      allergens: [],
      stage: stageOf({ className: pupils.get(customerId)?.className ?? '', grade: grades.get(customerId) }),
    }
    const spent = spentOf([...before, ...earlier], businessDay)
    const lines = sale.lines.map((line) => ruledLine(line, foods.get(line.itemId)))
    const broken = judgeSpending(rules, spent, { lines, amount, businessDay, minute })
    flags.set(opId, [...new Set(broken.flatMap((rule) => flagOf(rule, sale)))])
  }
  return flags
}

const earlierOf = (one: number, other: number) => Math.min(one, other)
const laterOf = (one: number, other: number) => Math.max(one, other)

/** Reads what the customers had spent in the weeks of the sales before these, by one statement a week. */
async function readSpentBefore(
  tx: Tx,
  place: Place,
  ops: readonly IngestedOp<Sale>[],
): Promise<(sale: Sale, customerId: CustomerId) => Purchase[]> {
  const weeks = new Map<string, Map<CustomerId, Purchase[]>>()
  for (const [since, ofWeek] of Map.groupBy(ops, ({ body }) => weekBegins(body.businessDay))) {
    const customerIds = [...new Set(ofWeek.flatMap(({ body }) => body.customerId ?? []))]
    weeks.set(since, await spentSince(tx, { ...place, since }, customerIds))
  }
  return ({ businessDay }, customerId) => weeks.get(weekBegins(businessDay))?.get(customerId) ?? []
}

const paidBy = ({ tenders }: Sale, customerId: CustomerId): number =>
  tenders.reduce(
    (all, each) => (each.kind === 'account' && each.customerId === customerId ? all + each.amount : all),
    0,
  )

const ruledLine = ({ id, itemId, qtyMilli, allergens }: Sale['lines'][number], food: Food | undefined): RuledLine => ({
  lineId: id,
  itemId,
  categoryId: food?.categoryId ?? '',
  pieces: qtyMilli / 1000,
  classes: food?.classes ?? [],
  allergens,
  parts: [],
})

function flagOf({ source, lineIds }: BrokenRule, { lines }: Sale): PosFlag[] {
  if (lineIds.length === 0) return ['limit-broken']
  if (source === 'law') return ['law-broken']
  const isAnswered = lineIds.every((id) => lines.some((line) => line.id === id && isOverridden(line)))
  return isAnswered ? [] : ['rule-broken']
}

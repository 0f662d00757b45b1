import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import type { PartPayer, YearDiscount } from '#shared/fees/billing.rules.ts'
import type { DiscountBasis } from '#shared/fees/plans/clawback.rules.ts'
import { type Sibling, siblingRanks } from '#shared/fees/plans/sibling.rules.ts'
import { sharesOn } from '#shared/fees/setup/share.rules.ts'
import type { Day } from '#shared/kernel/time.ts'
import type { FeeActor } from '../ledger/fee-actor.ts'
import type { FeeTerms } from '../setup/fee-terms.service.ts'
import { ensureSiblingPayers } from '../setup/guardian-payer.service.ts'
import { type FeePayerRow, payersByIds } from '../setup/payer.service.ts'
import { readFeeSettings } from '../setup/fee-settings.service.ts'
import { standingCharge } from './standing-charge.service.ts'

/** What is read once for a batch of children. */
export interface BatchFacts {
  payers: ReadonlyMap<string, FeePayerRow>
  /** Rank among siblings today, by child; 1 without any. */
  ranks: ReadonlyMap<string, number>
  /** Discounts given already in the year, in minor units, by rule and family: `rule payer`. */
  given: Map<string, number>
}

/** Reads payers, ranks and given discounts of a batch. */
export async function readBatchFacts(
  tx: Tx,
  by: FeeActor,
  terms: ReadonlyMap<string, FeeTerms>,
  year: number,
): Promise<BatchFacts> {
  const { schoolId, today } = by
  await ensureSiblingPayers(tx, by, [...terms.keys()])
  const families = new Map([...terms].map(([studentId, { defaultPayerId }]) => [studentId, defaultPayerId]))
  const payerIds = [...terms.values()].flatMap(({ defaultPayerId, shares }) => [
    defaultPayerId,
    ...shares.map(({ payerId }) => payerId),
  ])
  const rows = await payersByIds(tx, schoolId, [...new Set(payerIds)])
  return {
    payers: new Map(rows.map((row) => [row.id, row])),
    ranks: await ranksOf(tx, schoolId, families, today),
    given: await givenDiscounts(tx, schoolId, [...new Set(families.values())], year),
  }
}

/** Returns each child's rank among the enrolled children of its first guardian. */
async function ranksOf(
  tx: Tx,
  schoolId: string,
  families: ReadonlyMap<string, string>,
  today: Day,
): Promise<Map<string, number>> {
  const { siblingKey } = await readFeeSettings(tx, schoolId)
  const { rows } = await tx.execute<Sibling & { payerId: string } & Record<string, unknown>>(sql`
    select distinct on (p.payer_id, s.id) p.payer_id as "payerId", s.id as "studentId",
      coalesce(s.birth_date, c.birth_date)::text as "bornOn",
      coalesce(make_date(s.entry_year, 1, 1), (s.applied_at at time zone 'UTC')::date)::text as "joinedOn",
      c.left_on::text as "leftOn"
    from fee_payer_guardians p
    join student_guardians g on g.school_id = p.school_id and g.id = p.guardian_id
    join students s on s.school_id = g.school_id and s.id = g.student_id
    left join pupil_accounts a on a.school_id = s.school_id and a.student_id = s.id
    left join customers c on c.school_id = a.school_id and c.id = a.customer_id
    where p.school_id = ${schoolId} and p.payer_id = any(${uuidList(families.values())}) and s.erased_at is null
      and case when c.id is null then s.status in ('accepted', 'booked', 'confirmed') else c.active end`)
  const byFamily = Map.groupBy(rows, ({ payerId }) => payerId)
  const ranks = new Map<string, number>()
  for (const [studentId, payerId] of families) {
    const siblings = (byFamily.get(payerId) ?? []).map((row) => ({ ...row, joinedOn: min(row.joinedOn, today) }))
    ranks.set(studentId, siblingRanks(siblings, siblingKey, today).get(studentId) ?? 1)
  }
  return ranks
}

/** Who joins later counts already: they are billed for the year in which they join. */
const min = (day: Day, today: Day): Day => (day < today ? day : today)

async function givenDiscounts(
  tx: Tx,
  schoolId: string,
  payerIds: readonly string[],
  year: number,
): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ rule: string; payerId: string; amount: string | number }>(sql`
    select d->>'code' as rule, f.payer_id as "payerId", sum((d->>'amount')::bigint) as amount
    from (select distinct p.payer_id, g.student_id from fee_payer_guardians p
      join student_guardians g on g.school_id = p.school_id and g.id = p.guardian_id
      where p.school_id = ${schoolId} and p.payer_id = any(${uuidList(payerIds)})) f
    join fee_charges c on c.school_id = ${schoolId} and c.student_id = f.student_id and c.year = ${year}::int and (${standingCharge(schoolId)})
    cross join lateral jsonb_array_elements(c.discounts) d
    group by 1, 2`)
  return new Map(rows.map(({ rule, payerId, amount }) => [givenKey(rule, payerId), Number(amount)]))
}

export const givenKey = (rule: string, payerId: string): string => `${rule} ${payerId}`

/** Returns the discounts that a child has on a day: granted ones and the one of its rank among siblings. */
export const discountsOf =
  ({ grants, siblingRules, defaultPayerId }: FeeTerms, { ranks, given }: BatchFacts, studentId: string) =>
  (day: Day): YearDiscount[] => {
    const capLeft = (rule: FeeTerms['siblingRules'][number]) =>
      rule.familyCapAmount === null
        ? undefined
        : rule.familyCapAmount - (given.get(givenKey(rule.id, defaultPayerId)) ?? 0)
    const of = (rule: FeeTerms['siblingRules'][number], amount: { ppm: number } | { amount: number } | undefined) =>
      amount === undefined
        ? []
        : [
            {
              id: rule.id,
              value: 'ppm' in amount ? { ppm: amount.ppm, onGross: rule.onGross } : amount,
              components: rule.components ?? undefined,
              capLeft: capLeft(rule),
              personsOnly: rule.personsOnly,
            },
          ]
    const rank = ranks.get(studentId) ?? 1
    return [
      ...grants
        .filter(({ grant }) => grant.fromOn <= day && (grant.untilOn === null || day <= grant.untilOn))
        .flatMap(({ grant, rule }) => of(rule, grant.ownAmount ?? rule.amounts[0])),
      ...siblingRules.flatMap((rule) => of(rule, rule.amounts[Math.min(rank, rule.amounts.length) - 1])),
    ]
  }

/** Returns what a child's discount of a rule goes by today, to be kept with it; undefined for a rule that it has not. */
export const basisOf =
  ({ grants, siblingRules }: FeeTerms, { ranks }: BatchFacts, studentId: string) =>
  (ruleId: string): DiscountBasis | undefined => {
    const of = ({ familyCapAmount, isClawedBack }: FeeTerms['siblingRules'][number]) => ({
      isCapped: familyCapAmount !== null,
      isClawedBack,
    })
    const sibling = siblingRules.find(({ id }) => id === ruleId)
    if (sibling) return { rank: ranks.get(studentId) ?? 1, amounts: sibling.amounts, ...of(sibling) }
    const granted = grants.find(({ rule }) => rule.id === ruleId)
    if (!granted) return undefined
    const { grant, rule } = granted
    return { rank: null, amounts: grant.ownAmount ? [grant.ownAmount] : rule.amounts, ...of(rule) }
  }

/** Returns who pays a component of a child on a day. */
export const payersOf =
  ({ shares, defaultPayerId }: FeeTerms, { payers }: BatchFacts) =>
  (component: string, day: Day): PartPayer[] =>
    sharesOn(shares, { component, day, defaultPayerId }).map(({ payerId, ppm }) => ({
      payerId,
      ppm,
      isCompany: payers.get(payerId)?.kind === 'company',
    }))

import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import type { PartCharge } from '#shared/fees/billing.rules.ts'
import type { AppliedDiscount } from '#shared/fees/fee-values.contract.ts'
import {
  clawback,
  clawbackPart,
  type DiscountBasis,
  type DiscountReason,
  discountThatStays,
  type IssuedDiscount,
} from '#shared/fees/plans/clawback.rules.ts'
import { minor, negate, sum, zero } from '#shared/kernel/money.ts'
import { monthsAfter } from '#shared/kernel/months.ts'
import { type Day, dayAfter } from '#shared/kernel/time.ts'
import type { FeeTerms } from '../setup/fee-terms.service.ts'
import { standingCharge } from './standing-charge.service.ts'

/** Discount as it stands on a charge: with what it went by, where it was issued since that is kept. */
export type ChargedDiscount = AppliedDiscount & { basis?: DiscountBasis }

/** Charge with discounts, as far as no credit note took it back. */
export interface IssuedCharge {
  chargeId: string
  component: string
  part: number
  payerId: string
  dueOn: Day
  gross: number
  discounts: ChargedDiscount[]
  /** With tax. */
  left: number
}

type Row = Omit<IssuedCharge, 'left' | 'gross'> & {
  studentId: string
  gross: string | number
  total: string | number
  credited: string | number
}

/** Returns the standing charges of a year with a discount of one of these rules, by child. */
export async function issuedWith(
  tx: Tx,
  schoolId: string,
  { studentIds, year, ruleIds }: { studentIds: readonly string[]; year: number; ruleIds: readonly string[] },
): Promise<Map<string, IssuedCharge[]>> {
  if (ruleIds.length === 0) return new Map()
  const { rows } = await tx.execute<Row & Record<string, unknown>>(sql`
    select c.id as "chargeId", c.student_id as "studentId", c.component, c.part, c.payer_id as "payerId",
      c.due_on::text as "dueOn", c.gross, c.discounts,
      c.net + c.tax as total, coalesce((select sum(a.amount) from fee_allocations a
        where a.school_id = ${schoolId} and a.charge_id = c.id and a.source = 'credit-note'), 0) as credited
    from fee_charges c
    where c.school_id = ${schoolId} and c.student_id = any(${uuidList(studentIds)}) and c.year = ${year}::int
      and (${standingCharge(schoolId)}) and jsonb_array_length(c.discounts) > 0
    order by c.part, c.component, c.payer_id`)
  return Map.groupBy(rows.map(standingPart), ({ studentId }) => studentId)
}

/** Returns of a charge what no credit note took back. */
function standingPart({ total, credited, ...charge }: Row) {
  const [whole, left] = [Number(total), Number(total) - Number(credited)]
  return { ...portionOf({ ...charge, gross: Number(charge.gross) }, left, whole), left }
}

/** Returns a charge with `part` of `whole` of its amounts. */
function portionOf<Of extends Pick<IssuedCharge, 'gross' | 'discounts'>>(charge: Of, part: number, whole: number): Of {
  const of = (amount: number) => (whole === 0 ? amount : Number((BigInt(amount) * BigInt(part)) / BigInt(whole)))
  const discounts = charge.discounts.map((discount) => ({ ...discount, amount: minor(of(discount.amount)) }))
  return { ...charge, gross: of(charge.gross), discounts }
}

/** Rules of a child whose discounts are taken back when their reason ends. */
export const clawbackRules = ({ grants, siblingRules }: FeeTerms): string[] => [
  ...new Set(
    [...grants.map(({ rule }) => rule), ...siblingRules].filter((rule) => rule.isClawedBack).map(({ id }) => id),
  ),
]

interface Asked {
  terms: FeeTerms
  issued: readonly IssuedCharge[]
  /** Rank of the child among siblings today. */
  rank: number
  yearStartsOn: Day
  today: Day
}

/** Returns what is taken back of a child's discounts now: where its rank or a grant is lower than when it was billed. */
export const clawedBack = (asked: Asked): PartCharge[] =>
  takenBy(asked, asked.issued, (ruleId, { gross, dueOn }, { amount: discount, basis }) =>
    discountThatStays({ gross, discount, basis }, reasonNow(asked, ruleId, dueOn)),
  )

/**
 * Returns what a child that leaves gives back of its discounts: in proportion to what stays kept of each charge, in minor units with
 * tax. What is credited gives nothing back.
 */
export function clawedBackByLeaving(asked: Asked, kept: ReadonlyMap<string, number>): PartCharge[] {
  const stand = asked.issued
    .filter(({ left }) => left > 0)
    .map((charge) => portionOf(charge, kept.get(charge.chargeId) ?? 0, charge.left))
  return takenBy(asked, stand, (_rule, _charge, { amount, basis }) => (basis && !basis.isClawedBack ? amount : 0))
}

/** Returns what of a discount stays. */
type Stays = (ruleId: string, charge: IssuedCharge, discount: ChargedDiscount) => number

/** Returns one charge of nothing for each component and payer, less a discount below zero for each rule. */
function takenBy({ terms, today }: Asked, issued: readonly IssuedCharge[], staysOf: Stays): PartCharge[] {
  const known = issued.filter(({ component }) => terms.lines.some((line) => line.component === component))
  const taken = clawbackRules(terms).flatMap((ruleId) =>
    clawback(known.flatMap((charge) => discountsBy(ruleId, charge, staysOf))).map((each) => ({
      ...each,
      discount: { id: ruleId, amount: negate(each.amount) },
    })),
  )
  return [...Map.groupBy(taken, ({ component, payerId }) => `${component} ${payerId}`).values()].flatMap((mine) => {
    const [first] = mine
    if (!first) return []
    const { component, payerId } = first
    const discounts = mine.map(({ discount }) => discount)
    const net = sum(mine.map(({ amount }) => amount))
    return [{ component, part: clawbackPart, dueOn: today, payerId, gross: zero, discounts, net }]
  })
}

const discountsBy = (ruleId: string, charge: IssuedCharge, staysOf: Stays): IssuedDiscount[] =>
  charge.discounts
    .filter(({ code }) => code === ruleId)
    .map((discount) => {
      const stays = charge.part === clawbackPart ? 0 : staysOf(ruleId, charge, discount)
      return { component: charge.component, payerId: charge.payerId, discount: discount.amount, stays }
    })

/** Returns why a child has a discount of a rule now; a grant that begins or ends later counts from then. */
function reasonNow({ terms, rank, yearStartsOn, today }: Asked, ruleId: string, dueOn: Day): DiscountReason {
  const sibling = terms.siblingRules.find(({ id }) => id === ruleId)
  if (sibling) return { rank, amounts: sibling.amounts }
  const last = dayAfter(monthsAfter(yearStartsOn, 12), -1)
  const on = [today, last].toSorted()[0] ?? today
  const day = dueOn > on ? dueOn : on
  const found = terms.grants.find(
    ({ grant, rule }) => rule.id === ruleId && grant.fromOn <= day && (grant.untilOn === null || day <= grant.untilOn),
  )
  return { isGranted: found !== undefined, own: found?.grant.ownAmount ?? null }
}

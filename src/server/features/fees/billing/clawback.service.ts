import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-lists.ts'
import { chargesOfPart, type PartCharge, type PartPayer, type YearDiscount } from '#shared/fees/billing.rules.ts'
import type { AppliedDiscount } from '#shared/fees/fee-values.contract.ts'
import { clawback, clawbackPart } from '#shared/fees/plans/clawback.rules.ts'
import type { YearLine, YearPart } from '#shared/fees/year-line.rules.ts'
import { minor, negate, sum, zero } from '#shared/kernel/money.ts'
import { monthsAfter } from '#shared/kernel/months.ts'
import { type Day, dayAfter } from '#shared/kernel/time.ts'
import type { FeeTerms } from '../setup/fee-terms.service.ts'
import { standingCharge } from './standing-charge.service.ts'

/** Charge with discounts, as far as no credit note took it back. */
export interface IssuedCharge {
  component: string
  part: number
  payerId: string
  gross: number
  discounts: AppliedDiscount[]
}

/** Returns the standing charges of a year with a discount of one of these rules, by child. */
export async function issuedWith(
  tx: Tx,
  schoolId: string,
  { studentIds, year, ruleIds }: { studentIds: readonly string[]; year: number; ruleIds: readonly string[] },
): Promise<Map<string, IssuedCharge[]>> {
  if (ruleIds.length === 0) return new Map()
  const { rows } = await tx.execute<Omit<IssuedCharge, 'gross'> & Stands & Record<string, unknown>>(sql`
    select c.student_id as "studentId", c.component, c.part, c.payer_id as "payerId", c.gross, c.discounts,
      c.net + c.tax as total, coalesce((select sum(a.amount) from fee_allocations a
        where a.school_id = c.school_id and a.charge_id = c.id and a.source = 'credit-note'), 0) as credited
    from fee_charges c
    where c.school_id = ${schoolId} and c.student_id = any(${uuidList(studentIds)}) and c.year = ${year}::int
      and (${standingCharge}) and jsonb_array_length(c.discounts) > 0
    order by c.part, c.component, c.payer_id`)
  return Map.groupBy(rows.map(standingPart), ({ studentId }) => studentId)
}

interface Stands {
  studentId: string
  gross: string | number
  total: string | number
  credited: string | number
}

/** Returns of a charge what no credit note took back. */
function standingPart({ total, credited, ...charge }: Omit<IssuedCharge, 'gross'> & Stands) {
  const [whole, left] = [BigInt(total), BigInt(total) - BigInt(credited)]
  const of = (amount: number) => (whole === 0n ? amount : Number((BigInt(amount) * left) / whole))
  const discounts = charge.discounts.map((discount) => ({ ...discount, amount: minor(of(discount.amount)) }))
  return { ...charge, gross: of(Number(charge.gross)), discounts }
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
  lines: readonly YearLine[]
  parts: readonly YearPart[]
  /** Discounts of the child on a day. */
  discountsOn: (day: Day) => readonly YearDiscount[]
  isCompany: (payerId: string) => boolean
  yearStartsOn: Day
  today: Day
  /** Whether the child leaves: nothing is left of these discounts. */
  isLeaving?: boolean
}

/**
 * Returns what is taken back of a child's discounts now: one charge of nothing for each component and payer, less a discount below zero
 * for each rule.
 */
export function clawedBack(asked: Asked): PartCharge[] {
  const { terms, today } = asked
  const taken = clawbackRules(terms).flatMap((ruleId) =>
    takenOf(asked, ruleId).map((each) => ({ ...each, discount: { id: ruleId, amount: negate(each.amount) } })),
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

function takenOf(asked: Asked, ruleId: string): ReturnType<typeof clawback> {
  const { issued, isLeaving } = asked
  const ofRule = (discounts: readonly { code: string; amount: number }[]) =>
    sum(discounts.filter(({ code }) => code === ruleId).map(({ amount }) => minor(amount)))
  const mine = issued.map((charge) => ({ ...charge, discount: ofRule(charge.discounts) }))
  return clawback(
    mine.filter(({ discount }) => discount !== 0),
    (component, part) => (isLeaving ? { gross: 1, discount: 0 } : discountNow(asked, ruleId, component, part)),
  )
}

/** Returns what a rule would give on a component and part now, to those who were billed for it. */
function discountNow(
  { issued, lines, parts, discountsOn, isCompany, yearStartsOn, today }: Asked,
  ruleId: string,
  component: string,
  part: number,
): { gross: number; discount: number } | undefined {
  const of = parts.find((each) => each.part === part)
  if (!of) return undefined
  const payers = payersAsBilled(
    issued.filter((charge) => charge.part === part && charge.component === component),
    isCompany,
  )
  const last = dayAfter(monthsAfter(yearStartsOn, 12), -1)
  const on = [today, last].toSorted()[0] ?? today
  const year = {
    lines,
    parts,
    // A cap of the family is used up by what was given: without it nothing is taken back for that alone.
    discountsOn: (due: Day) => discountsOn(due > on ? due : on).map((each) => ({ ...each, capLeft: undefined })),
    payersOn: () => payers,
  }
  const charges = chargesOfPart(year, of).filter((charge) => charge.component === component)
  if (charges.length === 0) return undefined
  const discounts = charges.flatMap((charge) => charge.discounts.filter(({ id }) => id === ruleId))
  return { gross: sum(charges.map(({ gross }) => gross)), discount: sum(discounts.map(({ amount }) => amount)) }
}

/** Returns who was billed, each with the share of the gross amount. */
function payersAsBilled(charges: readonly IssuedCharge[], isCompany: (payerId: string) => boolean): PartPayer[] {
  const whole = BigInt(Math.max(1, sum(charges.map(({ gross }) => minor(gross)))))
  const shares = charges.map(({ payerId, gross }) => ({
    payerId,
    ppm: Number((BigInt(gross) * 1_000_000n) / whole),
    isCompany: isCompany(payerId),
  }))
  const rest = 1_000_000 - shares.reduce((all, { ppm }) => all + ppm, 0)
  return shares.map((share, at) => (at === 0 ? { ...share, ppm: share.ppm + rest } : share))
}

import { readSchool } from '#server/features/school/school.service.ts'
import { regulatorOf } from '#server/features/school/school-grades.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { LeavingComponent } from '#shared/fees/leaving/child-leaving.rules.ts'
import type { LeavingCharge } from '#shared/fees/leaving/kept-by-charge.rules.ts'
import { withSeat } from '#shared/fees/leaving/leaving-seat.rules.ts'
import { ownLeavingRule } from '#shared/fees/leaving/own-leaving.ts'
import type { LeavingRule } from '#shared/fees/regulator/fee-pack.types.ts'
import { clawbackPart } from '#shared/fees/plans/clawback.rules.ts'
import { feePackOf } from '#shared/fees/regulator/fee-packs.rules.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Day } from '#shared/kernel/time.ts'
import type { Regulator } from '#shared/school/regulator.rules.ts'
import { planLeaving, planOf, readBatch } from '../billing/plan-batch.service.ts'
import type { PlannedInvoice } from '../billing/planned-invoice.types.ts'
import type { FeeActor } from '../ledger/fee-actor.ts'
import { type OpenItem, openItems } from '../ledger/open-items.service.ts'
import { allocationsOn } from '../payments/allocation.service.ts'
import { depositLeft } from '../payments/seat-deposit.service.ts'
import { feeComponentsOf } from '../setup/fee-component.service.ts'
import { readFeeSettings } from '../setup/fee-settings.service.ts'

/** All that decides about a leaving, as of one transaction. */
export interface LeavingFacts {
  year: number
  yearStartsOn: Day
  terms: { startsOn: Day }[]
  rule: LeavingRule
  /** Null where the rule is the school's own. */
  regulator: Regulator | null
  components: (LeavingComponent & { name: Bilingual })[]
  /** Charges of the year. */
  items: OpenItem[]
  charges: LeavingCharge[]
  seat: { applied: number; left: number }
  /** What the seat deposit settled, by charge. */
  deposits: ReadonlyMap<string, number>
  /** Returns what falls back of discounts of what is kept, by charge, as invoices that nobody has issued. */
  discountsBack: (kept: ReadonlyMap<string, number>) => PlannedInvoice[]
}

/**
 * Reads the school year in which a request falls, its rule, and what is or will be billed of it.
 * @throws AppError fees.leaving-no-rule, fees.leaving-no-terms, fees.leaving-no-plan
 */
export async function leavingFacts(
  tx: Tx,
  by: FeeActor,
  { studentId, requestedOn }: { studentId: string; requestedOn: Day },
): Promise<LeavingFacts> {
  const { schoolId } = by
  const school = await readSchool(tx, schoolId)
  const all = await openItems(tx, schoolId, { studentId })
  const found = yearOf(school.profile.years ?? [], requestedOn)
  if (!found || found.terms.length === 0) throw new AppError('fees.leaving-no-terms', { field: 'requestedOn' })
  const year = Number(found.startsOn.slice(0, 4))
  const items = all.filter((item) => item.year === year && item.total > 0)
  const own = (await readFeeSettings(tx, schoolId)).ownLeaving
  const regulator = regulatorOf(school)
  const ruled = feePackOf(regulator, year)?.leaving
  const rule = ruled ?? (own && ownLeavingRule(own))
  if (!rule) throw new AppError('fees.leaving-no-rule')
  const { components, isOffTuition, discountsBack } = await componentsOf(tx, by, { studentId, year, items })
  const deposits = await depositsApplied(tx, schoolId, items)
  const left = await depositLeft(tx, schoolId, studentId)
  return {
    year,
    yearStartsOn: found.startsOn,
    terms: found.terms,
    rule,
    regulator: ruled ? regulator : null,
    items,
    deposits,
    discountsBack,
    ...withSeat({ components, charges: items.map(chargeOf), deposits, left, isOffTuition }),
  }
}

interface YearWithTerms {
  startsOn: Day
  endsOn: Day
  terms: { startsOn: Day }[]
}

/** The year that has not ended on that day, the first of several. */
const yearOf = (years: readonly YearWithTerms[], on: Day): YearWithTerms | undefined =>
  years.toSorted((a, b) => (a.startsOn < b.startsOn ? -1 : 1)).find(({ endsOn }) => on <= endsOn)

/** Money of a cheque that has not cleared has not come. */
const chargeOf = (item: OpenItem): LeavingCharge => ({
  chargeId: item.chargeId,
  payerId: item.payerId,
  component: item.component,
  part: item.part,
  owed: item.total - item.credited - item.writtenOff,
  paid: item.paid - item.held,
})

/** Returns what the seat deposit settled, by charge. */
async function depositsApplied(tx: Tx, schoolId: string, items: readonly OpenItem[]): Promise<Map<string, number>> {
  const applied = new Map<string, number>()
  for (const { chargeId } of items)
    for (const { row, left } of await allocationsOn(tx, schoolId, chargeId))
      if (row.source === 'deposit') applied.set(chargeId, (applied.get(chargeId) ?? 0) + left)
  return applied
}

interface YearOfChild {
  components: LeavingFacts['components']
  /** Whether seat money that is billed lowers tuition. */
  isOffTuition: boolean
  discountsBack: LeavingFacts['discountsBack']
}

/** Returns each component with its parts: as they were billed, and what the schedule still bills. */
async function componentsOf(
  tx: Tx,
  by: FeeActor,
  { studentId, year, items }: { studentId: string; year: number; items: readonly OpenItem[] },
): Promise<YearOfChild> {
  const scope = { year, campuses: [], grades: [], components: [], parts: [], studentIds: [studentId] }
  const batch = await readBatch(tx, by, scope, [studentId])
  const planned = planOf(batch, scope, studentId)
  // Without the rest of the year the month and the term would come out too small.
  if ('fault' in planned && planned.fault !== 'left') throw new AppError('fees.leaving-no-plan', { field: 'number' })
  const coming = 'fault' in planned ? [] : planned.invoices.flatMap(({ lines }) => lines)
  const parts = new Map<string, Map<number, { fee: number; billed: number; paid: number }>>()
  const add = (code: string, part: number, more: { fee: number; billed: number; paid: number }) => {
    const of = parts.get(code) ?? new Map<number, { fee: number; billed: number; paid: number }>()
    const known = of.get(part) ?? { fee: 0, billed: 0, paid: 0 }
    of.set(part, { fee: known.fee + more.fee, billed: known.billed + more.billed, paid: known.paid + more.paid })
    parts.set(code, of)
  }
  for (const item of items) {
    const { owed, paid } = chargeOf(item)
    add(item.component, item.part, { fee: owed, billed: owed, paid })
  }
  for (const { component, part, total } of coming)
    if (part !== clawbackPart) add(component, part ?? 1, { fee: total, billed: 0, paid: 0 })
  const known = await feeComponentsOf(tx, by.schoolId)
  const components = known.flatMap(({ code, name, kind, refundRule, capsAsTuition }) => {
    const mine = parts.get(code)
    if (!mine) return []
    const of = [...mine].map(([part, amounts]) => ({ part, ...amounts }))
    return [{ code, name, kind, refundRule, capsAsTuition, parts: of }]
  })
  const terms = batch.terms.get(studentId)
  const isNew = terms !== undefined && !('missing' in terms) && terms.placement.isNew
  const seat = isNew ? batch.pack?.newSeat : batch.pack?.returningSeat
  const discountsBack: LeavingFacts['discountsBack'] = (kept) => planLeaving(batch, scope, { studentId, kept })
  return { components, isOffTuition: seat?.offTuition ?? false, discountsBack }
}

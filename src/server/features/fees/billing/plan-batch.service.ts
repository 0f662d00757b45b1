import { sql } from 'drizzle-orm'
import { readSchool } from '#server/features/school/school.service.ts'
import { regulatorOf } from '#server/features/school/school-grades.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-lists.ts'
import type { BillingScope } from '#shared/fees/billing-run.contract.ts'
import type { Day } from '#shared/kernel/time.ts'
import type { Regulator } from '#shared/school/regulator.rules.ts'
import type { FeeActor } from '../ledger/fee-actor.ts'
import { type FeeTerms, feeTermsOf } from '../setup/fee-terms.service.ts'
import { type BatchFacts, readBatchFacts } from './billing-year.service.ts'
import { type ChargedParts, partKey, type PlannedInvoice, planPupil, type PupilFault } from './plan-pupil.service.ts'
import { standingCharge } from './standing-charge.service.ts'

export type PupilPlan = { invoices: PlannedInvoice[]; known: number } | PupilFault

/** Children of a batch with all that is read for them at once. */
export interface Batch {
  terms: Awaited<ReturnType<typeof feeTermsOf>>
  facts: BatchFacts
  charged: Map<string, ChargedParts>
  regulator: Regulator
  yearStartsOn: Day
  /** Children whose leaving of that year is settled: nothing more is billed of it. */
  left: ReadonlySet<string>
}

/** Reads terms, payers, discounts and what is charged already for some children. */
export async function readBatch(
  tx: Tx,
  by: FeeActor,
  scope: BillingScope,
  studentIds: readonly string[],
): Promise<Batch> {
  const { schoolId } = by
  const terms = await feeTermsOf(tx, by, studentIds, scope.year)
  const found = new Map<string, FeeTerms>()
  for (const [id, each] of terms) if (!('missing' in each)) found.set(id, each)
  const school = await readSchool(tx, schoolId)
  const year = school.profile.years?.find(({ startsOn }) => Number(startsOn.slice(0, 4)) === scope.year)
  return {
    terms,
    facts: await readBatchFacts(tx, by, found, scope.year),
    charged: await chargedParts(tx, schoolId, studentIds, scope.year),
    regulator: regulatorOf(school),
    yearStartsOn: year?.startsOn ?? `${scope.year}-09-01`,
    left: await childrenWhoLeft(tx, schoolId, studentIds, scope.year),
  }
}

async function childrenWhoLeft(
  tx: Tx,
  schoolId: string,
  studentIds: readonly string[],
  year: number,
): Promise<Set<string>> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select l.student_id as id from fee_leavings l
    where l.school_id = ${schoolId} and l.student_id = any(${uuidList(studentIds)}) and l.year = ${year}::int`)
  return new Set(rows.map(({ id }) => id))
}

/** Returns what was charged, by child. */
async function chargedParts(
  tx: Tx,
  schoolId: string,
  studentIds: readonly string[],
  year: number,
): Promise<Map<string, ChargedParts>> {
  const { rows } = await tx.execute<{
    studentId: string
    component: string
    part: number
    version: number
    stands: boolean
  }>(sql`
    select c.student_id as "studentId", c.component, c.part, max(c.version) as version, bool_or(${standingCharge}) as stands
    from fee_charges c
    where c.school_id = ${schoolId} and c.student_id = any(${uuidList(studentIds)}) and c.year = ${year}::int
    group by 1, 2, 3`)
  const charged = new Map<string, ChargedParts>()
  for (const { studentId, component, part, version, stands } of rows) {
    const of = charged.get(studentId) ?? new Map()
    charged.set(studentId, of.set(partKey(component, part), { version, stands }))
  }
  return charged
}

/** Plans the invoices of one child of a batch. */
export function planOf(batch: Batch, scope: BillingScope, studentId: string): PupilPlan {
  if (batch.left.has(studentId)) return { fault: 'left', rule: null }
  const terms = batch.terms.get(studentId) ?? { missing: 'no-student' as const }
  if ('missing' in terms) return { fault: terms.missing, rule: null }
  const { facts, regulator, yearStartsOn } = batch
  const charged = batch.charged.get(studentId) ?? new Map()
  return planPupil({ studentId, terms, facts, scope, regulator, yearStartsOn, charged })
}

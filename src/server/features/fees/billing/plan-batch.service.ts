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
import { partKey, type PlannedInvoice, planPupil, type PupilFault } from './plan-pupil.service.ts'

export type PupilPlan = { invoices: PlannedInvoice[]; known: number } | PupilFault

/** Children of a batch with all that is read for them at once. */
export interface Batch {
  terms: Awaited<ReturnType<typeof feeTermsOf>>
  facts: BatchFacts
  known: Map<string, Set<string>>
  regulator: Regulator
  yearStartsOn: Day
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
    known: await chargedParts(tx, schoolId, studentIds, scope.year),
    regulator: regulatorOf(school),
    yearStartsOn: year?.startsOn ?? `${scope.year}-09-01`,
  }
}

/** Returns what is charged already, by child. */
async function chargedParts(
  tx: Tx,
  schoolId: string,
  studentIds: readonly string[],
  year: number,
): Promise<Map<string, Set<string>>> {
  const { rows } = await tx.execute<{ studentId: string; component: string; part: number }>(sql`
    select distinct student_id as "studentId", component, part from fee_charges
    where school_id = ${schoolId} and student_id = any(${uuidList(studentIds)}) and year = ${year}::int`)
  const known = new Map<string, Set<string>>()
  for (const { studentId, component, part } of rows) {
    const of = known.get(studentId) ?? new Set()
    known.set(studentId, of.add(partKey(component, part)))
  }
  return known
}

/** Plans the invoices of one child of a batch. */
export function planOf(batch: Batch, scope: BillingScope, studentId: string): PupilPlan {
  const terms = batch.terms.get(studentId) ?? { missing: 'no-student' as const }
  if ('missing' in terms) return { fault: terms.missing, rule: null }
  const { facts, regulator, yearStartsOn } = batch
  const known = batch.known.get(studentId) ?? new Set<string>()
  return planPupil({ studentId, terms, facts, scope, regulator, yearStartsOn, known })
}

import { sql } from 'drizzle-orm'
import { readSchool } from '#server/features/school/school.service.ts'
import { regulatorOf } from '#server/features/school/school-grades.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import type { BillingScope } from '#shared/fees/billing-run.contract.ts'
import type { FeePack, SchoolKind } from '#shared/fees/regulator/fee-pack.types.ts'
import { feePackOf } from '#shared/fees/regulator/fee-packs.rules.ts'
import type { Day } from '#shared/kernel/time.ts'
import { breakBefore } from '#shared/school/school-year.rules.ts'
import type { FeeActor } from '../ledger/fee-actor.ts'
import { readFeeSettings } from '../setup/fee-settings.service.ts'
import { type FeeTerms, feeTermsOf } from '../setup/fee-terms.service.ts'
import { type BatchFacts, readBatchFacts } from './billing-year.service.ts'
import { type ChargedParts, chargedParts } from './charged-parts.service.ts'
import { clawbackRules, type IssuedCharge, issuedWith } from './clawback.service.ts'
import { planClawback, planPupil } from './plan-pupil.service.ts'
import type { PlannedInvoice, PupilFault } from './planned-invoice.types.ts'

export type PupilPlan = { invoices: PlannedInvoice[]; known: number } | PupilFault

/** Children of a batch with all that is read for them at once. */
export interface Batch {
  terms: Awaited<ReturnType<typeof feeTermsOf>>
  facts: BatchFacts
  charged: Map<string, ChargedParts>
  pack: FeePack | undefined
  yearStartsOn: Day
  schoolTerms: readonly { readonly startsOn: Day }[]
  schoolKind: SchoolKind
  /** Children whose leaving of that year is settled: nothing more is billed of it. */
  left: ReadonlySet<string>
  /** Last day of the break before the year; null where the school has not set it. */
  breakEndsOn: Day | null
  today: Day
  joined: ReadonlyMap<string, Day>
  /** Standing charges with discounts that may be taken back, by child. */
  issued: ReadonlyMap<string, IssuedCharge[]>
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
    pack: feePackOf(regulatorOf(school), scope.year),
    yearStartsOn: year?.startsOn ?? `${scope.year}-09-01`,
    schoolTerms: year?.terms ?? [],
    schoolKind: (await readFeeSettings(tx, schoolId)).schoolKind,
    left: await childrenWhoLeft(tx, schoolId, studentIds, scope.year),
    breakEndsOn: breakBefore(school.profile.years, scope.year),
    today: by.today,
    joined: await joinedOn(tx, by, studentIds, scope.year),
    issued: await issuedWith(tx, schoolId, {
      studentIds,
      year: scope.year,
      ruleIds: [...found.values()].flatMap(clawbackRules),
    }),
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
    where l.school_id = ${schoolId} and l.student_id = any(${uuidList(studentIds)}) and l.year = ${year}::int
      and not exists (select from fee_leaving_ends e where e.school_id = ${schoolId} and e.leaving_id = l.id)`)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Returns when children who are new in a year joined: on the day on which they got an account as pupils, or today where they have none
 * yet. Pupils of an imported list were there before.
 */
async function joinedOn(
  tx: Tx,
  { schoolId, today, timeZone }: FeeActor,
  studentIds: readonly string[],
  year: number,
): Promise<Map<string, Day>> {
  const { rows } = await tx.execute<{ id: string; day: Day }>(sql`
    select s.id, coalesce((a.opened_at at time zone ${timeZone})::date, ${today}::date)::text as day
    from students s left join pupil_accounts a on a.school_id = s.school_id and a.student_id = s.id
    where s.school_id = ${schoolId} and s.id = any(${uuidList(studentIds)}) and s.entry_year = ${year}::int
      and s.origin is distinct from 'import'`)
  return new Map(rows.map(({ id, day }) => [id, day]))
}

/** Plans the invoices of one child of a batch. */
export function planOf(batch: Batch, scope: BillingScope, studentId: string): PupilPlan {
  if (batch.left.has(studentId)) return { fault: 'left', rule: null }
  const asked = askedOf(batch, scope, studentId)
  return 'fault' in asked ? asked : planPupil(asked)
}

/**
 * Plans what falls back of the discounts of a child that leaves; nothing where its fees can't be said.
 * @param kept what stays of each charge, in minor units with tax
 */
export function planLeaving(
  batch: Batch,
  scope: BillingScope,
  { studentId, kept }: { studentId: string; kept: ReadonlyMap<string, number> },
): PlannedInvoice[] {
  const asked = askedOf(batch, scope, studentId)
  return 'fault' in asked ? [] : planClawback(asked, kept)
}

function askedOf(batch: Batch, scope: BillingScope, studentId: string): Parameters<typeof planPupil>[0] | PupilFault {
  const terms = batch.terms.get(studentId) ?? { missing: 'no-student' as const }
  if ('missing' in terms) return { fault: terms.missing, rule: null }
  const { facts, pack, yearStartsOn, schoolTerms, schoolKind, breakEndsOn, today } = batch
  const joined = batch.joined.get(studentId) ?? null
  const charged = batch.charged.get(studentId) ?? new Map()
  const issued = batch.issued.get(studentId) ?? []
  const year = { pack, yearStartsOn, schoolTerms, schoolKind, breakEndsOn, today }
  return { studentId, terms, facts, scope, ...year, joinedOn: joined, charged, issued }
}

import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { placementsOf } from '#server/features/students/classes/placement.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import type { BillingError, BillingPreview, BillingScope } from '#shared/fees/billing-run.contract.ts'
import { canonicalJson, sha256Hex } from '#shared/kernel/hash.ts'
import { minor, sum } from '#shared/kernel/money.ts'
import { feeChildren, goneChild } from '../fee-student.service.ts'
import type { FeeActor } from '../ledger/fee-actor.ts'
import { planOf, readBatch } from './plan-batch.service.ts'
import type { PlannedInvoice, PupilFault } from './planned-invoice.types.ts'

/** Errors that a reply names at most. */
export const errorsShown = 200
/** Children that are read at once for a preview. */
const readAtOnce = 200

/** Returns the children of a scope in the order of their names: enrolled ones, and those without a grade to be named. */
async function childrenOf(tx: Tx, schoolId: string, scope: BillingScope): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select s.id from students s
    left join pupil_accounts a on a.school_id = s.school_id and a.student_id = s.id
    left join customers c on c.school_id = a.school_id and c.id = a.customer_id
    where s.school_id = ${schoolId} and s.erased_at is null
      and case when c.id is null then s.status in ('accepted', 'booked', 'confirmed') else c.active end
      and (${scope.studentIds.length === 0} or s.id = any(${uuidList(scope.studentIds)}))
    order by s.sort_name, s.id`)
  const ids = rows.map(({ id }) => id)
  const { campuses, grades } = scope
  if (campuses.length === 0 && grades.length === 0) return ids
  const places = await placementsOf(tx, schoolId, ids, scope.year)
  return ids.filter((id) => {
    const place = places.get(id)
    if (!place) return false
    const isGrade = grades.length === 0 || (place.grade !== null && grades.includes(place.grade))
    return isGrade && (campuses.length === 0 || campuses.includes(place.campus))
  })
}

interface Plan {
  studentIds: string[]
  invoices: (PlannedInvoice & { studentId: string })[]
  known: number
  errors: (PupilFault & { studentId: string })[]
  scopeHash: string
}

/** Plans a run without issuing anything. */
export async function planRun(tx: Tx, by: FeeActor, scope: BillingScope): Promise<Plan> {
  const studentIds = await childrenOf(tx, by.schoolId, scope)
  // What a family gets of a capped discount in one batch counts in the next.
  const given = new Map<string, number>()
  const plan: Omit<Plan, 'scopeHash'> = { studentIds, invoices: [], known: 0, errors: [] }
  for (let at = 0; at < studentIds.length; at += readAtOnce) {
    const some = studentIds.slice(at, at + readAtOnce)
    const batch = await readBatch(tx, by, scope, some)
    for (const [key, amount] of given) batch.facts.given.set(key, amount)
    for (const studentId of some) {
      const of = planOf(batch, scope, studentId)
      if ('fault' in of) plan.errors.push({ ...of, studentId })
      else {
        plan.known += of.known
        plan.invoices.push(...of.invoices.map((invoice) => ({ ...invoice, studentId })))
      }
    }
    for (const [key, amount] of batch.facts.given) given.set(key, amount)
  }
  const asked = plan.invoices.map(({ studentId, payerId, part, lines }) => [studentId, payerId, part, totalOf(lines)])
  const faults = plan.errors.map(({ studentId, fault }) => [studentId, fault])
  return { ...plan, scopeHash: sha256Hex(canonicalJson([{ ...scope }, asked, faults])) }
}

const totalOf = (lines: PlannedInvoice['lines']): number => sum(lines.map(({ total }) => total))

/** Shows what a run would bill; no number is taken. */
export async function previewRun(tx: Tx, by: FeeActor, scope: BillingScope): Promise<z.input<typeof BillingPreview>> {
  const { studentIds, invoices, known, errors, scopeHash } = await planRun(tx, by, scope)
  const lines = invoices.flatMap((invoice) => invoice.lines)
  return {
    scopeHash,
    currency: by.currency,
    pupils: studentIds.length,
    charges: lines.length,
    known,
    gross: sum(lines.map(({ gross }) => gross)),
    discount: sum(lines.flatMap(({ discounts }) => discounts.map(({ amount }) => amount))),
    tax: sum(lines.map(({ tax }) => tax)),
    total: minor(totalOf(lines)),
    errors: await errorViews(tx, by.schoolId, errors.slice(0, errorsShown)),
    errorCount: errors.length,
  }
}

/** Returns children that are not billed, each with its reason. */
export async function errorViews(
  tx: Tx,
  schoolId: string,
  errors: readonly (PupilFault & { studentId: string })[],
): Promise<z.input<typeof BillingError>[]> {
  const children = await feeChildren(
    tx,
    schoolId,
    errors.map(({ studentId }) => studentId),
  )
  return errors.map(({ studentId, fault, rule }) => ({
    child: children.get(studentId) ?? goneChild(studentId),
    fault,
    rule,
  }))
}

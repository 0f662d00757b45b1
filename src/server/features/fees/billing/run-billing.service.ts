import { and, asc, eq, inArray } from 'drizzle-orm'
import { readSchool } from '#server/features/school/school.service.ts'
import { describeFailure } from '#server/http/describe-failure.ts'
import { inSavepoint, type Tx } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { runJob, runningJobs } from '#server/kernel/jobs.ts'
import { isPassing } from '#server/kernel/retry.ts'
import type { DueWork } from '#server/kernel/due-work.ts'
import { keepDoingForSchools, type Running } from '#server/kernel/rounds.ts'
import { lockFeeStudents } from '../fee-student.service.ts'
import { type FeeActor, unattendedFeeActor } from '../ledger/fee-actor.ts'
import { lockPayers } from '../payments/lock-payer.service.ts'
import { feeBillingPupils, feeBillingRuns } from './fee-billing.table.ts'
import { issueInvoices } from './issue-invoice.service.ts'
import { planOf, type PupilPlan, readBatch } from './plan-batch.service.ts'
import type { PupilFault } from './planned-invoice.types.ts'
import type { PupilInvoices } from './prepare-invoice.service.ts'

type Run = typeof feeBillingRuns.$inferSelect

/** Children that are read for one transaction. */
const batchSize = 15
/** Invoices after which a transaction takes no further child: few, so that receipts are not kept waiting for it. */
const mostInvoices = 30
/** Rest between two transactions, in which a receipt is written on a database with one writer. */
const pauseMs = 20

/** Goes on with a billing run, as `runJob` of the kernel does. */
export const runBilling = (deps: Deps, schoolId: string, id: string, isStopping = () => false): Promise<void> =>
  runJob(
    deps.db,
    { table: feeBillingRuns, next: (tx: Tx, run: Run) => billSome(tx, deps, run), pauseMs },
    { schoolId, id },
    isStopping,
  )

/** @returns nothing when there is no more to do */
async function billSome(tx: Tx, deps: Deps, run: Run): Promise<true | undefined> {
  const { schoolId, id: runId, scope } = run
  const waiting = await tx
    .select({ studentId: feeBillingPupils.studentId })
    .from(feeBillingPupils)
    .where(
      and(
        eq(feeBillingPupils.schoolId, schoolId),
        eq(feeBillingPupils.runId, runId),
        eq(feeBillingPupils.state, 'waiting'),
      ),
    )
    .orderBy(asc(feeBillingPupils.position))
    .limit(batchSize)
  if (waiting.length === 0) return undefined
  const by = unattendedFeeActor(deps, await readSchool(tx, schoolId), run.byUser)
  const studentIds = waiting.map(({ studentId }) => studentId)
  await lockFeeStudents(tx, schoolId, studentIds)
  const batch = await readBatch(tx, by, scope, studentIds)
  const plans = firstOf(studentIds.map((studentId) => ({ studentId, plan: planOf(batch, scope, studentId) })))
  await lockPayers(tx, schoolId, payersOf(plans))
  const pupils = plans.flatMap(({ studentId, plan }) =>
    'invoices' in plan ? [{ studentId, invoices: plan.invoices }] : [],
  )
  const failed = await issueAll(tx, deps, { by, runId, pupils })
  const faults = plans.flatMap(({ studentId, plan }) => ('invoices' in plan ? [] : [{ studentId, ...plan }]))
  await note(
    tx,
    run,
    plans.map(({ studentId }) => studentId),
    [...faults, ...failed],
  )
  return true
}

interface Planned {
  studentId: string
  plan: PupilPlan
}

/** Returns the children that are billed in one transaction: one at least. */
function firstOf(all: readonly Planned[]): readonly Planned[] {
  let invoices = 0
  const end = all.findIndex(({ plan }) => {
    invoices += 'invoices' in plan ? plan.invoices.length : 0
    return invoices > mostInvoices
  })
  return end === -1 ? all : all.slice(0, Math.max(1, end))
}

const payersOf = (plans: readonly Planned[]): string[] => [
  ...new Set(plans.flatMap(({ plan }) => ('invoices' in plan ? plan.invoices.map(({ payerId }) => payerId) : []))),
]

type Failed = PupilFault & { studentId: string }

/** Notes what became of children: in one statement those that were billed. */
async function note(
  tx: Tx,
  { schoolId, id: runId }: Run,
  studentIds: readonly string[],
  failed: readonly Failed[],
): Promise<void> {
  const of = and(eq(feeBillingPupils.schoolId, schoolId), eq(feeBillingPupils.runId, runId))
  const faults = new Set(failed.map(({ studentId }) => studentId))
  const done = studentIds.filter((id) => !faults.has(id))
  if (done.length > 0)
    await tx
      .update(feeBillingPupils)
      .set({ state: 'done', fault: null, rule: null })
      .where(and(of, inArray(feeBillingPupils.studentId, done)))
  for (const { studentId, fault, rule } of failed)
    await tx
      .update(feeBillingPupils)
      .set({ state: 'failed', fault, rule })
      .where(and(of, eq(feeBillingPupils.studentId, studentId)))
}

interface OfBatch {
  by: FeeActor
  runId: string
  pupils: readonly PupilInvoices[]
}

/**
 * Issues the invoices of children at once; where that fails, of one child after the other: what fails for one is undone and keeps no
 * other from being billed. @returns the children for which it failed
 */
async function issueAll(tx: Tx, deps: Deps, { by, runId, pupils }: OfBatch): Promise<Failed[]> {
  if (pupils.length === 0) return []
  try {
    await inSavepoint(tx, (part) => issueInvoices(part, by, { runId, pupils }))
    return []
  } catch (error) {
    // A conflict with another transaction: the whole is retried.
    if (isPassing(error)) throw error
    const [one, ...others] = pupils
    if (!one) return []
    if (others.length === 0) {
      deps.log.error(describeFailure(error), 'a child could not be billed')
      return [{ studentId: one.studentId, fault: 'failed', rule: null }]
    }
  }
  const failed: Failed[] = []
  for (const pupil of pupils) failed.push(...(await issueAll(tx, deps, { by, runId, pupils: [pupil] })))
  return failed
}

/** Goes on with every billing run of a school that nobody has stopped. */
export async function runBillings(deps: Deps, schoolId: string, isStopping: () => boolean): Promise<void> {
  const running = await deps.db.tenant(schoolId, (tx) => runningJobs(tx, feeBillingRuns, schoolId))
  for (const id of running) if (!isStopping()) await runBilling(deps, schoolId, id, isStopping)
}

/** How soon a run goes on after its server has ended. */
const everyMs = 15_000

/** Looks after the billing runs of all schools, in one round after the other, until it is stopped. */
export const startBillingWorker = (deps: Deps, due: DueWork): Running =>
  keepDoingForSchools({
    everyMs,
    kind: 'billing',
    due,
    work: (schoolId, isStopping) => runBillings(deps, schoolId, isStopping),
    onFailure: (error) => deps.log.error(describeFailure(error), 'fees can not be billed now'),
  })

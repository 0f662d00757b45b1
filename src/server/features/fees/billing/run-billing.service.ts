import { and, asc, eq } from 'drizzle-orm'
import { readSchool } from '#server/features/school/school.service.ts'
import { describeFailure } from '#server/http/describe-failure.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { runJob, runningJobs } from '#server/kernel/jobs.ts'
import { isPassing } from '#server/kernel/retry.ts'
import { keepDoingForSchools, type Running } from '#server/kernel/rounds.ts'
import { lockFeeStudents } from '../fee-student.service.ts'
import { type FeeActor, unattendedFeeActor } from '../ledger/fee-actor.ts'
import { lockPayers } from '../payments/lock-payer.service.ts'
import { payersWithCredit } from '../payments/payment-credit.service.ts'
import { depositLeft } from '../payments/seat-deposit.service.ts'
import { feeBillingPupils, feeBillingRuns } from './fee-billing.table.ts'
import { issueInvoice } from './issue-invoice.service.ts'
import { planOf, type PupilPlan, readBatch } from './plan-batch.service.ts'
import type { PupilFault } from './plan-pupil.service.ts'

type Run = typeof feeBillingRuns.$inferSelect

/** Children that are billed in one transaction: few, so that receipts are not kept waiting for it. */
const batchSize = 10

/** Goes on with a billing run, as `runJob` of the kernel does. */
export const runBilling = (deps: Deps, schoolId: string, id: string, isStopping = () => false): Promise<void> =>
  runJob(
    deps.db,
    { table: feeBillingRuns, next: (tx: Tx, run: Run) => billSome(tx, deps, run) },
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
  const plans = new Map(studentIds.map((studentId) => [studentId, planOf(batch, scope, studentId)]))
  const payerIds = payersOf(plans)
  await lockPayers(tx, schoolId, payerIds)
  const withCredit = await payersWithCredit(tx, schoolId, payerIds)
  for (const [studentId, plan] of plans) await billPupil(tx, deps, { by, run, studentId, plan, withCredit })
  return true
}

const payersOf = (plans: ReadonlyMap<string, PupilPlan>): string[] => [
  ...new Set(
    [...plans.values()].flatMap((plan) => ('invoices' in plan ? plan.invoices.map(({ payerId }) => payerId) : [])),
  ),
]

interface OfPupil {
  by: FeeActor
  studentId: string
  withCredit: ReadonlySet<string>
}

/** Bills one child and notes what became of it; what fails for it is undone and keeps no other from being billed. */
async function billPupil(
  tx: Tx,
  deps: Deps,
  { run, plan, ...of }: OfPupil & { run: Run; plan: PupilPlan },
): Promise<void> {
  const { schoolId, id: runId } = run
  const { studentId } = of
  const fault = 'invoices' in plan ? await issueAll(tx, deps, { ...of, runId, plan }) : plan
  await tx
    .update(feeBillingPupils)
    .set(fault ? { state: 'failed', ...fault } : { state: 'done', fault: null, rule: null })
    .where(
      and(
        eq(feeBillingPupils.schoolId, schoolId),
        eq(feeBillingPupils.runId, runId),
        eq(feeBillingPupils.studentId, studentId),
      ),
    )
}

async function issueAll(
  tx: Tx,
  deps: Deps,
  { by, runId, studentId, plan, withCredit }: OfPupil & { runId: string; plan: Exclude<PupilPlan, PupilFault> },
): Promise<PupilFault | undefined> {
  try {
    await tx.transaction(async (part) => {
      let deposit = await depositLeft(part, by.schoolId, studentId)
      for (const invoice of plan.invoices) {
        const issued = await issueInvoice(part, by, { runId, studentId, invoice, deposit, withCredit })
        deposit -= issued.deposit
      }
    })
    return undefined
  } catch (error) {
    // A conflict with another transaction: the whole is retried.
    if (isPassing(error)) throw error
    deps.log.error(describeFailure(error), 'a child could not be billed')
    return { fault: 'failed', rule: null }
  }
}

/** Goes on with every billing run of a school that nobody has stopped. */
export async function runBillings(deps: Deps, schoolId: string, isStopping: () => boolean): Promise<void> {
  const running = await deps.db.tenant(schoolId, (tx) => runningJobs(tx, feeBillingRuns, schoolId))
  for (const id of running) if (!isStopping()) await runBilling(deps, schoolId, id, isStopping)
}

/** How soon a run goes on after its server has ended. */
const everyMs = 15_000

/** Looks after the billing runs of all schools, in one round after the other, until it is stopped. */
export const startBillingWorker = (deps: Deps, schools: () => Promise<readonly { schoolId: string }[]>): Running =>
  keepDoingForSchools({
    everyMs,
    schools,
    work: (schoolId, isStopping) => runBillings(deps, schoolId, isStopping),
    onFailure: (error) => deps.log.error(describeFailure(error), 'fees can not be billed now'),
  })

import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import type { MailCtx } from '#server/features/mail/mail.service.ts'
import { colleague } from '#server/features/students/student.view.ts'
import { describeFailure } from '#server/http/describe-failure.ts'
import { inSavepoint, type Tx } from '#server/kernel/db.ts'
import { runJob, runningJobs } from '#server/kernel/jobs.ts'
import { isPassing } from '#server/kernel/retry.ts'
import { runOnce } from '#server/kernel/run-once.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import type { ReminderRun } from '#shared/fees/reminders/reminder-run.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { type FeeStaff, unattendedFeeActor } from '../ledger/fee-actor.ts'
import { feeReminderRunPayers, feeReminderRuns } from './fee-reminder.table.ts'
import type { WriteReminder } from './reminder-writer.service.ts'
import { casesNow, queueDebtors } from './debtor-pages.service.ts'
import { sendOne } from './send-reminders.service.ts'

type Run = typeof feeReminderRuns.$inferSelect

/** Payers to whom one transaction sends: few, so that receipts are not kept waiting for it. */
const batchSize = 10
/** Payers of whom it decides whether they get a reminder. */
const judged = 50
const pauseMs = 20

/** Starts a run over all who owe something now, once for each id. */
export const startReminderRun = (tx: Tx, ctx: Pick<MailCtx, 'origin'>, by: FeeStaff, id: string): Promise<Run> =>
  runOnce<typeof feeReminderRuns, Run>(
    tx,
    feeReminderRuns,
    { schoolId: by.schoolId, id, asked: {}, isSender: (row) => row.byUser === by.userId },
    {
      first: async (askedHash) => {
        const { schoolId, userId: byUser, nowMs } = by
        const run = { schoolId, id, state: 'running' as const, askedHash, origin: ctx.origin, byUser }
        const [row] = await tx
          .insert(feeReminderRuns)
          .values({ ...run, startedAt: toInstant(nowMs) })
          .returning()
        if (!row) throw new Error('the run was not stored')
        await queueDebtors(tx, by, id)
        return row
      },
      again: (row) => row,
    },
  )

/** Goes on with a run, as `runJob` of the kernel does. */
export const runReminders = (
  mail: MailCtx,
  write: WriteReminder,
  id: string,
  isStopping = () => false,
): Promise<void> =>
  runJob(
    mail.deps.db,
    { table: feeReminderRuns, next: (tx: Tx, run: Run) => sendSome(tx, mail, write, run), pauseMs },
    { schoolId: mail.school.schoolId, id },
    isStopping,
  )

/** Goes on with every run of a school that nobody has stopped, also after its server has ended. */
export async function runAllReminders(mail: MailCtx, write: WriteReminder, isStopping: () => boolean): Promise<void> {
  const { schoolId } = mail.school
  const running = await mail.deps.db.tenant(schoolId, (tx) => runningJobs(tx, feeReminderRuns, schoolId))
  for (const id of running) if (!isStopping()) await runReminders(mail, write, id, isStopping)
}

/**
 * Decides on the next payers, sends to some of them, and notes with them how many were sent: the others wait for the next
 * transaction. @returns nothing when there is no more to do
 */
async function sendSome(tx: Tx, mail: MailCtx, write: WriteReminder, run: Run): Promise<true | undefined> {
  const { schoolId, id: runId, byUser, origin } = run
  const waiting = await tx
    .select({ payerId: feeReminderRunPayers.payerId })
    .from(feeReminderRunPayers)
    .where(and(ofRun(run), eq(feeReminderRunPayers.state, 'waiting')))
    .orderBy(feeReminderRunPayers.payerId)
    .limit(judged)
  if (waiting.length === 0) return undefined
  const ids = waiting.map(({ payerId }) => payerId)
  const cases = await casesNow(tx, mail, unattendedFeeActor(mail.deps, mail.school, byUser), ids)
  const due = cases.flatMap(({ payer, outcome }) => ('stop' in outcome ? [] : payer.id))
  const others = ids.filter((payerId) => !due.includes(payerId))
  if (others.length > 0)
    await tx
      .update(feeReminderRunPayers)
      .set({ state: 'skipped' })
      .where(and(ofRun(run), inArray(feeReminderRunPayers.payerId, others)))
  let sent = 0
  for (const payerId of due.slice(0, batchSize)) {
    const state = await sendInRun(tx, { ...mail, origin }, write, { byUser, payerId })
    if (state === 'sent') sent += 1
    const isThis = and(ofRun({ schoolId, id: runId }), eq(feeReminderRunPayers.payerId, payerId))
    await tx.update(feeReminderRunPayers).set({ state }).where(isThis)
  }
  const facts = { count: sent }
  if (sent > 0) await recordAuditEvent(tx, mail, 'fee-reminders-sent', { about: null, by: byUser, facts })
  return true
}

const ofRun = ({ schoolId, id }: Pick<Run, 'schoolId' | 'id'>) =>
  and(eq(feeReminderRunPayers.schoolId, schoolId), eq(feeReminderRunPayers.runId, id))

/** What fails for one payer is undone and keeps no other from a reminder. */
async function sendInRun(
  tx: Tx,
  mail: MailCtx,
  write: WriteReminder,
  { byUser, payerId }: { byUser: Run['byUser']; payerId: string },
): Promise<'sent' | 'failed' | 'skipped'> {
  try {
    const by = unattendedFeeActor(mail.deps, mail.school, byUser)
    const isSent = await inSavepoint(tx, (part) => sendOne(part, mail, write, { by, payerId }))
    return isSent === undefined ? 'skipped' : isSent ? 'sent' : 'failed'
  } catch (error) {
    // A conflict with another transaction: the whole is retried.
    if (isPassing(error)) throw error
    mail.deps.log.error(describeFailure(error), 'a reminder of fees can not be sent now')
    return 'failed'
  }
}

/** Stops a run, or lets a stopped one go on with who waits. One that is done stays so. @throws AppError request.not-found */
export async function setReminderRun(
  tx: Tx,
  { schoolId }: FeeStaff,
  id: string,
  state: 'running' | 'stopped',
): Promise<Run> {
  const isThis = and(eq(feeReminderRuns.schoolId, schoolId), eq(feeReminderRuns.id, id))
  const from = eq(feeReminderRuns.state, state === 'running' ? 'stopped' : 'running')
  const [changed] = await tx.update(feeReminderRuns).set({ state }).where(and(isThis, from)).returning()
  const [run] = changed ? [changed] : await tx.select().from(feeReminderRuns).where(isThis)
  if (!run) throw new AppError('request.not-found', { field: 'runId' })
  return run
}

/** Returns the latest ten runs with how far they are, the latest first; or one. */
export async function reminderRuns(tx: Tx, schoolId: string, id?: string): Promise<z.input<typeof ReminderRun>[]> {
  const only = id === undefined ? undefined : eq(feeReminderRuns.id, id)
  const runs = await tx
    .select()
    .from(feeReminderRuns)
    .where(and(eq(feeReminderRuns.schoolId, schoolId), only))
    .orderBy(desc(feeReminderRuns.startedAt), desc(feeReminderRuns.id))
    .limit(10)
  const { rows } = await tx.execute<{ id: string; state: string; count: string | number }>(sql`
    select run_id as id, state, count(*) as count from fee_reminder_run_payers
    where school_id = ${schoolId} and run_id = any(${uuidList(runs.map((run) => run.id))}) group by 1, 2`)
  const staff = await findPeople(
    tx,
    schoolId,
    runs.map(({ byUser }) => byUser),
  )
  return runs.map((run) => {
    const of = (state: string) => Number(rows.find((row) => row.id === run.id && row.state === state)?.count ?? 0)
    const [waiting, sent, failed, skipped] = [of('waiting'), of('sent'), of('failed'), of('skipped')]
    const counts = { payers: waiting + sent + failed + skipped, done: sent + failed + skipped, sent, failed }
    const { id: runId, state, startedAt, byUser } = run
    return { runId, state, startedAt, by: colleague(byUser, staff), ...counts }
  })
}

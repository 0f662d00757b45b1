import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { describeFailure } from '#server/http/describe-failure.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import { runOnce } from '#server/kernel/run-once.ts'
import {
  automateReminders,
  childNotices,
  endHold,
  feeReminders,
  holdReminders,
  sendReminders,
} from '#shared/fees/reminders/reminder.contract.ts'
import {
  reminderRuns,
  resumeReminders,
  startReminders,
  stopReminders,
} from '#shared/fees/reminders/reminder-run.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { type FeeStaff, feeActor } from '../ledger/fee-actor.ts'
import { openItems } from '../ledger/open-items.service.ts'
import { lockPayer } from '../payments/lock-payer.service.ts'
import { setRemindersAutomatic } from '../setup/fee-settings.service.ts'
import { feeHolds } from './fee-reminder.table.ts'
import type { HoldRow } from './reminder-cases.service.ts'
import { holdViews, listReminders, readNotices } from './reminder-read.service.ts'
import type { WriteReminder } from './reminder-writer.service.ts'
import { reminderRuns as runsOf, runReminders, setReminderRun, startReminderRun } from './reminder-run.service.ts'
import { sendReminderRound } from './send-reminders.service.ts'

type Asked = z.output<typeof holdReminders.body>

/**
 * Stops reminders of a payer or of one item. @throws AppError request.not-found (payer, or an item of another one), request.invalid
 * (a promise without a day, or a day that is over)
 */
async function addHold(tx: Tx, by: FeeStaff, asked: Asked): Promise<HoldRow> {
  const { schoolId, userId: byUser, nowMs, today } = by
  const { opId: id, payerId, chargeId, holdReason: reason, holdUntil: until, note } = asked
  await lockPayer(tx, schoolId, payerId)
  const wrongDay = until === null ? reason === 'promise' : until < today
  return runOnce<typeof feeHolds, HoldRow>(
    tx,
    feeHolds,
    { schoolId, id, asked },
    {
      first: async (askedHash) => {
        if (wrongDay) throw new AppError('request.invalid', { field: 'holdUntil' })
        if (chargeId !== null) {
          const [item] = await openItems(tx, schoolId, { chargeIds: [chargeId] })
          if (item?.payerId !== payerId) throw new AppError('request.not-found', { field: 'chargeId' })
        }
        const row = { schoolId, id, payerId, chargeId, reason, until, note, askedHash, byUser, at: toInstant(nowMs) }
        const [stored] = await tx.insert(feeHolds).values(row).returning()
        if (!stored) throw new Error('the hold was not stored')
        const facts = { kind: reason, state: 'held' }
        await recordAuditEvent(tx, by.audit, 'fee-hold-set', { about: null, by: byUser, facts })
        return stored
      },
      again: (row) => row,
    },
  )
}

/** Ends a hold; one that has ended stays as it is. @throws AppError request.not-found */
async function finishHold(tx: Tx, by: FeeStaff, holdId: string): Promise<void> {
  const { schoolId, userId: endedBy, nowMs } = by
  const isThis = and(eq(feeHolds.schoolId, schoolId), eq(feeHolds.id, holdId))
  const [known] = await tx.select().from(feeHolds).where(isThis)
  if (!known) throw new AppError('request.not-found', { field: 'holdId' })
  const ended = await tx
    .update(feeHolds)
    .set({ endedBy, endedAt: toInstant(nowMs) })
    .where(and(isThis, isNull(feeHolds.endedAt)))
    .returning({ id: feeHolds.id })
  const facts = { kind: known.reason, state: 'ended' }
  if (ended.length > 0) await recordAuditEvent(tx, by.audit, 'fee-hold-set', { about: null, by: endedBy, facts })
}

/** @param write says a reminder in the school's words */
export const reminderRoutes =
  (write: WriteReminder): Feature =>
  () => [
    route.session(feeReminders, (ctx) => {
      requirePermission(ctx.session, 'fees.see')
      return listReminders(ctx)
    }),
    route.session(sendReminders, async (ctx, { payerIds }) => {
      requirePermission(ctx.session, 'fees.bill')
      const { userId: byUser } = ctx.session.user
      const done = await sendReminderRound(ctx, write, { payerIds, byUser })
      const facts = { count: done.sent }
      if (done.sent > 0)
        await ctx.tenant((tx) => recordAuditEvent(tx, ctx, 'fee-reminders-sent', { about: null, by: byUser, facts }))
      return done
    }),
    ...runRoutes(write),
    route.session(automateReminders, async (ctx, { isAutomatic }) => {
      requirePermission(ctx.session, 'fees.setup')
      return ctx.tenant((tx) => setRemindersAutomatic(tx, feeActor(ctx), isAutomatic))
    }),
    route.session(holdReminders, async (ctx, asked) => {
      requirePermission(ctx.session, 'fees.bill')
      return ctx.tenant(async (tx) => {
        const row = await addHold(tx, feeActor(ctx), asked)
        const [hold] = await holdViews(tx, ctx.school.schoolId, [row])
        if (!hold) throw new Error('a hold without a view')
        return { hold }
      })
    }),
    route.session(endHold, async (ctx, { holdId }) => {
      requirePermission(ctx.session, 'fees.bill')
      await ctx.tenant((tx) => finishHold(tx, feeActor(ctx), holdId))
      return {}
    }),
    route.session(childNotices, async (ctx, { number }) => {
      requirePermission(ctx.session, 'fees.see')
      return ctx.tenant((tx) => readNotices(tx, ctx, number))
    }),
  ]

/** Goes on with a run after the call is answered; problems appear with its payers, or in the log. */
function goOn(ctx: SessionCtx, write: WriteReminder, id: string): void {
  runReminders(ctx, write, id).catch((error: unknown) =>
    ctx.deps.log.error(describeFailure(error), 'a run of reminders stopped'),
  )
}

async function runView(tx: Tx, schoolId: string, id: string) {
  const [run] = await runsOf(tx, schoolId, id)
  if (!run) throw new Error('a run without a row')
  return { run }
}

const runRoutes = (write: WriteReminder) => [
  route.session(startReminders, async (ctx, { newRunId: runId }) => {
    requirePermission(ctx.session, 'fees.bill')
    const answer = await ctx.tenant(async (tx) => {
      await startReminderRun(tx, ctx, feeActor(ctx), runId)
      return runView(tx, ctx.school.schoolId, runId)
    })
    goOn(ctx, write, runId)
    return answer
  }),
  route.session(stopReminders, async (ctx, { runId }) => {
    requirePermission(ctx.session, 'fees.bill')
    return ctx.tenant(async (tx) => {
      await setReminderRun(tx, feeActor(ctx), runId, 'stopped')
      return runView(tx, ctx.school.schoolId, runId)
    })
  }),
  route.session(resumeReminders, async (ctx, { runId }) => {
    requirePermission(ctx.session, 'fees.bill')
    const answer = await ctx.tenant(async (tx) => {
      await setReminderRun(tx, feeActor(ctx), runId, 'running')
      return runView(tx, ctx.school.schoolId, runId)
    })
    goOn(ctx, write, runId)
    return answer
  }),
  route.session(reminderRuns, async (ctx) => {
    requirePermission(ctx.session, 'fees.see')
    return ctx.tenant(async (tx) => ({ runs: await runsOf(tx, ctx.school.schoolId) }))
  }),
]

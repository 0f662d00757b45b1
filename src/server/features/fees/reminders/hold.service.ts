import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { runOnce } from '#server/kernel/run-once.ts'
import type { holdReminders } from '#shared/fees/reminders/reminder.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { FeeStaff } from '../ledger/fee-actor.ts'
import { openItems } from '../ledger/open-items.service.ts'
import { lockPayer } from '../payments/lock-payer.service.ts'
import { feeHolds } from './fee-reminder.table.ts'
import type { HoldRow } from './reminder-cases.service.ts'

type Asked = z.output<typeof holdReminders.body>

/**
 * Stops reminders of a payer or of one item. @throws AppError request.not-found (payer, or an item of another one), request.invalid
 * (a promise without a day, or a day that is over)
 */
export async function addHold(tx: Tx, by: FeeStaff, asked: Asked): Promise<HoldRow> {
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
export async function finishHold(tx: Tx, by: FeeStaff, holdId: string): Promise<void> {
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

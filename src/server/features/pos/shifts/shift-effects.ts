import { and, eq, isNull, ne, or } from 'drizzle-orm'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import { findTill } from '#server/features/sync/devices/device.service.ts'
import type { Effect, IngestedOp } from '#server/features/sync/ingest/command.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { endIdOf, type UserId } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { reportHash } from '#shared/pos/cash/blind-report.rules.ts'
import { isCountRight } from '#shared/pos/cash/cash-difference.rules.ts'
import type { CashMovement, CloseShift, OpenShift, ShiftReport } from '#shared/pos/shift.contract.ts'
import { movementApprovalFlags } from '../approvals/act-flags.service.ts'
import { keepApproval } from '../approvals/approval-flags.service.ts'
import { posReport } from '../pos.service.ts'
import { shifts } from '../pos.table.ts'
import { cashMovements } from '../pos-payments.table.ts'
import { cashierFlags } from '../sales/cashiers.ts'
import { unsumDays } from '../reports/days/unsum-days.service.ts'
import { type PosFlag, recordExceptions } from '../sales/exceptions.ts'
import type { TillContext } from '../sales/till-context.ts'
import { lockVoids } from '../sales/void-lock.service.ts'
import { countFlags, flagFloat, judgeDifference, leftBefore } from './cash-flags.ts'
import { findShift, type Shift } from './shift-rows.ts'

/**
 * Opens a shift at the till and in the epoch it names, which its receipts carry; the device may have been paired again since. An
 * unknown till is replaced by the device's own. A till with another open shift gets a second one, flagged.
 */
export async function openShift(tx: Tx, ctx: TillContext, op: IngestedOp<OpenShift>): Promise<Effect> {
  const { by, at, piles, carried: told, ...body } = op.body
  const { schoolId, device } = ctx
  const { epoch } = body
  await lockVoids(tx, schoolId)
  await unsumDays(tx, { schoolId, days: [body.businessDay] })
  const tillId = (await findTill(tx, schoolId, body.tillId))?.tillId ?? device.tillId
  const flags = await flagsOf(tx, ctx, op)
  if (!isCountRight(body.currency, { amount: body.floatAmount, piles })) flags.add('count-differs')
  const carried = told ?? (await leftBefore(tx, schoolId, { tillId, at }))
  if ((await readSchool(tx, schoolId)).currency !== body.currency) flags.add('currency-differs')
  const ofTill = and(eq(shifts.schoolId, schoolId), eq(shifts.tillId, tillId), ne(shifts.id, body.id))
  const sameNumber = and(eq(shifts.epoch, epoch), eq(shifts.no, body.no))
  const others = await tx
    .select({ epoch: shifts.epoch, no: shifts.no, closedAt: shifts.closedAt })
    .from(shifts)
    .where(and(ofTill, or(isNull(shifts.closedAt), sameNumber)))
  const opened = await tx
    .insert(shifts)
    .values({
      schoolId,
      ...body,
      floatPiles: piles ?? null,
      carriedAmount: told?.amount ?? null,
      carriedFrom: carried?.shiftId ?? null,
      tillId,
      deviceId: device.deviceId,
      openedBy: by,
      openedAt: at,
    })
    .onConflictDoNothing()
    .returning({ id: shifts.id })
  if (opened.length === 0) flags.add('id-repeated')
  else {
    if (others.some((s) => s.closedAt === null)) flags.add('second-open-shift')
    if (others.some((s) => s.epoch === epoch && s.no === body.no)) flags.add('number-repeated')
    if (carried && carried.amount !== body.floatAmount) await flagFloat(tx, ctx, op, carried.shiftId)
  }
  return finish(tx, ctx, op, { subjectId: body.id, shiftId: body.id, flags })
}

/** Returns a report without what tills that closed by version 1 did not print. */
function asFirstVersion(own: ShiftReport, printed: ShiftReport): ShiftReport {
  const { approvals, drawer, ...rest } = own
  return { ...rest, ...(printed.approvals && approvals && { approvals }), ...(printed.drawer && drawer && { drawer }) }
}

/**
 * Closes a shift with the counted cash and the printed Z report, which is compared with the server's own. Closing it again
 * changes nothing; a device cannot close another's shift.
 */
export async function closeShift(tx: Tx, ctx: TillContext, op: IngestedOp<CloseShift>): Promise<Effect> {
  const { shiftId, countedCash, counts, by, at, report, left, bag } = op.body
  const { schoolId } = ctx
  await lockVoids(tx, schoolId)
  await unsumDays(tx, { schoolId, shiftIds: [shiftId] })
  const flags = await flagsOf(tx, ctx, op)
  const shift = await findShift(tx, schoolId, shiftId)
  for (const each of placeFlags(ctx, shift)) flags.add(each)
  const isShift = and(eq(shifts.schoolId, schoolId), eq(shifts.id, shiftId))
  if (shift && shift.closedAt === null && shift.deviceId === ctx.device.deviceId) {
    await tx
      .update(shifts)
      .set({
        closedBy: by,
        closedAt: at,
        countedCash,
        differenceReason: op.body.differenceReason ?? null,
        counts: counts ?? null,
        leftAmount: left ?? null,
        leftBag: bag ?? null,
        printedReport: report ?? null,
      })
      .where(isShift)
    const own = (await posReport(tx, schoolId, shiftId)).report
    const printed = op.body.reportHash ?? (report && reportHash(report))
    const compared = op.v < 2 && report ? asFirstVersion(own, report) : own
    if (reportHash(compared) !== printed) flags.add('z-differs')
    // Where an operation has not arrived yet, the difference is not the cashier's.
    else for (const each of await judgeDifference(tx, ctx, { ...shift, closedBy: by }, own.difference)) flags.add(each)
    for (const each of countFlags(shift.currency, op.body)) flags.add(each)
  }
  return finish(tx, ctx, op, { subjectId: endIdOf(shiftId), shiftId, flags })
}

/** Enters a cash movement in the shift it names, whether that is open, closed or unknown. */
export async function moveCash(tx: Tx, ctx: TillContext, op: IngestedOp<CashMovement>): Promise<Effect> {
  const { approval, corrects, ...body } = op.body
  const { id, shiftId, by, witness } = body
  const { schoolId, nowMs } = ctx
  await lockVoids(tx, schoolId)
  await unsumDays(tx, { schoolId, shiftIds: [shiftId] })
  const flags = await flagsOf(tx, ctx, op)
  if (witness && (witness === by || !(await isActive(tx, ctx, op, witness)))) flags.add('witness-wrong')
  for (const each of placeFlags(ctx, await findShift(tx, schoolId, shiftId))) flags.add(each)
  for (const each of await movementApprovalFlags(tx, ctx, op)) flags.add(each)
  const written = await tx
    .insert(cashMovements)
    .values({ schoolId, ...body, receivedAt: toInstant(nowMs) })
    .onConflictDoNothing()
    .returning({ id: cashMovements.id })
  if (written.length === 0) flags.add('id-repeated')
  else await keepApproval(tx, ctx, op.opId, { approval, shiftId, subjectId: id })
  if (corrects) flags.add('entered-again')
  return finish(tx, ctx, op, { subjectId: id, shiftId, flags })
}

/** Returns whether a person had an active account when the operation was made. */
async function isActive(tx: Tx, ctx: TillContext, op: IngestedOp<unknown>, userId: UserId): Promise<boolean> {
  return cashierFlags(await findPeople(tx, ctx.schoolId, [userId]), userId, op).length === 0
}

/** Returns flags of the named shift. */
export function placeFlags(ctx: TillContext, shift: Shift | undefined): PosFlag[] {
  if (!shift) return ['shift-unknown']
  const flags: PosFlag[] = shift.closedAt === null ? [] : ['shift-closed']
  return shift.deviceId === ctx.device.deviceId ? flags : [...flags, 'foreign-shift']
}

/** Returns flags of the operation and of its person. */
export async function flagsOf(
  tx: Tx,
  ctx: TillContext,
  op: IngestedOp<Pick<CashMovement, 'by'>>,
): Promise<Set<string>> {
  const { by } = op.body
  return new Set([...op.flags, ...cashierFlags(await findPeople(tx, ctx.schoolId, [by]), by, op)])
}

export async function finish(
  tx: Tx,
  ctx: TillContext,
  op: { opId: string },
  found: { subjectId: string; shiftId: string | null; flags: Set<string> },
): Promise<Effect> {
  await recordExceptions(tx, ctx, [{ opId: op.opId, ...found }])
  return { flags: [...found.flags].sort() }
}

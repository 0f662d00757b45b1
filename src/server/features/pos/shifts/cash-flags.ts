import { and, desc, eq, isNotNull, lt } from 'drizzle-orm'
import { readSchool } from '#server/features/school/school.service.ts'
import type { IngestedOp } from '#server/features/sync/ingest/command.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { endIdOf, type ShiftId, type UserId } from '#shared/kernel/ids.ts'
import { type Minor, subtract } from '#shared/kernel/money.ts'
import type { Instant } from '#shared/kernel/time.ts'
import { isBeyond, isCountRight, isSteady } from '#shared/pos/cash/cash-difference.rules.ts'
import type { CloseShift, OpenShift } from '#shared/pos/shift.contract.ts'
import { shifts } from '../pos.table.ts'
import { type PosFlag, recordExceptions } from '../sales/exceptions.ts'
import type { TillContext } from '../sales/till-context.ts'
import type { Shift } from './shift-rows.ts'

const lookBack = 10

/** Returns what the last close of a till left in its drawer; undefined where it did not say. */
export async function leftBefore(
  tx: Tx,
  schoolId: string,
  { tillId, at }: { tillId: string; at: Instant },
): Promise<NonNullable<OpenShift['carried']> | undefined> {
  const [last] = await tx
    .select({ shiftId: shifts.id, amount: shifts.leftAmount })
    .from(shifts)
    .where(and(eq(shifts.schoolId, schoolId), eq(shifts.tillId, tillId), lt(shifts.closedAt, at)))
    .orderBy(desc(shifts.closedAt))
    .limit(1)
  return last && last.amount !== null ? { shiftId: last.shiftId, amount: last.amount } : undefined
}

/** Flags the close that left another float than the next shift has counted: there the difference stands. */
export async function flagFloat(
  tx: Tx,
  ctx: TillContext,
  { opId }: Pick<IngestedOp<unknown>, 'opId'>,
  closed: ShiftId,
): Promise<void> {
  const flags = new Set<PosFlag>(['float-differs'])
  await recordExceptions(tx, ctx, [{ opId, subjectId: endIdOf(closed), shiftId: closed, flags }])
}

/**
 * Keeps the difference of a close, and returns its flags: between counted and expected cash beyond the school's tolerance, and one of three with the same
 * sign in the last ten shifts that this person closed.
 */
export async function judgeDifference(
  tx: Tx,
  { schoolId }: TillContext,
  { id, closedBy }: { id: ShiftId; closedBy: UserId },
  difference: Minor | null,
): Promise<PosFlag[]> {
  if (difference === null) return []
  const flags: PosFlag[] = []
  await tx
    .update(shifts)
    .set({ difference })
    .where(and(eq(shifts.schoolId, schoolId), eq(shifts.id, id)))
  const { tillPolicy } = await readSchool(tx, schoolId)
  if (isBeyond(difference, tillPolicy.cashTolerance)) flags.push('cash-differs')
  const earlier = await tx
    .select({ id: shifts.id, difference: shifts.difference })
    .from(shifts)
    .where(and(eq(shifts.schoolId, schoolId), eq(shifts.closedBy, closedBy), isNotNull(shifts.difference)))
    .orderBy(desc(shifts.closedAt))
    .limit(lookBack)
  const before = earlier.filter((each) => each.id !== id).map((each) => each.difference ?? 0)
  if (isSteady([difference, ...before])) flags.push('cash-differs-again')
  return flags
}

/** Returns the flag of a count whose notes and coins do not come to its amount, or that leaves more than was counted. */
export function countFlags(currency: Shift['currency'], close: CloseShift): PosFlag[] {
  const { counts = [], countedCash, left = 0 } = close
  const isRight =
    counts.every((count) => isCountRight(currency, count)) &&
    (counts.at(-1)?.amount ?? countedCash) === countedCash &&
    subtract(countedCash, left) >= 0
  return isRight ? [] : ['count-differs']
}

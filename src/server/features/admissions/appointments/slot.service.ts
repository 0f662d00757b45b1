import { and, asc, eq, gt, gte, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { maxSeries, seatStates } from '#shared/admissions/appointment.rules.ts'
import type { AppointmentKind } from '#shared/admissions/scoring.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { fromInstant, type Instant, toInstant } from '#shared/kernel/time.ts'
import { appointmentBookings, appointmentSlots } from './appointment.table.ts'

export type SlotRow = typeof appointmentSlots.$inferSelect

/** Slot, with the number of its taken seats. */
export type CountedSlot = SlotRow & { taken: number }

type NewSlots = Omit<SlotRow, 'id' | 'startsAt' | 'endsAt' | 'endedAt'>

/**
 * Creates the future slots of a series. Repeating it creates none. @returns how many it has
 * @throws AppError appointment.no-slots
 */
export async function addSlots(
  tx: Tx,
  { nowMs, newId }: { nowMs: number; newId: () => string },
  series: NewSlots,
  times: readonly { startsAt: Instant; endsAt: Instant }[],
): Promise<{ count: number; isNew: boolean }> {
  const { schoolId, seriesId } = series
  const ofSeries = and(eq(appointmentSlots.schoolId, schoolId), eq(appointmentSlots.seriesId, seriesId))
  const before = await tx.$count(appointmentSlots, ofSeries)
  if (before > 0) return { count: before, isNew: false }
  const coming = times.filter(({ startsAt }) => fromInstant(startsAt) > nowMs)
  if (coming.length === 0 || times.length > maxSeries) throw new AppError('appointment.no-slots')
  await tx.insert(appointmentSlots).values(coming.map((time) => ({ ...series, ...time, id: newId() })))
  return { count: coming.length, isNew: true }
}

/** Removes a slot without bookings. @throws AppError request.not-found, appointment.taken */
export async function endSlotAt(tx: Tx, schoolId: string, id: string, nowMs: number): Promise<void> {
  const slot = await lockSlot(tx, schoolId, id)
  if (!slot) throw new AppError('request.not-found')
  if (slot.endedAt !== null) return
  if ((await countSeats(tx, schoolId, id)) > 0) throw new AppError('appointment.taken')
  await tx
    .update(appointmentSlots)
    .set({ endedAt: toInstant(nowMs) })
    .where(and(eq(appointmentSlots.schoolId, schoolId), eq(appointmentSlots.id, id)))
}

/** Locks a slot's seats until the transaction ends. */
export async function lockSlot(tx: Tx, schoolId: string, id: string): Promise<SlotRow | undefined> {
  const [slot] = await tx
    .select()
    .from(appointmentSlots)
    .where(and(eq(appointmentSlots.schoolId, schoolId), eq(appointmentSlots.id, id)))
    .for('update')
  return slot
}

export const countSeats = (tx: Tx, schoolId: string, slotId: string): Promise<number> =>
  tx.$count(
    appointmentBookings,
    and(
      eq(appointmentBookings.schoolId, schoolId),
      eq(appointmentBookings.slotId, slotId),
      inArray(appointmentBookings.state, [...seatStates]),
    ),
  )

async function counted(tx: Tx, schoolId: string, slots: readonly SlotRow[]): Promise<CountedSlot[]> {
  if (slots.length === 0) return []
  const { slotId, state } = appointmentBookings
  const rows = await tx
    .select({ slotId, count: sql<number>`count(*)::int` })
    .from(appointmentBookings)
    .where(
      and(
        eq(appointmentBookings.schoolId, schoolId),
        inArray(
          slotId,
          slots.map(({ id }) => id),
        ),
        inArray(state, [...seatStates]),
      ),
    )
    .groupBy(slotId)
  const taken = new Map(rows.map((row) => [row.slotId, row.count]))
  return slots.map((slot) => ({ ...slot, taken: taken.get(slot.id) ?? 0 }))
}

/** Returns the slots that start between two moments, in order, up to a limit. */
export async function slotsBetween(
  tx: Tx,
  schoolId: string,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  limit: number,
): Promise<CountedSlot[]> {
  const rows = await tx
    .select()
    .from(appointmentSlots)
    .where(
      and(
        eq(appointmentSlots.schoolId, schoolId),
        isNull(appointmentSlots.endedAt),
        gte(appointmentSlots.startsAt, toInstant(fromMs)),
        lt(appointmentSlots.startsAt, toInstant(toMs)),
      ),
    )
    .orderBy(asc(appointmentSlots.startsAt), asc(appointmentSlots.id))
    .limit(limit)
  return counted(tx, schoolId, rows)
}

export async function slotsById(tx: Tx, schoolId: string, ids: readonly string[]): Promise<CountedSlot[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .select()
    .from(appointmentSlots)
    .where(and(eq(appointmentSlots.schoolId, schoolId), inArray(appointmentSlots.id, [...ids])))
  return counted(tx, schoolId, rows)
}

/** Limit of free slots shown. */
const shownFree = 200

/** Returns upcoming slots with a free seat, for a child of this campus. */
export async function freeSlots(
  tx: Tx,
  schoolId: string,
  { campus, kind, nowMs }: { campus: string; kind?: AppointmentKind; nowMs: number },
): Promise<CountedSlot[]> {
  const taken = sql`(select count(*) from ${appointmentBookings} b where b.school_id = ${appointmentSlots.schoolId}
    and b.slot_id = ${appointmentSlots.id} and b.state in ('booked', 'held', 'no-show'))`
  const rows = await tx
    .select()
    .from(appointmentSlots)
    .where(
      and(
        eq(appointmentSlots.schoolId, schoolId),
        isNull(appointmentSlots.endedAt),
        gt(appointmentSlots.startsAt, toInstant(nowMs)),
        inArray(appointmentSlots.campus, ['', campus]),
        kind && eq(appointmentSlots.kind, kind),
        sql`${taken} < ${appointmentSlots.capacity}`,
      ),
    )
    .orderBy(asc(appointmentSlots.startsAt), asc(appointmentSlots.id))
    .limit(shownFree)
  return counted(tx, schoolId, rows)
}

import { and, asc, eq, gt, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { AppointmentOutcome } from '#shared/admissions/appointment.rules.ts'
import type { AppointmentKind } from '#shared/admissions/scoring.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { dayMs, fromInstant, toInstant } from '#shared/kernel/time.ts'
import { appointmentBookings, appointmentSlots } from './appointment.table.ts'
import { type BookingRow, bookingById, bookingsOf, put } from './booking.service.ts'
import { lockSlot } from './slot.service.ts'

interface Settled {
  to: 'held' | 'no-show' | 'cancelled'
  outcome: AppointmentOutcome | null
  note: string
  by: UserId | null
}

/**
 * Records the outcome of a booking of a locked student; a recorded one may be corrected, with a note. Repeating it changes
 * nothing.
 * @returns the booking, and whether it changed
 * @throws AppError request.not-found, appointment.changed, appointment.over: it has not begun, or another one is booked,
 * request.invalid: corrected without a note
 */
export async function settle(
  tx: Tx,
  { schoolId, studentId, id, revision }: { schoolId: string; studentId: string; id: string; revision: number | null },
  { to, outcome, note, by }: Settled,
  nowMs: number,
): Promise<{ row: BookingRow; isNew: boolean }> {
  const row = await bookingById(tx, schoolId, id)
  if (!row || row.studentId !== studentId) throw new AppError('request.not-found')
  if (row.state === to && row.outcome === outcome && row.note === note) return { row, isNew: false }
  if (row.state === 'moved' || row.state === 'cancelled') throw new AppError('appointment.changed')
  if (revision !== null && row.revision !== revision) throw new AppError('appointment.changed')
  if (row.state !== 'booked' && note === '') throw new AppError('request.invalid', { field: 'note' })
  const slot = await lockSlot(tx, schoolId, row.slotId)
  if (to !== 'cancelled' && (!slot || fromInstant(slot.startsAt) > nowMs)) throw new AppError('appointment.over')
  const settled = {
    state: to,
    outcome: to === 'held' ? outcome : null,
    note,
    settledBy: by,
    settledAt: toInstant(nowMs),
  }
  await put(tx, row, settled)
  return { row, isNew: true }
}

/** Returns the first of these kinds without a held appointment. */
export async function missingAppointment(
  tx: Tx,
  schoolId: string,
  studentId: string,
  kinds: readonly AppointmentKind[],
): Promise<AppointmentKind | undefined> {
  if (kinds.length === 0) return undefined
  const held = (await bookingsOf(tx, schoolId, studentId)).filter(({ state }) => state === 'held')
  return kinds.find((kind) => !held.some((each) => each.kind === kind))
}

/** Returns bookings due for a reminder the day before; bookings made within that day need none. */
export const dueReminders = (tx: Tx, schoolId: string, nowMs: number, limit: number) =>
  tx
    .select({ booking: appointmentBookings, slot: appointmentSlots })
    .from(appointmentBookings)
    .innerJoin(
      appointmentSlots,
      and(
        eq(appointmentSlots.schoolId, appointmentBookings.schoolId),
        eq(appointmentSlots.id, appointmentBookings.slotId),
      ),
    )
    .where(
      and(
        eq(appointmentBookings.schoolId, schoolId),
        eq(appointmentBookings.state, 'booked'),
        isNull(appointmentBookings.remindedAt),
        isNotNull(appointmentBookings.email),
        gt(appointmentSlots.startsAt, toInstant(nowMs)),
        lte(appointmentSlots.startsAt, toInstant(nowMs + dayMs)),
        sql`${appointmentBookings.bookedAt} < ${appointmentSlots.startsAt} - interval '24 hours'`,
      ),
    )
    .orderBy(asc(appointmentBookings.id))
    .limit(limit)

/** Marks a reminder; false when it was marked before, or the booking is no longer active. */
export async function recordReminder(tx: Tx, { schoolId, id }: BookingRow, nowMs: number): Promise<boolean> {
  const noted = await tx
    .update(appointmentBookings)
    .set({ remindedAt: toInstant(nowMs) })
    .where(
      and(
        eq(appointmentBookings.schoolId, schoolId),
        eq(appointmentBookings.id, id),
        eq(appointmentBookings.state, 'booked'),
        isNull(appointmentBookings.remindedAt),
      ),
    )
    .returning({ id: appointmentBookings.id })
  return noted.length > 0
}

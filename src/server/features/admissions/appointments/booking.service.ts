import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { AppointmentKind } from '#shared/admissions/scoring.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { fromInstant, toInstant } from '#shared/kernel/time.ts'
import { appointmentBookings } from './appointment.table.ts'
import { countSeats, lockSlot, type SlotRow } from './slot.service.ts'

export type BookingRow = typeof appointmentBookings.$inferSelect

interface Params {
  schoolId: string
  commandId: string
  slotId: string
  studentId: string
  campus: string
  /** Kind of the link; staff book any. */
  kind?: AppointmentKind
  by: UserId | null
  email: string | null
  language: Language
}

/**
 * Books a seat of a slot for a locked student, under a lock of the slot: concurrent bookings never exceed its seats. The
 * student's earlier booking of that kind is released. Repeating the command books nothing.
 * @returns the slot and whether anything was booked now
 * @throws AppError request.invalid, appointment.over, appointment.full
 */
export async function book(tx: Tx, asked: Params, nowMs: number): Promise<{ slot: SlotRow; isNew: boolean }> {
  const { schoolId, commandId, slotId, studentId } = asked
  const slot = await lockSlot(tx, schoolId, slotId)
  const sent = await bookingById(tx, schoolId, commandId)
  if (sent && (sent.slotId !== slotId || sent.studentId !== studentId))
    throw new AppError('request.invalid', { field: 'commandId' })
  if (!slot || (asked.kind !== undefined && asked.kind !== slot.kind)) throw new AppError('appointment.over')
  if (sent) return { slot, isNew: false }
  const isElsewhere = slot.campus !== '' && slot.campus !== asked.campus
  if (slot.endedAt !== null || isElsewhere || fromInstant(slot.startsAt) <= nowMs)
    throw new AppError('appointment.over')
  const before = await activeBooking(tx, schoolId, studentId, slot.kind)
  if (before?.slotId === slotId) return { slot, isNew: false }
  if ((await countSeats(tx, schoolId, slotId)) >= slot.capacity) throw new AppError('appointment.full')
  if (before) await put(tx, before, { state: 'moved', settledAt: toInstant(nowMs), settledBy: asked.by })
  await tx.insert(appointmentBookings).values({
    schoolId,
    id: commandId,
    slotId,
    studentId,
    kind: slot.kind,
    state: 'booked',
    bookedAt: toInstant(nowMs),
    bookedBy: asked.by,
    email: asked.email,
    language: asked.language,
    revision: 1,
  })
  return { slot, isNew: true }
}

export async function put(tx: Tx, { schoolId, id, revision }: BookingRow, to: Partial<BookingRow>): Promise<void> {
  await tx
    .update(appointmentBookings)
    .set({ ...to, revision: revision + 1 })
    .where(and(eq(appointmentBookings.schoolId, schoolId), eq(appointmentBookings.id, id)))
}

export async function bookingById(tx: Tx, schoolId: string, id: string): Promise<BookingRow | undefined> {
  const [row] = await tx
    .select()
    .from(appointmentBookings)
    .where(and(eq(appointmentBookings.schoolId, schoolId), eq(appointmentBookings.id, id)))
  return row
}

/** Returns the student's active booking of one kind. */
export async function activeBooking(
  tx: Tx,
  schoolId: string,
  studentId: string,
  kind: AppointmentKind,
): Promise<BookingRow | undefined> {
  return (await bookingsOf(tx, schoolId, studentId)).find((each) => each.kind === kind && each.state === 'booked')
}

/** Returns every booking a student ever had, the latest first. */
export const bookingsOf = (tx: Tx, schoolId: string, studentId: string): Promise<BookingRow[]> =>
  tx
    .select()
    .from(appointmentBookings)
    .where(and(eq(appointmentBookings.schoolId, schoolId), eq(appointmentBookings.studentId, studentId)))
    .orderBy(desc(appointmentBookings.bookedAt), desc(appointmentBookings.id))

/** Returns the bookings of these slots. */
export const bookingsAt = (tx: Tx, schoolId: string, slotIds: readonly string[]): Promise<BookingRow[]> =>
  slotIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(appointmentBookings)
        .where(
          and(
            eq(appointmentBookings.schoolId, schoolId),
            inArray(appointmentBookings.slotId, [...slotIds]),
            inArray(appointmentBookings.state, ['booked', 'held', 'no-show']),
          ),
        )
        .orderBy(asc(appointmentBookings.bookedAt), asc(appointmentBookings.id))

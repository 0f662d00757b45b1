import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { AppointmentOutcome } from '#shared/admissions/appointment.rules.ts'
import type { AppointmentKind } from '#shared/admissions/scoring.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { dayMs, fromInstant, toInstant } from '#shared/kernel/time.ts'
import { appointmentBookings, appointmentSlots } from './appointment.table.ts'
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

async function put(tx: Tx, { schoolId, id, revision }: BookingRow, to: Partial<BookingRow>): Promise<void> {
  await tx
    .update(appointmentBookings)
    .set({ ...to, revision: revision + 1 })
    .where(and(eq(appointmentBookings.schoolId, schoolId), eq(appointmentBookings.id, id)))
}

async function bookingById(tx: Tx, schoolId: string, id: string): Promise<BookingRow | undefined> {
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

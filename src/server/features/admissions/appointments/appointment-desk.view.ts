import type { z } from 'zod'
import type { Person } from '#server/features/identity/sessions/people.service.ts'
import type { StudentFacts } from '#server/features/students/student-facts.service.ts'
import type { Booking, Slot, StudentAppointments } from '#shared/admissions/appointment.contract.ts'
import type { AppointmentOutcome } from '#shared/admissions/appointment.rules.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { fromInstant } from '#shared/kernel/time.ts'
import type { LinkRow } from './appointment-link.service.ts'
import type { BookingRow } from './booking.service.ts'
import type { CountedSlot } from './slot.service.ts'

type Staff = ReadonlyMap<UserId, Person>
type Named = Pick<StudentFacts, 'id' | 'reference' | 'nameLatin' | 'nameArabic'> & { isEnquiry?: boolean }

export const colleague = (userId: UserId, staff: Staff) => ({
  userId,
  name: staff.get(userId)?.name ?? { en: '–', ar: '–' },
})

export const slotView = (slot: CountedSlot, staff: Staff): z.input<typeof Slot> => {
  const { id, kind, campus, startsAt, endsAt, room, onlineLink, interviewers, capacity, taken, changeHours } = slot
  return {
    id,
    kind,
    campus,
    startsAt,
    endsAt,
    room,
    onlineLink,
    interviewers: interviewers.map((userId) => colleague(userId, staff)),
    capacity,
    taken,
    changeHours,
  }
}

const outcomes: Readonly<Record<string, AppointmentOutcome>> = {
  positive: 'positive',
  mixed: 'mixed',
  negative: 'negative',
}

export const bookingView = (row: BookingRow, student: Named, staff: Staff): z.input<typeof Booking> => ({
  id: row.id,
  slotId: row.slotId,
  kind: row.kind,
  state: row.state,
  student: {
    student_id: student.id,
    registration_id: student.reference,
    student_name: student.nameLatin,
    student_name_ar: student.nameArabic,
  },
  isEnquiry: student.isEnquiry ?? false,
  bookedAt: row.bookedAt,
  bookedBy: row.bookedBy && colleague(row.bookedBy, staff),
  outcome: row.outcome === null ? null : (outcomes[row.outcome] ?? null),
  note: row.note,
  revision: row.revision,
})

export const linkView = (
  { id, kind, guardian, email, askedAt, expiresAt, openedAt, endedAt }: LinkRow,
  nowMs: number,
): z.input<typeof StudentAppointments>['links'][number] => ({
  id,
  kind,
  guardian,
  email,
  askedAt,
  state:
    endedAt !== null ? 'ended' : fromInstant(expiresAt) <= nowMs ? 'expired' : openedAt === null ? 'waiting' : 'opened',
})

import * as appointment from '#shared/admissions/appointment.contract.ts'
import * as bookingCalls from '#shared/admissions/appointment-booking.contract.ts'
import type { Endpoint } from '#shared/kernel/endpoint.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { businessDay, dayMs } from '#shared/kernel/time.ts'

const newId = () => OpId.parse(crypto.randomUUID())

interface By {
  nowMs: number
  ask: (to: Endpoint, input: object) => Promise<unknown>
}

/** A time that is made, taken, called off with a note, and asked for again by mail. */
export async function meetFamily(
  { nowMs, ask }: By,
  student_id: string,
  family: { name: string; email: string; note: string },
): Promise<void> {
  const day = businessDay(nowMs + 2 * dayMs, 'UTC', 0)
  const when = {
    firstDay: day,
    lastDay: day,
    weekdays: [0, 1, 2, 3, 4, 5, 6],
    times: ['09:00'],
    minutes: 30,
    except: [],
  }
  const where = { campus: '', room: '', onlineLink: '', interviewers: [], capacity: 1, changeHours: 24 }
  const slots = { commandId: newId(), appointmentKind: 'interview', ...when, ...where }
  await ask(appointment.makeSlots, slots)
  const seen = async () =>
    appointment.StudentAppointments.parse(await ask(bookingCalls.studentAppointments, { student_id }))
  const slotId = (await seen()).free[0]?.id
  await ask(bookingCalls.bookSlot, { student_id, commandId: newId(), slotId })
  const [booking] = (await seen()).bookings
  const note = { outcome: null, note: family.note }
  const of = { student_id, id: booking?.id, revision: booking?.revision, to: 'cancelled' }
  await ask(bookingCalls.settleBooking, { ...of, ...note })
  const link = { appointmentKind: 'interview', guardian: family.name, email: family.email, language: 'en' }
  await ask(bookingCalls.appointmentLink, { student_id, ...link })
}

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appointmentLinks } from '#server/features/admissions/appointments/appointment.table.ts'
import { runAdmissionClock } from '#server/features/overview/clock/admission-clock.service.ts'
import { studentGuardians } from '#server/features/students/record/student-record.table.ts'
import * as calls from '#shared/admissions/appointment.contract.ts'
import * as bookingCalls from '#shared/admissions/appointment-booking.contract.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { dayMs, fromInstant, hourMs } from '#shared/kernel/time.ts'
import { mailTo } from '#tests/support/account-kit.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { staySignedIn } from '#tests/support/records/offers-made.ts'
import { makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const newId = () => OpId.parse(crypto.randomUUID())
const own = /^https:\/\/alnoor\.example\.school\/appointment\?lng=(en|ar)#token=[\w-]+$/

describe.each(engines)('mails about a booking on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let officer: Caller
  let no = 0
  const family: Caller = { school: 'alnoor', host: 'alnoor.evil.example' }

  beforeAll(async () => {
    box = await openBox(engine, { publicUrl: 'https://example.school' })
    alnoor = await makeSchool(box, 'alnoor')
    officer = await signInAs(box, alnoor, 'officer', ['admission-officer'])
    await staySignedIn(box)
  })
  afterAll(() => box.close())

  /** A child with a mother whom nobody has asked yet, and free times in so many days. */
  const childIn = async (days: number, language: 'en' | 'ar' = 'en') => {
    no += 1
    const campus = `links${no}`
    const firstDay = new Date(box.clock.nowMs() + days * dayMs).toISOString().slice(0, 10)
    const when = { firstDay, lastDay: firstDay, weekdays: [0, 1, 2, 3, 4, 5, 6], times: ['09:00', '10:00'], except: [] }
    const where = {
      campus,
      room: 'Room 4',
      onlineLink: '',
      interviewers: [],
      capacity: 1,
      minutes: 30,
      changeHours: 24,
    }
    await call(box.app, officer, calls.makeSlots, {
      commandId: newId(),
      appointmentKind: 'interview',
      ...when,
      ...where,
    })
    const { id, schoolId } = await makeStudent(box, alnoor, { campus, nameLatin: 'Sara Nair', nameArabic: 'سارة ناير' })
    const email = `mother${no}@home.example`
    const guardian = { nameLatin: 'Hind', nameArabic: 'هند', email, language, maySign: true }
    await box.db.owner
      .insert(studentGuardians)
      .values({ schoolId, id: newId(), studentId: id, position: 0, ...guardian })
    const seen = async () => {
      const { body } = await call(box.app, officer, bookingCalls.studentAppointments, { student_id: id })
      return calls.StudentAppointments.parse(body)
    }
    const slots = (await seen()).free.filter((slot) => slot.campus === campus).map((slot) => slot.id)
    const staffBook = async (slotId = '') => {
      box.clock.advance(1)
      await call(box.app, officer, bookingCalls.bookSlot, { student_id: id, commandId: newId(), slotId })
      return mailTo(box, email)
    }
    const ask = async () => {
      box.clock.advance(1)
      const to = { guardian: 'Hind', email, language }
      await call(box.app, officer, bookingCalls.appointmentLink, {
        student_id: id,
        appointmentKind: 'interview',
        ...to,
      })
      return (await mailTo(box, email)).token
    }
    return { id, email, slots, seen, staffBook, ask }
  }
  const open = async (token: string) => {
    const { status, body } = await call(box.app, family, bookingCalls.openAppointment, { token })
    return status === 200 ? bookingCalls.AppointmentPage.parse(body) : String(body.messageId)
  }
  const book = (token: string, slotId = '', seenBooking: string | null = null) => {
    box.clock.advance(1)
    return call(box.app, family, bookingCalls.bookByLink, { token, commandId: newId(), slotId, seenBooking })
  }
  const isOpen = async (...tokens: string[]) => {
    const seen = []
    for (const token of tokens) seen.push(typeof (await open(token)) !== 'string')
    return seen
  }
  const remind = async (startsAt: string) => {
    box.clock.advance(fromInstant(startsAt) - box.clock.nowMs() - 12 * hourMs)
    await runAdmissionClock(box.deps, alnoor.schoolId)
  }

  it.each(['en', 'ar'] as const)(
    'lead whom staff have booked in to the page where it is changed, in %s',
    async (language) => {
      const { slots, seen, staffBook } = await childIn(7, language)
      const mail = await staffBook(slots[0])
      expect(mail).toMatchObject({ template: 'appointment-booked', language, links: [expect.stringMatching(own)] })
      expect(mail.links[0]).toContain(`lng=${language}`)
      const page = await open(mail.token)
      expect(page).toMatchObject({ guardian: language === 'ar' ? 'هند' : 'Hind', booking: { mayChange: true } })
      const [booking] = (await seen()).bookings
      await book(mail.token, slots[1], booking?.id ?? null)
      expect((await seen()).bookings.map(({ state }) => state)).toEqual(['booked', 'moved'])
    },
  )

  it('have a link of their own each, and every earlier one goes on working', async () => {
    const { id, email, slots, seen, ask } = await childIn(4)
    const first = await ask()
    await book(first, slots[0])
    const booked = await mailTo(box, email)
    const [booking] = (await seen()).bookings
    await remind(booking?.slot.startsAt ?? '')
    const reminder = await mailTo(box, email)
    expect(reminder).toMatchObject({ template: 'appointment-reminder', links: [expect.stringMatching(own)] })
    expect(new Set([first, booked.token, reminder.token]).size).toBe(3)
    expect(await isOpen(first, booked.token, reminder.token)).toEqual([true, true, true])
    // What is kept of them opens nothing.
    const kept = JSON.stringify(
      (await box.db.owner.select().from(appointmentLinks)).filter((row) => row.studentId === id),
    )
    for (const token of [first, booked.token, reminder.token]) expect(kept).not.toContain(token)
    const settled = {
      to: 'cancelled',
      outcome: null,
      note: 'The school is closed',
      revision: booking?.revision ?? 0,
    } as const
    box.clock.advance(1)
    await call(box.app, officer, bookingCalls.settleBooking, { student_id: id, id: booking?.id ?? newId(), ...settled })
    const cancelled = await mailTo(box, email)
    expect(cancelled).toMatchObject({ template: 'appointment-cancelled', links: [expect.stringMatching(own)] })
    expect(await isOpen(cancelled.token)).toEqual([true])
    // Who is asked again has the new link and no other.
    const anew = await ask()
    expect(await isOpen(anew, first, booked.token, reminder.token, cancelled.token)).toEqual([
      true,
      ...Array(4).fill(false),
    ])
  })

  it('have links that live until the booking; one that was over before stays over', async () => {
    const { email, slots, seen, ask, staffBook } = await childIn(130)
    const first = await ask()
    box.clock.advance(61 * dayMs)
    await staySignedIn(box)
    expect(await isOpen(first)).toEqual([false])
    const { token } = await staffBook(slots[0])
    box.clock.advance(65 * dayMs)
    await staySignedIn(box)
    expect(await isOpen(token, first)).toEqual([true, false])
    const [booking] = (await seen()).bookings
    await remind(booking?.slot.startsAt ?? '')
    expect(await isOpen(token, (await mailTo(box, email)).token)).toEqual([true, true])
  })

  it('make no address the one that the family is asked at', async () => {
    const { id, email, slots, staffBook } = await childIn(7)
    await staffBook(slots[0])
    const now = 'new.address@home.example'
    await box.db.owner.update(studentGuardians).set({ email: now }).where(eq(studentGuardians.studentId, id))
    await staffBook(slots[1])
    expect((await mailTo(box, now)).links).toHaveLength(1)
    expect((await mailTo(box, email)).subject).toContain('09:00')
  })
})

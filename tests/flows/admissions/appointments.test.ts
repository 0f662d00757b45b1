import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appointmentBookings, appointmentLinks } from '#server/features/admissions/appointments/appointment.table.ts'
import { runAdmissionClock } from '#server/features/overview/clock/admission-clock.service.ts'
import { admissionRules, setAdmissionRules } from '#shared/admissions/admission-rules.contract.ts'
import * as calls from '#shared/admissions/appointment.contract.ts'
import * as bookingCalls from '#shared/admissions/appointment-booking.contract.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import { dayMs, fromInstant, hourMs } from '#shared/kernel/time.ts'
import { mailList } from '#shared/mail/mail.contract.ts'
import { mailTo, shapeOf } from '#tests/support/account-kit.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { mailsTo, staySignedIn } from '#tests/support/records/offers-made.ts'
import { commandOn, decide, makeStudent, makeStudents, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const newId = () => OpId.parse(crypto.randomUUID())

describe.each(engines)('appointments on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let officer: Caller
  let no = 0
  /** Another host than the school's own: no mail may lead there. */
  const family: Caller = { school: 'alnoor', host: 'alnoor.evil.example' }

  beforeAll(async () => {
    box = await openBox(engine, { publicUrl: 'https://example.school' })
    alnoor = await makeSchool(box, 'alnoor')
    await makeSchool(box, 'manara')
    officer = await signInAs(box, alnoor, 'officer', ['admission-officer'])
    await staySignedIn(box)
  })
  afterAll(() => box.close())

  const dayIn = (days: number) => new Date(box.clock.nowMs() + days * dayMs).toISOString().slice(0, 10)
  const make = async (more: object = {}) => {
    const asked = {
      commandId: newId(),
      appointmentKind: 'interview' as const,
      campus: '',
      firstDay: dayIn(7),
      lastDay: dayIn(7),
      weekdays: [0, 1, 2, 3, 4, 5, 6],
      times: ['09:00', '10:00'],
      minutes: 30,
      except: [],
      room: 'Room 4',
      onlineLink: '',
      interviewers: [],
      capacity: 1,
      changeHours: 24,
      ...more,
    }
    const { status, body } = await call(box.app, officer, calls.makeSlots, asked)
    return status === 200 ? Number(body.made) : String(body.messageId)
  }
  /** Slots of a campus of their own, so that no test sees those of another. */
  const slotsFor = async (more: object = {}) => {
    no += 1
    const campus = `c${no}`
    await make({ campus, ...more })
    const student = await makeStudent(box, alnoor, { campus, nameLatin: 'Sara Nair' })
    const free = async (id = student.id) => {
      const { body } = await call(box.app, officer, bookingCalls.studentAppointments, { student_id: id })
      return calls.StudentAppointments.parse(body)
    }
    const slots = (await free()).free.filter((slot) => slot.campus === campus)
    return { campus, student, slots: slots.map(({ id }) => id), free }
  }
  const linkFor = async (student_id: string, kind: 'interview' | 'tour' = 'interview') => {
    no += 1
    box.clock.advance(1)
    const email = `guardian${no}@home.example`
    const to = { guardian: 'Hind', email, language: 'en' as const }
    await call(box.app, officer, bookingCalls.appointmentLink, { student_id, appointmentKind: kind, ...to })
    return { email, token: (await mailTo(box, email)).token, mail: await mailTo(box, email) }
  }
  const page = ({ status, body }: Awaited<ReturnType<typeof call>>) =>
    status === 200 ? bookingCalls.AppointmentPage.parse(body) : String(body.messageId)
  const open = async (token: string, from = family) =>
    page(await call(box.app, from, bookingCalls.openAppointment, { token }))
  const book = async (token: string, slotId = '', seenBooking: string | null = null, commandId = newId()) => {
    box.clock.advance(1)
    return page(await call(box.app, family, bookingCalls.bookByLink, { token, commandId, slotId, seenBooking }))
  }
  const cancel = async (token: string, id = '') =>
    page(await call(box.app, family, bookingCalls.cancelByLink, { token, id }))
  const bookingOf = (seen: Awaited<ReturnType<typeof open>>) =>
    typeof seen === 'string' ? seen : (seen.booking?.id ?? 'none')
  const stateRows = async (slotId = '') =>
    (await box.db.owner.select().from(appointmentBookings)).filter((row) => row.slotId === slotId)

  it('of fifty bookings at once of one slot exactly one is booked', async () => {
    const { campus, slots } = await slotsFor({ times: ['09:00'] })
    const children = await makeStudents(box, alnoor, 50, () => ({ campus, status: 'shortlisted' }))
    const done = await Promise.all(
      children.map(({ id }) =>
        call(box.app, officer, bookingCalls.bookSlot, { student_id: id, commandId: newId(), slotId: slots[0] ?? '' }),
      ),
    )
    expect(done.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(done.flatMap(({ body }) => body.messageId ?? []))).toEqual(new Set(['appointment.full']))
    expect(await stateRows(slots[0])).toHaveLength(1)
  }, 60_000)

  it('are booked, moved and cancelled by a link that keeps its secret, and mails lead to the school’s own host', async () => {
    const { student, slots } = await slotsFor()
    const { token, mail, email } = await linkFor(student.id)
    expect(mail).toMatchObject({ template: 'appointment-link' })
    expect(mail.links[0]).toMatch(/^https:\/\/alnoor\.example\.school\/appointment\?lng=\w+#token=/)
    // Anyone who looks after the server has neither the link of it, nor learns of a child.
    const read = async (by: Caller) => {
      const { mails } = mailList.reply.parse((await call(box.app, by, mailList)).body)
      return JSON.stringify(mails.find(({ to }) => to === email))
    }
    const [byIt, byAdmin] = [
      await read(await signInAs(box, alnoor, 'it', ['it'])),
      await read(await signInAs(box, alnoor, 'admin', ['admin'])),
    ]
    expect([byIt.includes(token), byIt.includes('Sara'), byAdmin.includes('Sara Nair')]).toEqual([false, false, true])
    // And is told so where the name was.
    expect([byIt, byAdmin].map((mail) => mail.includes('"isWithoutChild":true'))).toEqual([true, false])
    const rows = (await box.db.owner.select().from(appointmentLinks)).filter((row) => row.studentId === student.id)
    expect(rows.map(({ tokenHash }) => tokenHash)).toEqual([sha256Hex(token)])
    const seen = await open(token)
    expect(seen).toMatchObject({ guardian: 'Hind', subject: 'Sara Nair', state: 'open', booking: null })
    const commandId = newId()
    const booked = await book(token, slots[0], null, commandId)
    expect(booked).toMatchObject({ booking: { room: 'Room 4', mayChange: true } })
    expect(await book(token, slots[0], null, commandId)).toEqual(booked)
    // Another window, which has not seen it.
    expect(await book(token, slots[1], null)).toBe('appointment.changed')
    const moved = await book(token, slots[1], bookingOf(booked))
    expect(moved).toMatchObject({ booking: { mayChange: true } })
    expect((await stateRows(slots[0])).map(({ state }) => state)).toEqual(['moved'])
    // The slot that was given back is another family's to take.
    expect(moved).toMatchObject({ slots: expect.arrayContaining([expect.objectContaining({ id: slots[0] })]) })
    expect(await cancel(token, bookingOf(moved))).toMatchObject({ booking: null })
    expect(await cancel(token, bookingOf(moved))).toMatchObject({ booking: null })
    expect(await mailsTo(box, email)).toEqual(['appointment-link', 'appointment-booked', 'appointment-booked'])
    expect((await mailTo(box, email)).subject).toContain('interview')
  })

  it('of one kind nobody has two, by whomever they are booked', async () => {
    const { student, slots, free } = await slotsFor({ times: ['08:00', '09:00', '10:00'], capacity: 5 })
    const by = (slotId = '') =>
      call(box.app, officer, bookingCalls.bookSlot, { student_id: student.id, commandId: newId(), slotId })
    await Promise.all(slots.map(by))
    const { bookings } = await free()
    expect(bookings.filter(({ state }) => state === 'booked')).toHaveLength(1)
    expect(bookings.filter(({ state }) => state === 'moved')).toHaveLength(2)
  })

  it('are too late to change some hours before, and over once they have begun', async () => {
    const { student, slots } = await slotsFor({ firstDay: dayIn(2), lastDay: dayIn(2), changeHours: 24 })
    const { token } = await linkFor(student.id)
    const booked = await book(token, slots[0])
    box.clock.advance(dayMs + 12 * hourMs)
    expect(await open(token)).toMatchObject({ booking: { mayChange: false } })
    expect(await cancel(token, bookingOf(booked))).toBe('appointment.too-late')
    expect(await book(token, slots[1], bookingOf(booked))).toBe('appointment.too-late')
    const settle = async (to: 'held' | 'no-show', revision: number, note = '') => {
      const asked = { student_id: student.id, id: bookingOf(booked), revision, to, outcome: null, note }
      const { status, body } = await call(box.app, officer, bookingCalls.settleBooking, asked)
      return status === 200 ? calls.StudentAppointments.parse(body).bookings[0]?.state : String(body.messageId)
    }
    expect(await settle('held', 1)).toBe('appointment.over')
    box.clock.advance(dayMs)
    expect(await settle('held', 1, 'Came early')).toBe('held')
    expect(await settle('held', 1, 'Came early')).toBe('held')
    expect(await settle('no-show', 1)).toBe('appointment.changed')
    // What was said is put right by the person who has seen it, and says why.
    expect(await settle('no-show', 2)).toBe('request.invalid')
    expect(await settle('no-show', 2, 'It was the brother who came')).toBe('no-show')
    expect(await settle('held', 3, 'He came after all')).toBe('held')
    expect(await open(token)).toMatchObject({ state: 'held', booking: null, slots: [] })
    expect(await book(token, slots[1])).toBe('appointment.over')
  })

  it('open nothing by a link that is wrong, of another school, of another kind’s slot or too old, told the same', async () => {
    const { student } = await slotsFor()
    const other = await slotsFor({ appointmentKind: 'tour' })
    const { token } = await linkFor(student.id)
    expect(await open(token, { school: 'manara' })).toBe('link.over')
    expect(await book(token, other.slots[0])).toBe('appointment.over')
    expect(await cancel(token, newId())).toBe('request.not-found')
    box.clock.advance(61 * dayMs)
    const over = await call(box.app, family, bookingCalls.openAppointment, { token })
    expect(shapeOf(over)).toEqual(
      shapeOf(await call(box.app, family, bookingCalls.openAppointment, { token: 'nobody' })),
    )
  })

  it('say at which place the child waits where the school says it, and to nobody else', async () => {
    const registrar = await signInAs(box, alnoor, 'registrar', ['registrar'])
    const made = await makeStudent(box, alnoor, { status: 'new', grade: 'KG1', entryYear: 2033 })
    const { token } = await linkFor(made.id)
    const told = async () => {
      const seen = await open(token)
      return typeof seen === 'string' ? seen : seen.waitingPlace
    }
    const { rules, revision } = admissionRules.reply.parse((await call(box.app, registrar, admissionRules)).body)
    await call(box.app, registrar, setAdmissionRules, { rules: { ...rules, tellsPosition: true }, revision })
    expect(await told()).toBeNull()
    await decide(box, registrar, commandOn(made, { kind: 'move', to: 'waiting', reason: 'no-seat' }))
    expect(await told()).toBe(1)
    await call(box.app, registrar, setAdmissionRules, { rules, revision: revision + 1 })
    expect(await told()).toBeNull()
  })

  it('are told of once, the day before, however many servers do it; a cancelled one is not', async () => {
    const { student, slots } = await slotsFor({ firstDay: dayIn(4), lastDay: dayIn(4), capacity: 3 })
    const { campus } = student
    const second = await makeStudent(box, alnoor, { campus })
    const [one, two] = [await linkFor(student.id), await linkFor(second.id)]
    const first = await book(one.token, slots[0])
    const booked = await book(two.token, slots[0])
    await cancel(two.token, bookingOf(booked))
    const pass = () => Promise.all([1, 2, 3].map(() => runAdmissionClock(box.deps, alnoor.schoolId)))
    await pass()
    const told = async (email: string) =>
      (await mailsTo(box, email)).filter((template) => template === 'appointment-reminder').length
    expect(await told(one.email)).toBe(0)
    const startsAt = typeof first === 'string' ? first : (first.booking?.startsAt ?? '')
    box.clock.advance(fromInstant(startsAt) - box.clock.nowMs() - 12 * hourMs)
    await pass()
    await pass()
    expect([await told(one.email), await told(two.email)]).toEqual([1, 0])
    // Which child, what and when stand in the subject: a phone shows no more.
    const { subject } = await mailTo(box, one.email)
    expect(subject.replaceAll(/[\u2068\u2069]/g, '')).toMatch(
      /^Reminder: .*interview.* for Sara Nair, \w+,? \d+ \w+ \d{4}.* 09:00$/,
    )
  })

  it('are made as a series once for each command, without the days that are left out, and taken away while nobody has them', async () => {
    const commandId = newId()
    const series = { commandId, campus: 'series', firstDay: dayIn(10), lastDay: dayIn(14), except: [dayIn(12)] }
    expect(await make(series)).toBe(8)
    expect(await make(series)).toBe(8)
    expect(await make({ firstDay: dayIn(-3), lastDay: dayIn(-2) })).toBe('appointment.no-slots')
    const list = async () => {
      const { body } = await call(box.app, officer, calls.slotList, { firstDay: dayIn(10), lastDay: dayIn(14) })
      return calls.slotList.reply.parse(body).slots.filter(({ campus }) => campus === 'series')
    }
    const [first, next] = await list()
    const student = await makeStudent(box, alnoor, { campus: 'series', nameLatin: 'Noor' })
    const slotId = first?.id ?? ''
    await call(box.app, officer, bookingCalls.bookSlot, { student_id: student.id, commandId: newId(), slotId })
    const end = async (id = '') => (await call(box.app, officer, calls.endSlot, { slotId: id })).body.messageId
    expect([await end(first?.id), await end(next?.id), await end(next?.id)]).toEqual([
      'appointment.taken',
      undefined,
      undefined,
    ])
    const left = await list()
    expect(left).toHaveLength(7)
    expect(left[0]).toMatchObject({ taken: 1, bookings: [{ student: { student_name: 'Noor' }, state: 'booked' }] })
  })
})

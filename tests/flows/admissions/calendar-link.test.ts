import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '#server/features/identity/sessions/auth.table.ts'
import { schools } from '#server/features/school/school.table.ts'
import * as calls from '#shared/admissions/appointment.contract.ts'
import * as bookingCalls from '#shared/admissions/appointment-booking.contract.ts'
import { endCalendarLink, makeCalendarLink, readCalendarLink } from '#shared/admissions/calendar-link.contract.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { dayMs, toInstant } from '#shared/kernel/time.ts'
import { eq, sql } from 'drizzle-orm'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, logged, openBox, send } from '#tests/support/server.ts'

describe.each(engines)('a person’s calendar on %s (operate §10)', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let officer: Caller
  let other: Caller
  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    await makeSchool(box, 'manara')
    officer = await signInAs(box, alnoor, 'officer', ['admission-officer'])
    other = await signInAs(box, alnoor, 'other', ['admission-officer'])
    const name = { en: 'Spring break', ar: 'عطلة الربيع' }
    await box.db.owner
      .update(schools)
      .set({
        profile: sql`profile || ${JSON.stringify({ holidays: [{ from: '2030-03-24', to: '2030-03-28', name }] })}::jsonb`,
      })
      .where(eq(schools.schoolId, alnoor.schoolId))
    await bookOne()
  })
  afterAll(() => box.close())

  const newId = () => OpId.parse(crypto.randomUUID())
  const idOf = async (name: string) =>
    (await box.db.owner.select({ id: users.id }).from(users).where(eq(users.userName, name)))[0]?.id

  /** Two slots at which the officer is expected, one of them booked for Sara. */
  async function bookOne() {
    const day = new Date(box.clock.nowMs() + 7 * dayMs).toISOString().slice(0, 10)
    await call(box.app, officer, calls.makeSlots, {
      commandId: newId(),
      appointmentKind: 'interview',
      campus: '',
      firstDay: day,
      lastDay: day,
      weekdays: [0, 1, 2, 3, 4, 5, 6],
      times: ['09:00', '10:00'],
      minutes: 30,
      except: [],
      room: 'Room 4',
      onlineLink: '',
      interviewers: [await idOf('officer')],
      capacity: 1,
      changeHours: 24,
    })
    const student = await makeStudent(box, alnoor, { nameLatin: 'Sara Nair' })
    const { body } = await call(box.app, officer, bookingCalls.studentAppointments, { student_id: student.id })
    const [slot] = calls.StudentAppointments.parse(body).free
    const asked = { commandId: newId(), student_id: student.id, slotId: slot?.id }
    expect((await call(box.app, officer, bookingCalls.bookSlot, asked)).status).toBe(200)
  }

  const make = async (by = officer, language: 'en' | 'ar' = 'en') =>
    String((await call(box.app, by, makeCalendarLink, { language })).body.url)
  const read = async (url: string, school = 'alnoor') => {
    const { pathname } = new URL(url)
    const { status, headers, body } = await send(box.app, { school }, 'get', pathname)
    return {
      status,
      type: headers.get('content-type'),
      text: typeof body['text'] === 'string' ? body['text'] : '',
      messageId: body.messageId,
    }
  }

  it('has the school’s days and the own appointments that are booked, and no name of a child', async () => {
    const { status, type, text } = await read(await make())
    expect([status, type]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect(text).toContain('SUMMARY;LANGUAGE=en:Spring break\r\n')
    expect(text).toContain('DTSTART;VALUE=DATE:20300324\r\nDTEND;VALUE=DATE:20300329\r\n')
    expect(text.match(/DTSTART:2030\d{4}T060000Z/g)).toHaveLength(1)
    expect(text.match(/LOCATION;LANGUAGE=en:Room 4/g)).toHaveLength(1)
    expect(text).not.toMatch(/Sara|Nair/)
  })

  it('is in the language of the person, and without others’ appointments', async () => {
    const { text } = await read(await make(other, 'ar'))
    expect(text).toContain('SUMMARY;LANGUAGE=ar:عطلة الربيع')
    expect(text).not.toContain('Room 4')
  })

  it('has an address that is kept as a hash, and is in no log', async () => {
    const url = await make()
    const [, token = ''] = /\/calendar\/([\w-]{43})\.ics$/.exec(url) ?? []
    expect(token).toHaveLength(43)
    await read(url)
    const { rows } = await box.db.owner.execute<{ all: string }>(
      sql`select string_agg(l::text, ' ') as all from calendar_links l`,
    )
    expect(rows[0]?.all).not.toContain(token)
    expect(logged(box)).not.toContain(token)
    const { link } = readCalendarLink.reply.parse((await call(box.app, officer, readCalendarLink)).body)
    expect(link?.lastReadAt).toBe(toInstant(box.clock.nowMs()))
  })

  it('opens nothing once there is a new one, it was ended, the person has left, or at another school', async () => {
    const first = await make()
    const second = await make()
    expect((await read(first)).messageId).toBe('link.over')
    expect((await read(second, 'manara')).messageId).toBe('link.over')
    expect((await read(second)).status).toBe(200)
    await call(box.app, officer, endCalendarLink)
    expect((await read(second)).messageId).toBe('link.over')
    const third = await make(other)
    await box.db.owner
      .update(users)
      .set({ disabledAt: toInstant(box.clock.nowMs()) })
      .where(eq(users.userName, 'other'))
    expect((await read(third)).messageId).toBe('link.over')
    for (const path of ['/calendar/x.ics', `/calendar/${'a'.repeat(43)}.ics`, '/calendar/%00.ics'])
      expect((await read(`http://x${path}`)).messageId, path).toBe('link.over')
  })
})

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enquiryList } from '#shared/admissions/enquiries/enquiry-list.contract.ts'
import { enquiryDetail } from '#shared/admissions/enquiries/enquiry.contract.ts'
import {
  type EnquiryDo,
  enquiryReplyDraft,
  enquiryUpdate,
} from '#shared/admissions/enquiries/enquiry-update.contract.ts'
import { enquiryFunnel } from '#shared/admissions/enquiries/enquiry-report.contract.ts'
import { openDraft } from '#shared/forms/draft.contract.ts'
import { eraseEnquiry } from '#shared/retention/retention.contract.ts'
import { machineRandom } from '#local/kernel/machine.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import { dayMs, toInstant } from '#shared/kernel/time.ts'
import { makeSlots, slotList } from '#shared/admissions/appointment.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { publish, testForm } from '#tests/support/forms/test-form.ts'
import { makeVisitor, type TestVisitor } from '#tests/support/forms/visitor-kit.ts'
import { changeRules } from '#tests/support/records/decisions-made.ts'
import { enquiryAnswers, startForm } from '#tests/support/records/enquiry-kit.ts'
import { staySignedIn } from '#tests/support/records/offers-made.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('enquiries on %s', (engine) => {
  let box: Box
  let school: TestSchool
  let registrar: Caller & { userId: UserId }
  let head: Caller
  let visitor: TestVisitor

  beforeAll(async () => {
    box = await openBox(engine)
    school = await makeSchool(box, 'alnoor')
    await publish(box, school, startForm('enquiry'), 'enquiry')
    await publish(box, school, startForm('admission'), 'admission')
    registrar = await signInAs(box, school, 'registrar', ['registrar'])
    head = await signInAs(box, school, 'head', ['head'])
    await staySignedIn(box)
    visitor = await makeVisitor(box, school, 8)
  })
  afterAll(() => box.close())

  const families: string[] = []
  const enquire = async (name: string, more: object = {}) => {
    await visitor.admit()
    if (!families.includes(name)) families.push(name)
    const answers = { ...enquiryAnswers(name, 10 + families.indexOf(name)), ...more }
    const op = visitor.op('enquiry.submit', { form: 'enquiry', answers })
    await visitor.push([op])
    return op.opId
  }
  const commandId = () => OpId.parse(uuidv7(box.clock.nowMs(), machineRandom))
  const latestVersion = async (slug: string): Promise<number> => {
    const { rows } = await box.db.owner.execute<{ version: number }>(
      sql`select max(version) as version from form_versions where school_id = ${school.schoolId} and slug = ${slug}`,
    )
    return rows[0]?.version ?? 0
  }
  const read = async (id: string) =>
    enquiryDetail.reply.parse((await call(box.app, registrar, enquiryDetail, { id })).body)
  const act = async (id: string, action: EnquiryDo, by: Caller = registrar) => {
    const { revision } = await read(id)
    box.clock.advance(1)
    return call(box.app, by, enquiryUpdate, { commandId: commandId(), id, seen: revision, action })
  }
  const done = async (id: string, action: EnquiryDo) => {
    const { status, body } = await act(id, action)
    expect([status, body['messageId']]).toEqual([200, undefined])
    return enquiryUpdate.reply.parse(body)
  }

  it('wait for a first answer, are answered by email, and a reply sent twice leaves once', async () => {
    const id = await enquire('Zubqx')
    const listed = enquiryList.reply.parse((await call(box.app, registrar, enquiryList, {})).body)
    expect(listed.rows).toMatchObject([{ id, status: 'new', contact: 'Hind Zubqx', firstAnsweredAt: null }])
    expect(listed.rows[0]?.answerDueAt).not.toBeNull()
    // The office's hours and promise are the school's rules: a shorter promise is due earlier, within hours of its own.
    const dueAt = async () =>
      enquiryList.reply.parse((await call(box.app, registrar, enquiryList, {})).body).rows[0]?.answerDueAt ?? ''
    await changeRules(box, head, { answerHours: 2, officeHours: { opens: '10:00', closes: '12:30' } })
    expect((await dueAt()) < (listed.rows[0]?.answerDueAt ?? '')).toBe(true)
    expect((await dueAt()).slice(11, 16) <= '09:30').toBe(true)
    await changeRules(box, head, { answerHours: 8, officeHours: { opens: '07:00', closes: '15:00' } })
    expect(await dueAt()).toBe(listed.rows[0]?.answerDueAt)
    expect(listed.about?.counts).toMatchObject({ new: 1, contacted: 0 })
    const draft = await call(box.app, registrar, enquiryReplyDraft, {
      id,
      replyTemplate: 'enquiry-answer',
      language: 'en',
    })
    expect(enquiryReplyDraft.reply.parse(draft.body).text).toContain('Sara Zubqx')
    const action = { do: 'reply', language: 'en', subject: 'The bus', text: 'Yes.\n\nAt 6.', invite: null, next: null }
    const command = { commandId: commandId(), id, seen: 0, action }
    const first = await call(box.app, registrar, enquiryUpdate, command)
    expect(first.body).toMatchObject({ enquiry: { status: 'contacted', answerDueAt: null } })
    const again = await call(box.app, registrar, enquiryUpdate, command)
    expect(again.body).toMatchObject({
      enquiry: { status: 'contacted', events: [{ kind: 'reply', channel: 'email' }] },
    })
    const { rows } = await box.db.owner.execute(sql`select params from mails where template = 'school-message'`)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows[0])).toContain('At 6.')
  })

  it('are invited to apply by a link that brings their answers; the application handed in by it is linked', async () => {
    const id = await enquire('Farqxa')
    const { link } = await done(id, { do: 'invite', place: 0, language: 'en' })
    const [, draftId = '', token = ''] = /student_admission\/([^#]+)#token=(.+)$/.exec(link ?? '') ?? []
    const opened = await call(box.app, { school: school.code }, openDraft, { id: draftId, token })
    expect(openDraft.reply.parse(opened.body).draft.answers).toMatchObject({
      writer_name: 'Hind Farqxa',
      writer_mobile: '+97455000111',
      legal_name: 'Sara Farqxa',
      grade: '1',
    })
    expect(await read(id)).toMatchObject({ status: 'invited', invitations: [{ state: 'sent', place: 0 }] })
    await publish(box, school, { ...testForm(), purpose: 'admission' }, 'admission')
    await done(id, { do: 'assign', owner: registrar.userId })
    const answers = { name: 'Hind Farqxa', children: [{ name: 'Sara Farqxa', dob: '2020-03-14' }] }
    box.clock.advance(1)
    await visitor.push([visitor.op('admission.submit', { form: 'admission', version: 2, answers }, draftId)])
    const applied = await read(id)
    expect(applied).toMatchObject({
      status: 'applied',
      nextOn: null,
      invitations: [{ state: 'applied' }],
      students: [{ student_name: 'Sara Farqxa', status: 'new', place: 0 }],
      events: [{ kind: 'applied', by: null, to: 'applied' }, { kind: 'owner' }, { kind: 'invited', to: 'invited' }],
    })
    const { rows } = await box.db.owner.execute(
      sql`select source, owner_id is not null as "isOwned" from students where submission_id = ${draftId}`,
    )
    expect(rows).toEqual([{ source: 'friend', isOwned: true }])
    const over = await call(box.app, { school: school.code }, openDraft, { id: draftId, token })
    expect(over.body).toMatchObject({ messageId: 'form.link-over' })
  })

  it('are invited by a link that leads nowhere but to its own draft, and to no other school', async () => {
    const id = await enquire('Plimtz')
    const { link } = await done(id, { do: 'invite', place: 0, language: 'ar' })
    const [, draftId = '', token = ''] = /student_admission\/([^#]+)#token=(.+)$/.exec(link ?? '') ?? []
    const stranger = await makeSchool(box, 'manara')
    const wrong = [
      await call(box.app, { school: stranger.code }, openDraft, { id: draftId, token }),
      await call(box.app, { school: school.code }, openDraft, { id, token }),
    ]
    expect(wrong.map(({ body }) => body['messageId'])).toEqual(['form.link-over', 'form.link-over'])
    const other = await signInAs(box, stranger, 'other', ['admin'])
    expect((await call(box.app, other, enquiryDetail, { id })).body).toMatchObject({ messageId: 'request.not-found' })
    expect((await call(box.app, other, enquiryList, {})).body).toMatchObject({ rows: [] })
    const { rows } = await box.db.owner.execute(sql`select token_hash from form_drafts where id = ${draftId}`)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('that are one are merged by a person, and taken apart again', async () => {
    const [id, other] = [await enquire('Vexlor'), await enquire('Vexlor')]
    const { duplicates } = await read(id)
    expect(duplicates).toMatchObject([{ enquiryId: other, isSame: false }])
    await done(id, { do: 'merge', otherId: other })
    expect(await read(other)).toMatchObject({ status: 'lost', lostReason: 'duplicate', mergedInto: { id } })
    expect((await act(other, { do: 'next', on: '2030-05-01' })).body).toMatchObject({ messageId: 'enquiry.merged' })
    expect(new Set((await read(id)).events.map(({ enquiryId }) => enquiryId))).toEqual(new Set([id, other]))
    await done(other, { do: 'unmerge' })
    expect(await read(other)).toMatchObject({ status: 'new', mergedInto: null, lostReason: null })
    const stranger = await enquire('Obrwin', {
      mobile: '+97455000199',
      children: [{ name: 'Omar Obrwin', dob: '2019-01-01', entry_year: '2026', grade: '2' }],
    })
    expect((await act(id, { do: 'merge', otherId: stranger })).body).toMatchObject({ messageId: 'enquiry.not-allowed' })
  })

  it('that were merged hand their applications on to the one that is kept, and come back as far as they had come', async () => {
    const [id, other] = [await enquire('Brenqo'), await enquire('Brenqo')]
    const { link } = await done(other, { do: 'invite', place: 0, language: 'en' })
    // Asked once more, the same draft gets another link.
    const again = await done(other, { do: 'invite', place: 0, language: 'en' })
    const [, draftId = ''] = /student_admission\/([^#]+)#token=(.+)$/.exec(link ?? '') ?? []
    expect(again.link).toContain(draftId)
    expect(again.link).not.toBe(link)
    expect((await read(other)).invitations).toHaveLength(1)
    await done(id, { do: 'merge', otherId: other })
    await done(other, { do: 'unmerge' })
    expect(await read(other)).toMatchObject({ status: 'invited', mergedInto: null, lostReason: null })
    await done(id, { do: 'merge', otherId: other })
    await publish(box, school, { ...testForm(), purpose: 'admission' }, 'admission')
    const answers = { name: 'Hind Brenqo', children: [{ name: 'Sara Brenqo', dob: '2020-03-14' }] }
    box.clock.advance(1)
    const version = await latestVersion('admission')
    await visitor.push([visitor.op('admission.submit', { form: 'admission', version, answers }, draftId)])
    expect(await read(id)).toMatchObject({ status: 'applied', students: [{ student_name: 'Sara Brenqo', place: 0 }] })
    expect(await read(other)).toMatchObject({ status: 'lost', lostReason: 'duplicate', mergedInto: { id } })
  })

  it('of a family that did not agree to be contacted are neither answered by email nor invited', async () => {
    const id = await enquire('Nodrel')
    // Where a school's form leaves the answer free.
    await box.db.owner.execute(
      sql`update submissions set answers = answers || '{"contact_consent": false}' where id = ${id}`,
    )
    const refused = [
      await act(id, { do: 'invite', place: 0, language: 'en' }),
      await act(id, { do: 'tour-link' }),
      await act(id, { do: 'reply', language: 'en', subject: 'A', text: 'B', invite: null }),
    ]
    expect(refused.map(({ body }) => body['messageId'])).toEqual(Array(3).fill('enquiry.may-not-contact'))
  })

  it('are met on a tour: booked for a family, seen at the appointments, and visited once it was held', async () => {
    const id = await enquire('Tarquo')
    const day = toInstant(box.clock.nowMs() + 2 * dayMs).slice(0, 10)
    const slots = {
      appointmentKind: 'tour',
      campus: '',
      firstDay: day,
      lastDay: day,
      weekdays: [0, 1, 2, 3, 4, 5, 6],
      times: ['10:00'],
    }
    const more = {
      minutes: 30,
      except: [],
      room: 'Reception',
      onlineLink: '',
      interviewers: [],
      capacity: 2,
      changeHours: 0,
    }
    expect((await call(box.app, registrar, makeSlots, { commandId: commandId(), ...slots, ...more })).status).toBe(200)
    const [slot] = (await read(id)).freeTours
    const booked = await done(id, { do: 'tour', slotId: slot?.id ?? '' })
    expect(booked.enquiry).toMatchObject({ status: 'contacted', tours: [{ state: 'booked', room: 'Reception' }] })
    const list = await call(box.app, registrar, slotList, { firstDay: day, lastDay: day })
    expect(slotList.reply.parse(list.body).slots[0]?.bookings).toMatchObject([
      { isEnquiry: true, student: { student_id: id, student_name: 'Hind Tarquo' } },
    ])
    const bookingId = booked.enquiry.tours[0]?.id ?? ''
    const early = await act(id, { do: 'tour-settle', bookingId, to: 'held' })
    expect(early.body).toMatchObject({ messageId: 'appointment.over' })
    box.clock.advance(3 * dayMs)
    const held = await done(id, { do: 'tour-settle', bookingId, to: 'held' })
    expect(held.enquiry).toMatchObject({
      status: 'visited',
      events: [{ kind: 'tour', tour: 'held', to: 'visited' }, {}],
    })
  })

  it('are told how far they came, by source, and those that are lost by reason', async () => {
    const id = await enquire('Zanzib', { source: 'event' })
    await done(id, { do: 'contact', channel: 'phone', isReached: false, note: '' })
    expect(await read(id)).toMatchObject({ status: 'new', firstAnsweredAt: null })
    await done(id, { do: 'contact', channel: 'phone', isReached: true, note: 'They call back.', next: '2030-05-01' })
    await done(id, { do: 'move', to: 'lost', reason: 'fees', note: '' })
    const asked = await call(box.app, registrar, enquiryFunnel, { source: 'event' })
    expect(enquiryFunnel.reply.parse(asked.body)).toMatchObject({
      stages: [
        { stage: 'enquired', reached: 1 },
        { stage: 'contacted', reached: 1 },
        { stage: 'visited', reached: 0 },
        {},
        {},
        {},
        {},
        {},
      ],
      bySource: [{ source: 'event', enquired: 1, applied: 0, confirmed: 0 }],
      lost: [{ reason: 'fees', count: 1 }],
    })
    const all = enquiryFunnel.reply.parse((await call(box.app, registrar, enquiryFunnel, {})).body)
    const reached = all.stages.map((stage) => stage.reached)
    expect(reached).toEqual(reached.toSorted((a, b) => b - a))
  })

  it('are answered by those who may, in the state that they have seen', async () => {
    const id = await enquire('Quorzz')
    const action = { do: 'next', on: '2026-12-01' } as const
    expect(await act(id, action, head)).toMatchObject({ status: 403 })
    await done(id, action)
    const stale = await call(box.app, registrar, enquiryUpdate, { commandId: commandId(), id, seen: 0, action })
    expect(stale.body).toMatchObject({ messageId: 'enquiry.changed' })
  })

  it('become a file without typing, once', async () => {
    const id = await enquire('Mondxq')
    const { studentIds, enquiry } = await done(id, { do: 'convert', places: [0] })
    expect(studentIds).toHaveLength(1)
    expect(enquiry).toMatchObject({
      status: 'applied',
      students: [{ student_id: studentIds[0], student_name: 'Sara Mondxq', status: 'new', place: 0 }],
    })
    expect((await act(id, { do: 'convert', places: [0] })).body).toMatchObject({ messageId: 'enquiry.not-allowed' })
  })

  it('leave nothing of what was done about them once they are erased, and are in no list', async () => {
    const id = await enquire('Wimbro')
    await done(id, { do: 'contact', channel: 'phone', isReached: true, note: 'Wimbro calls back' })
    const { link } = await done(id, { do: 'invite', place: 0, language: 'en' })
    const [, draftId = ''] = /student_admission\/([^#]+)#/.exec(link ?? '') ?? []
    const { reference } = await read(id)
    await staySignedIn(box)
    const erased = await call(box.app, head, eraseEnquiry, { id, reference, cause: 'family-asked' })
    expect(erased.status).toBe(200)
    const left = async (table: string, column: string, value: string) => {
      const of = sql`select 1 from ${sql.identifier(table)} where ${sql.identifier(column)} = ${value}`
      return (await box.db.owner.execute(of)).rows.length
    }
    expect(await left('enquiry_events', 'enquiry_id', id)).toBe(0)
    expect(await left('enquiry_invitations', 'enquiry_id', id)).toBe(0)
    expect(await left('form_drafts', 'id', draftId)).toBe(0)
    expect((await call(box.app, registrar, enquiryDetail, { id })).body).toMatchObject({
      messageId: 'request.not-found',
    })
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEvents } from '#server/features/audit/audit.table.ts'
import { both } from '#server/features/letters/templates/default-letters.service.ts'
import { writtenMail } from '#server/features/mail/written-mail.ts'
import { subscribers } from '#server/features/messaging/subscriptions/subscribe.table.ts'
import { runAdmissionClock } from '#server/features/overview/clock/admission-clock.service.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { minuteMs, toInstant } from '#shared/kernel/time.ts'
import { changeMany, checkMany, manyMessages, startMany } from '#shared/messaging/bulk-message.contract.ts'
import { messageLog } from '#shared/messaging/message-log.contract.ts'
import type { MessageText } from '#shared/messaging/student-message.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { makeApplicant, toldBy } from '#tests/support/records/messages-made.ts'
import { staySignedIn } from '#tests/support/records/offers-made.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const words: MessageText = {
  title: { en: 'Closed on Sunday', ar: 'إغلاق يوم الأحد' },
  paragraphs: [{ words: both('For {{student.name}}: closed.', 'بخصوص {{student.name}}: مغلق.'), isOptional: false }],
}

describe.each(engines)('one message to many families on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let registrar: Caller
  let officer: Caller

  beforeAll(async () => {
    box = await openBox(engine, { publicUrl: 'https://example.school' })
    alnoor = await makeSchool(box, 'alnoor')
    registrar = await signInAs(box, alnoor, 'registrar', ['registrar'])
    officer = await signInAs(box, alnoor, 'officer', ['admission-officer'])
    await staySignedIn(box)
  })
  afterAll(() => box.close())

  const family = async (email: string, more: Parameters<typeof makeApplicant>[2] = {}, language: 'en' | 'ar' = 'en') =>
    (await makeApplicant(box, alnoor, more, [{ email, language }])).student.id
  const asked = (ids: string[], more: object = {}) => ({ whom: { ids }, words, isNecessary: true, ...more })
  const check = async (ids: string[], more: object = {}) =>
    checkMany.reply.parse((await call(box.app, registrar, checkMany, asked(ids, more))).body)
  const start = async (ids: string[], commandId = crypto.randomUUID(), more: object = {}) => {
    const sending = { ...asked(ids, more), commandId: OpId.parse(commandId) }
    return startMany.reply.parse((await call(box.app, registrar, startMany, sending)).body).message
  }
  const change = async (id: string, manyDeed: 'stop' | 'resume' | 'withdraw') => {
    const { status, body } = await call(box.app, registrar, changeMany, { id, manyDeed })
    return status === 200 ? changeMany.reply.parse(body).message.state : body['messageId']
  }
  const latest = async () =>
    manyMessages.reply.parse((await call(box.app, registrar, manyMessages, {})).body).messages[0]
  /** Three servers at once, always. */
  const pass = async (ms = 0) => {
    box.clock.advance(ms + 1)
    await Promise.all([1, 2, 3].map(() => runAdmissionClock(box.deps, alnoor.schoolId)))
  }

  it('says who would get it and who not, and each guardian gets it once, of all their children', async () => {
    const ids = [
      await family('hind@many.example', { nameLatin: 'Sara' }),
      await family('HIND@many.example ', { nameLatin: 'Omar' }),
      await family('ahmad@many.example', { nameLatin: null, nameArabic: 'نورة' }, 'ar'),
      await family(''),
    ]
    const found = await check(ids)
    expect(found).toMatchObject({ students: 4, total: 2, joined: 1, leftCount: 1, left: [{ why: 'no-address' }] })
    expect(await toldBy(box, 'hind@many.example')).toEqual([])
    const command = crypto.randomUUID()
    const begun = await Promise.all([1, 2].map(() => start(ids, command)))
    expect(new Set(begun.map(({ id }) => id)).size).toBe(1)
    await pass(minuteMs)
    expect(await toldBy(box, 'hind@many.example')).toEqual([])
    await pass(minuteMs)
    await pass()
    const [mail, ...more] = await toldBy(box, 'hind@many.example')
    expect(more).toEqual([])
    expect(mail && writtenMail(mail, { en: 'Al Noor', ar: 'النور' }).text).toContain('Sara and Omar')
    const [theirs] = await toldBy(box, 'ahmad@many.example')
    const read = theirs && writtenMail(theirs, { en: 'Al Noor', ar: 'النور' })
    expect(read?.subject).toBe('إغلاق يوم الأحد')
    expect(read?.text).toContain('نورة')
    expect(await latest()).toMatchObject({ state: 'done', sent: 2, total: 2 })
    expect((await start(ids, command)).state).toBe('done')
    expect(await toldBy(box, 'hind@many.example')).toHaveLength(1)
    const { body } = await call(box.app, registrar, messageLog, { filter: { what: 'many', text: 'hind@many' } })
    expect(messageLog.reply.parse(body).entries).toMatchObject([{ kind: 'many', state: 'sent', students: [{}, {}] }])
    const acts = (await box.db.owner.select().from(auditEvents)).filter(({ what }) => what === 'many-messages-begun')
    expect(acts.map(({ facts }) => facts)).toEqual([{ count: 2, isNecessary: true }])
  })

  it('is taken back before it leaves, stopped and resumed, and asked for by whom it may', async () => {
    const ids = [await family('taken@many.example'), await family('back@many.example')]
    const { id } = await start(ids)
    expect(await change(id, 'withdraw')).toBe('withdrawn')
    await pass(10 * minuteMs)
    expect(await toldBy(box, 'taken@many.example')).toEqual([])
    expect([await change(id, 'resume'), await change(id, 'stop')]).toEqual(['message.over', 'message.over'])
    const second = await start(ids)
    expect(await change(second.id, 'stop')).toBe('stopped')
    await pass(10 * minuteMs)
    expect(await toldBy(box, 'back@many.example')).toEqual([])
    expect([await change(second.id, 'resume'), await change(second.id, 'resume')]).toEqual(['running', 'running'])
    await pass()
    expect(await toldBy(box, 'back@many.example')).toHaveLength(1)
    expect(await change(second.id, 'withdraw')).toBe('message.over')
    expect((await call(box.app, officer, checkMany, asked(ids))).body['messageId']).toBe('access.denied')
    const other = await makeSchool(box, 'manara')
    const theirs = await signInAs(box, other, 'registrar', ['registrar'])
    expect((await call(box.app, theirs, checkMany, asked(ids))).body['messageId']).toBe('request.not-found')
    expect((await call(box.app, theirs, changeMany, { id, manyDeed: 'stop' })).status).toBe(404)
  })

  it('what is no child’s business reaches only who wants news, also where they say no before it leaves', async () => {
    const ids = [await family('reads@many.example'), await family('none@many.example')]
    const now = toInstant(box.clock.nowMs())
    await box.db.owner.insert(subscribers).values({
      schoolId: alnoor.schoolId,
      id: crypto.randomUUID(),
      emailKey: 'reads@many.example',
      email: 'reads@many.example',
      language: 'en',
      state: 'confirmed',
      askedAt: now,
      confirmedAt: now,
    })
    const news = { isNecessary: false }
    expect(await check(ids, news)).toMatchObject({ total: 1, left: [{ why: 'no-consent' }] })
    await start(ids, crypto.randomUUID(), news)
    await pass(3 * minuteMs)
    expect(await toldBy(box, 'reads@many.example')).toHaveLength(1)
    expect(await toldBy(box, 'none@many.example')).toEqual([])
    await start(ids, crypto.randomUUID(), news)
    await box.db.owner.delete(subscribers)
    await pass(3 * minuteMs)
    expect(await toldBy(box, 'reads@many.example')).toHaveLength(1)
    expect(await latest()).toMatchObject({ state: 'done', sent: 0, leftCount: 1 })
  })

  it('whose words name what is not known of a child is told before, and goes to the others', async () => {
    const ids = [
      await family('known@many.example'),
      await family('lacks@many.example', { nameLatin: null, nameArabic: null }),
    ]
    expect(await check(ids)).toMatchObject({ total: 1, left: [{ why: 'missing', field: 'student.name' }] })
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tryLetter } from '#server/features/admissions/bulk-letters/job-letter.service.ts'
import { studentsOnPaper } from '#server/features/admissions/file/student-paper.service.ts'
import { auditEvents } from '#server/features/audit/audit.table.ts'
import { both, defaultLetters } from '#server/features/letters/templates/default-letters.service.ts'
import { paperSchool } from '#server/features/letters/templates/letter-school.service.ts'
import { writtenMail } from '#server/features/mail/written-mail.ts'
import { runAdmissionClock } from '#server/features/overview/clock/admission-clock.service.ts'
import type { MessageEvent } from '#shared/admissions/family-message.rules.ts'
import { messageTexts, previewMessage, saveMessageText } from '#shared/messaging/message-text.contract.ts'
import type { MessageText } from '#shared/messaging/student-message.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { makeApplicant, messagesSeen, toldBy } from '#tests/support/records/messages-made.ts'
import { staySignedIn } from '#tests/support/records/offers-made.ts'
import { commandOn, decide, fileOf, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const matchingText = (en: string, ar: string): MessageText => ({
  title: { en: 'News', ar: 'أخبار' },
  paragraphs: [{ words: both(en, ar), isOptional: false }],
})
const toList = { kind: 'move', to: 'waiting', reason: 'grade-full' } as const

describe.each(engines)('the words of messages, as a school writes them, on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let registrar: Caller
  let admin: Caller
  let officer: Caller

  beforeAll(async () => {
    box = await openBox(engine, { publicUrl: 'https://example.school' })
    alnoor = await makeSchool(box, 'alnoor')
    registrar = await signInAs(box, alnoor, 'registrar', ['registrar'])
    admin = await signInAs(box, alnoor, 'admin', ['admin'])
    officer = await signInAs(box, alnoor, 'officer', ['admission-officer'])
    await staySignedIn(box)
  })
  afterAll(() => box.close())

  const save = (by: Caller, event: MessageEvent, seen: number, words: MessageText | null) =>
    call(box.app, by, saveMessageText, { event, seen, words })
  const inForce = async (event: MessageEvent, by = officer) => {
    const { texts } = messageTexts.reply.parse((await call(box.app, by, messageTexts, {})).body)
    return texts.find((text) => text.event === event)
  }
  const step = async (id: string, change: Parameters<typeof commandOn>[1]) => {
    const { student } = await fileOf(box, registrar, id)
    box.clock.advance(1)
    return decide(box, registrar, commandOn({ id, revision: student.revision }, change))
  }
  const pass = async () => {
    box.clock.advance(1)
    await runAdmissionClock(box.deps, alnoor.schoolId)
  }
  const letterOf = (id: string, kind: 'waiting-list' | 'rejection') =>
    box.db.database.tenant(alnoor.schoolId, async (tx) => {
      const [student] = await studentsOnPaper(tx, alnoor.schoolId, [id])
      if (!student) throw new Error('nobody to write of')
      const school = await paperSchool(tx, alnoor.schoolId)
      const { fill } = await tryLetter(tx, {
        kind,
        student,
        school,
        template: defaultLetters[kind],
        familyMessages: box.deps.familyMessages,
        nowMs: box.clock.nowMs(),
      })
      return JSON.stringify(fill(null).letter)
    })
  const mailTo = async (email: string) => {
    const [mail] = await toldBy(box, email)
    return mail && writtenMail(mail, { en: 'Al Noor', ar: 'النور' })
  }

  it('begin as ours, get versions, refuse who is late, and go back', async () => {
    expect(await inForce('booked')).toMatchObject({ version: 0, isReady: true, setBy: null })
    const words = matchingText('Paid for {{student.name}}.', 'دُفع عن {{student.name}}.')
    expect((await save(officer, 'booked', 0, words)).body['messageId']).toBe('access.denied')
    const [first, again, late] = [
      await save(registrar, 'booked', 0, words),
      await save(registrar, 'booked', 0, words),
      await save(admin, 'booked', 0, matchingText('Mine', 'لي')),
    ]
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body).toEqual(first.body)
    expect(late).toMatchObject({ status: 409, body: { messageId: 'message.text-changed' } })
    expect(await inForce('booked')).toMatchObject({ version: 1, isReady: false, words })
    const raced = await Promise.all(
      [registrar, admin].map((by, no) => save(by, 'booked', 1, matchingText(`Words ${no}`, `نص ${no}`))),
    )
    expect(new Set(raced.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect((await save(admin, 'booked', 2, null)).status).toBe(200)
    expect(await inForce('booked')).toMatchObject({ version: 3, isReady: true })
    // The first command, when much has happened since, is answered as it was.
    expect((await save(registrar, 'booked', 0, words)).body).toEqual(first.body)
    const acts = (await box.db.owner.select().from(auditEvents)).filter(({ what }) => what === 'message-text-set')
    const facts = acts.map((act) => act.facts).toSorted((a, b) => Number(a['version']) - Number(b['version']))
    expect(facts).toEqual([1, 2, 3].map((version) => ({ event: 'booked', version })))
  })

  it('are refused unless both languages are whole and every field is one of a message', async () => {
    const half = matchingText('Hello', '  ')
    const sensitive = matchingText('By {{guardian.phone}}', 'على {{guardian.phone}}')
    const untitled = { ...matchingText('Hello', 'أهلًا'), title: { en: ' ', ar: 'أخبار' } }
    for (const words of [half, sensitive, untitled, { ...half, paragraphs: [] }]) {
      expect((await save(registrar, 'shortlisted', 0, words)).body['messageId']).toBe('request.invalid')
    }
    expect(await inForce('shortlisted')).toMatchObject({ version: 0 })
  })

  it('count for what is decided afterwards, and each message keeps by which it was written', async () => {
    const before = await makeApplicant(box, alnoor)
    await step(before.student.id, toList)
    await save(registrar, 'waiting', 0, matchingText('New words for {{student.name}}', 'نص جديد عن {{student.name}}'))
    const after = await makeApplicant(box, alnoor)
    await step(after.student.id, toList)
    await pass()
    expect((await mailTo(before.email))?.text).toContain('our waiting list')
    expect((await mailTo(after.email))?.text).toContain('New words for')
    const versions = await Promise.all(
      [before, after].map(async ({ student }) => (await messagesSeen(box, officer, student.id))[0]?.textVersion),
    )
    expect(versions).toEqual([0, 1])
  })

  it('that name what nobody knows wait, and leave by the words that mend them', async () => {
    const { student, email } = await makeApplicant(box, alnoor)
    await save(
      registrar,
      'shortlisted',
      0,
      matchingText('Number {{application.waitingPlace}}', 'الترتيب {{application.waitingPlace}}'),
    )
    await step(student.id, { kind: 'move', to: 'shortlisted' })
    await pass()
    const [waits] = await messagesSeen(box, officer, student.id)
    expect(waits).toMatchObject({ state: 'waiting', finding: { kind: 'missing', field: 'application.waitingPlace' } })
    await save(registrar, 'shortlisted', 1, matchingText('Mended', 'أُصلح'))
    await pass()
    expect((await mailTo(email))?.text).toContain('Mended')
    expect((await messagesSeen(box, officer, student.id))[0]).toMatchObject({ state: 'sent', textVersion: 2 })
  })

  it('say the place on the list, and why, where the school wants it', async () => {
    const place = matchingText('Number {{application.waitingPlace}}', 'الترتيب {{application.waitingPlace}}')
    await save(registrar, 'waiting', 1, place)
    const { student, email } = await makeApplicant(box, alnoor)
    await step(student.id, toList)
    await pass()
    expect((await mailTo(email))?.text).toMatch(/Number \D*\d/)
    expect(await letterOf(student.id, 'waiting-list')).toContain('stands at number')
    await save(registrar, 'refused', 0, matchingText('Because: {{application.reason}}', 'لأن: {{application.reason}}'))
    await step(student.id, { kind: 'move', to: 'rejected', outcome: 'refused-by-school', reason: 'no-seat' })
    box.clock.advance(25 * 3_600_000)
    await pass()
    expect((await mailTo(email))?.text).toContain('no seats are available')
    expect(await letterOf(student.id, 'rejection')).toContain('no seats are available')
    await save(registrar, 'refused', 1, null)
    expect(await letterOf(student.id, 'rejection')).not.toContain('no seats are available')
  })

  it('are looked at before they are saved: of a sample child, or of a student', async () => {
    const words = matchingText('Dear {{guardian.name}}: {{student.name}}', 'حضرة {{guardian.name}}: {{student.name}}')
    const look = async (studentId: string | null) => {
      const { status, body } = await call(box.app, officer, previewMessage, { words, studentId })
      return status === 200 ? previewMessage.reply.parse(body) : body['messageId']
    }
    const sample = JSON.stringify(await look(null))
    for (const part of ['Sara Al Mana', 'سارة المانع', '"missing":[]']) expect(sample).toContain(part)
    const { student } = await makeApplicant(box, alnoor, { nameLatin: 'Noora', nameArabic: null }, [
      { email: 'n@x.example' },
    ])
    expect(JSON.stringify(await look(student.id))).toContain('Noora')
    expect(await look(crypto.randomUUID())).toBe('request.not-found')
    const other = await makeSchool(box, 'manara')
    const stranger = await makeApplicant(box, other)
    expect(await look(stranger.student.id)).toBe('request.not-found')
  })
})

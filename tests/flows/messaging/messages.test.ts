import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEvents } from '#server/features/audit/audit.table.ts'
import { writtenMail } from '#server/features/mail/written-mail.ts'
import { runAdmissionClock } from '#server/features/overview/clock/admission-clock.service.ts'
import { studentChanges } from '#server/features/students/student-change.table.ts'
import { messageOfTransition } from '#shared/admissions/family-message.rules.ts'
import { dayMs, hourMs, toInstant } from '#shared/kernel/time.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { decideOn, makeApplicant, messageRows, messagesSeen, toldBy } from '#tests/support/records/messages-made.ts'
import { countSeats, kg1, mailsTo, offerTo, parseOfferDraft, staySignedIn } from '#tests/support/records/offers-made.ts'
import { paperSigned } from '#tests/support/records/scan-kit.ts'
import { commandOn, decide, fileOf, makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, openBox } from '#tests/support/server.ts'

const refusal = { kind: 'move', to: 'rejected', outcome: 'refused-by-school', reason: 'other', note: 'x' } as const
const toList = { kind: 'move', to: 'waiting', reason: 'other', note: 'x' } as const
const hold = { kind: 'move', to: 'on-hold', reason: 'visa', reviewOn: '2039-01-01' } as const

describe.each(engines)('what families are told of decisions on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let registrar: Awaited<ReturnType<typeof signInAs>>
  let head: typeof registrar
  let officer: typeof registrar

  beforeAll(async () => {
    box = await openBox(engine, { publicUrl: 'https://example.school' })
    alnoor = await makeSchool(box, 'alnoor')
    registrar = await signInAs(box, alnoor, 'registrar', ['registrar'])
    head = await signInAs(box, alnoor, 'head', ['head'])
    officer = await signInAs(box, alnoor, 'officer', ['admission-officer'])
    await staySignedIn(box)
    await countSeats(box, alnoor, kg1, 500)
  })
  afterAll(() => box.close())

  /** Three servers at once, always. */
  const pass = async (ms = 0) => {
    box.clock.advance(ms + 1)
    const done = await Promise.all([1, 2, 3].map(() => runAdmissionClock(box.deps, alnoor.schoolId)))
    return done.reduce((sum, { message }) => sum + message, 0)
  }
  const step = async (id: string, change: Parameters<typeof commandOn>[1], by = registrar) => {
    const { student } = await fileOf(box, by, id)
    box.clock.advance(1)
    return decide(box, by, commandOn({ id, revision: student.revision }, change))
  }

  it('a place on the list is told at once, in each reader’s language, to those who may sign and to nobody else', async () => {
    const guardians = [
      { name: 'Hind Al Mana', email: 'hind@list.example' },
      { name: 'أحمد المانع', email: 'Ahmad@list.example', language: 'ar' as const },
      { name: 'Twice', email: 'HIND@list.example' },
      { name: 'Uncle', email: 'uncle@list.example', may_sign: false },
    ]
    const { student } = await makeApplicant(box, alnoor, { nameArabic: 'سارة' }, guardians)
    await step(student.id, toList)
    expect([await toldBy(box, 'hind@list.example'), await pass()]).toEqual([[], 1])
    expect(await pass(48 * hourMs)).toBe(0)
    const [mother] = await toldBy(box, 'hind@list.example')
    const [father] = await toldBy(box, 'Ahmad@list.example')
    if (!mother || !father) throw new Error('somebody was not told')
    const [en, ar] = [mother, father].map((mail) => writtenMail(mail, { en: 'Al Noor', ar: 'النور' }))
    expect([en?.subject, ar?.subject]).toEqual(['Your child is on the waiting list', 'طفلكم في قائمة الانتظار'])
    expect(en?.text).toContain('Sara')
    expect(en?.text).toContain('https://alnoor.example.school')
    expect(ar?.text).toContain('حضرة ولي الأمر \u2068أحمد المانع\u2069')
    expect(ar?.html).toContain('dir="rtl"')
    expect([...(await toldBy(box, 'uncle@list.example')), ...(await toldBy(box, 'HIND@list.example'))]).toEqual([])
    const [seen] = await messagesSeen(box, officer, student.id)
    expect(seen).toMatchObject({ event: 'waiting', state: 'sent', textVersion: 0, finding: null, settledBy: null })
    expect(seen?.recipients.map(({ delivery }) => delivery)).toEqual(['queued', 'queued'])
  })

  it('a refusal cools for the school’s hours, and one that is taken back meanwhile is never told', async () => {
    const { student, email } = await makeApplicant(box, alnoor)
    await step(student.id, refusal)
    await pass(23 * hourMs)
    expect(await toldBy(box, email)).toEqual([])
    await pass(hourMs)
    expect(await toldBy(box, email)).toHaveLength(1)
    const other = await makeApplicant(box, alnoor)
    await step(other.student.id, refusal)
    const asked = await step(other.student.id, { kind: 'move', to: 'shortlisted', reason: 'other', note: 'x' })
    const proposalId = 'proposalId' in asked ? (asked.proposalId ?? '') : ''
    expect(await step(other.student.id, { kind: 'approve', proposalId }, head)).toHaveProperty('student')
    await pass(72 * hourMs)
    expect((await messageRows(box, other.student.id)).map(({ state }) => state)).toEqual(['overtaken'])
    expect(await toldBy(box, other.email)).toEqual([])
  })

  it('is stopped and sent with right and reason, once, and the record says so', async () => {
    const { student, email } = await makeApplicant(box, alnoor)
    await step(student.id, refusal)
    const [row] = await messageRows(box, student.id)
    const id = row?.id ?? ''
    expect(await decideOn(box, officer, id, 'stop')).toMatchObject({ refused: 'access.denied' })
    const command = crypto.randomUUID()
    expect(await decideOn(box, head, id, 'stop', command)).toMatchObject({ state: 'stopped', reason: 'The head asked' })
    expect(await decideOn(box, head, id, 'stop', command)).toMatchObject({ state: 'stopped' })
    expect(await decideOn(box, head, id, 'stop')).toMatchObject({ refused: 'message.over' })
    await pass(96 * hourMs)
    expect(await toldBy(box, email)).toEqual([])
    const sending = crypto.randomUUID()
    const both = await Promise.all([1, 2, 3].map(() => decideOn(box, registrar, id, 'send', sending)))
    for (const each of both) expect(each).toMatchObject({ state: 'sent' })
    expect(await toldBy(box, email)).toHaveLength(1)
    expect(await decideOn(box, registrar, id, 'stop')).toMatchObject({ refused: 'message.over' })
    const acts = (await box.db.owner.select().from(auditEvents)).filter(({ recordId }) => recordId === student.id)
    expect(acts.map(({ what }) => what).toSorted()).toEqual(['message-sent', 'message-stopped'])
  })

  it('offers tell for themselves, and a person who holds one for this child hears nothing else', async () => {
    const { student, email } = await makeApplicant(box, alnoor, { status: 'shortlisted', personId: null })
    const { emails } = await offerTo(box, registrar, student, parseOfferDraft())
    await step(student.id, refusal)
    expect(await step(student.id, { ...refusal, outcome: 'offer-rescinded' })).toMatchObject({ student: {} })
    const { proposals } = await fileOf(box, head, student.id)
    await step(student.id, { kind: 'approve', proposalId: proposals[0]?.id ?? '' }, head)
    await pass(72 * hourMs)
    expect(await mailsTo(box, emails[0] ?? '')).toEqual(['offer-link', 'offer-withdrawn'])
    expect([await messageRows(box, student.id), await toldBy(box, email)]).toEqual([[], []])
  })

  it('waits with a finding where nobody has an address, and goes by the signers of an offer where there was one', async () => {
    const { student } = await makeApplicant(box, alnoor, {}, [{ email: '' }])
    await step(student.id, toList)
    await pass(hourMs)
    const [row] = await messagesSeen(box, registrar, student.id)
    expect(row).toMatchObject({ state: 'waiting', finding: { kind: 'no-address' }, recipients: [] })
    expect(await decideOn(box, registrar, row?.id ?? '', 'send')).toMatchObject({ state: 'waiting' })
    const imported = await makeStudent(box, alnoor, { status: 'shortlisted' })
    const expiresOn = toInstant(box.clock.nowMs() + 10 * dayMs).slice(0, 10)
    const { done, emails } = await offerTo(box, registrar, imported, parseOfferDraft({ expiresOn }))
    expect(done).toHaveProperty('student')
    const { offers } = await fileOf(box, registrar, imported.id)
    const of = { student_id: imported.id, offerId: offers[0]?.id ?? '', signerId: offers[0]?.signers[0]?.id ?? '' }
    expect(await step(imported.id, await paperSigned(box, officer, of), officer)).toHaveProperty('student')
    expect(await toldBy(box, emails[0] ?? '')).toEqual([])
  })

  it('what a hold kept from leaving is told when it is over, and only then', async () => {
    const { student, email } = await makeApplicant(box, alnoor)
    const move = async (change: Parameters<typeof step>[1]) =>
      expect(await step(student.id, change)).toHaveProperty('student')
    await move({ kind: 'move', to: 'shortlisted' })
    await move(hold)
    expect(await pass(72 * hourMs)).toBe(0)
    await move({ kind: 'move', to: 'shortlisted' })
    await pass()
    await move(hold)
    await move({ kind: 'move', to: 'shortlisted' })
    await pass(72 * hourMs)
    expect(await toldBy(box, email)).toHaveLength(1)
  })

  it('whatever is decided, stopped and sent at once with the clock: at most one message for each decision, and the last state is told', async () => {
    const deed = fc.record({
      move: fc.nat(),
      isRepeated: fc.boolean(),
      also: fc.constantFrom('pass', 'stop', 'send', 'nothing'),
      ms: fc.constantFrom(0, hourMs, 25 * hourMs),
    })
    const walk = fc.asyncProperty(fc.array(deed, { minLength: 1, maxLength: 6 }), async (deeds) => {
      const { student, email } = await makeApplicant(box, alnoor)
      const { id } = student
      for (const { move, isRepeated, also, ms } of deeds) {
        const { student: now, moves } = await fileOf(box, registrar, id)
        const open = moves.filter(({ hindrances, says }) => hindrances.length === 0 && !says.includes('offer'))
        const chosen = open[move % Math.max(1, open.length)]
        if (!chosen) break
        const said = { reason: 'other', note: 'x', reviewOn: '2039-01-01' }
        const change = {
          kind: 'move' as const,
          to: chosen.to,
          ...said,
          ...(chosen.outcome && { outcome: chosen.outcome }),
        }
        const command = commandOn({ id, revision: now.revision }, change)
        const [last] = await messageRows(box, id)
        const beside = {
          pass: () => pass(ms),
          stop: () => decideOn(box, head, last?.id ?? id, 'stop'),
          send: () => decideOn(box, head, last?.id ?? id, 'send'),
          nothing: () => Promise.resolve(),
        }
        await Promise.all([
          decide(box, registrar, command),
          isRepeated && decide(box, registrar, command),
          beside[also](),
        ])
      }
      await pass(25 * hourMs)
      const rows = await messageRows(box, id)
      const sent = rows.filter(({ state }) => state === 'sent')
      expect(await toldBy(box, email)).toHaveLength(sent.length)
      expect(new Set(rows.map(({ changeId }) => changeId)).size).toBe(rows.length)
      expect(rows.filter(({ state }) => state === 'waiting')).toEqual([])
      const steps = (await box.db.owner.select().from(studentChanges).orderBy(studentChanges.revision)).filter(
        ({ studentId }) => studentId === id,
      )
      const lastStep = steps.at(-1)
      const lastRow = rows.find(({ changeId }) => changeId === lastStep?.id)
      if (lastRow) expect(['sent', 'stopped']).toContain(lastRow.state)
      else if (lastStep?.fromStatus && lastStep.fromStatus !== 'on-hold')
        expect(
          messageOfTransition({
            from: lastStep.fromStatus,
            to: lastStep.toStatus,
            outcome: lastStep.outcome,
            isNotifiedByOffer: false,
            superseded: null,
          }),
        ).toBeUndefined()
    })
    await fc.assert(walk, { numRuns: 12 })
  })
})

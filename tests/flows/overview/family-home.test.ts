import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { consentRequests } from '#server/features/consents/consent.table.ts'
import { users } from '#server/features/identity/sessions/auth.table.ts'
import { studentGuardians } from '#server/features/students/record/student-record.table.ts'
import { documentLink, openDocuments } from '#shared/documents/document-review.contract.ts'
import { appointmentLink, openAppointment } from '#shared/admissions/appointment-booking.contract.ts'
import { UserId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import type { Role } from '#shared/kernel/roles.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { familyHome, familyLetter, familyOpen } from '#shared/overview/family/family-home.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import {
  answerBy,
  countSeats,
  kg1,
  linkOf,
  offerTo,
  openOffer,
  parseOfferDraft,
  signs,
  step,
} from '#tests/support/records/offers-made.ts'
import { fileOf, makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('the home of a family on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let registrar: Caller

  beforeAll(async () => {
    box = await openBox(engine, { publicUrl: 'https://example.school' })
    alnoor = await makeSchool(box, 'alnoor')
    registrar = await signInAs(box, alnoor, 'registrar', ['registrar'])
    await countSeats(box, alnoor, kg1, 100)
  })
  afterAll(() => box.close())

  const person = async (name: string, roles: Role[] = ['family'], school = alnoor) => {
    const { userId, ...caller } = await signInAs(box, school, name, roles)
    const email = `${name}@home.example`
    await box.db.owner.update(users).set({ email }).where(eq(users.id, userId))
    return { userId, caller, email }
  }
  /** A shortlisted child whose mother has this address. */
  const child = async (email: string, status: 'new' | 'shortlisted' = 'shortlisted') => {
    const student = await makeStudent(box, alnoor, { status, nameLatin: 'Sara', nameArabic: 'سارة' })
    await box.db.owner.insert(studentGuardians).values({
      schoolId: alnoor.schoolId,
      id: crypto.randomUUID(),
      studentId: student.id,
      position: 0,
      nameLatin: 'Hind Al Mana',
      email: email.toUpperCase(),
      language: 'en',
      maySign: true,
    })
    box.clock.advance(1)
    return student
  }
  const homeOf = async (caller: Caller) => {
    const { status, body } = await call(box.app, caller, familyHome)
    expect(status, JSON.stringify(body)).toBe(200)
    return familyHome.reply.parse(body)
  }
  const stepsOf = async (caller: Caller) =>
    (await homeOf(caller)).children.map(({ steps }) => steps.map(({ step: name, state }) => `${name} ${state}`))
  const opens = async (caller: Caller, asked: Parameters<typeof familyOpen.body.parse>[0]) => {
    const { status, body } = await call(box.app, caller, familyOpen, familyOpen.body.parse(asked))
    return status === 200 ? familyOpen.reply.parse(body).path : String(body['messageId'])
  }
  const does = async (id: string, change: Parameters<typeof step>[3]) => {
    box.clock.advance(1)
    const { revision } = (await fileOf(box, registrar, id)).student
    return step(box, registrar, { id, revision }, change)
  }

  it('shows a child from the application on, and leads to what a mailed link opens, which goes on working', async () => {
    const hind = await person('hind')
    const student = await child(hind.email)
    expect(await stepsOf(hind.caller)).toEqual([['received done', 'decided now', 'signed later', 'place later']])
    const { emails } = await offerTo(
      box,
      registrar,
      student,
      parseOfferDraft({ signers: [{ name: 'Hind Al Mana', email: hind.email, language: 'en' }] }),
    )
    const mailed = await linkOf(box, emails[0] ?? '')
    expect(await stepsOf(hind.caller)).toEqual([
      ['received done', 'decided done', 'signed yours', 'deposit later', 'place later'],
    ])
    const home = await homeOf(hind.caller)
    const need = home.needs.find(({ kind }) => kind === 'offer')
    expect(need).toMatchObject({ studentId: student.id, until: '2030-03-13', startOn: '2030-09-01' })
    const path = await opens(hind.caller, { student_id: student.id, need: 'offer', id: need?.id })
    const own = /^\/offer-letter#token=(.+)$/.exec(path)?.[1] ?? ''
    for (const token of [own, mailed]) expect(await openOffer(box, hind.caller, token)).toMatchObject({ state: 'open' })
    await answerBy(box, { school: 'alnoor' }, own, signs)
    expect(await stepsOf(hind.caller)).toEqual([
      ['received done', 'decided done', 'signed done', 'deposit yours', 'place later'],
    ])
    const after = await homeOf(hind.caller)
    expect(after.needs.filter(({ kind }) => kind === 'deposit')).toMatchObject([{ amount: minor(100_000) }])
    const [letter] = after.children[0]?.letters ?? []
    expect(letter?.title.en).toMatch(/offer/i)
    // Nothing typesets here: it was found, which is more than a guessed one is.
    const pdf = (id: string) => call(box.app, hind.caller, familyLetter, { student_id: student.id, id })
    expect((await pdf(letter?.id ?? '')).body['messageId']).toBe('letter.not-made')
    expect((await pdf(crypto.randomUUID())).body['messageId']).toBe('request.not-found')
  })

  it('opens documents and appointments beside the links that were mailed', async () => {
    const maha = await person('maha')
    const student = await child(maha.email)
    const to = { guardian: 'Maha', email: maha.email, language: 'en' as const }
    await call(box.app, registrar, documentLink, { student_id: student.id, ...to })
    box.clock.advance(1)
    await call(box.app, registrar, appointmentLink, { student_id: student.id, appointmentKind: 'interview', ...to })
    const home = await homeOf(maha.caller)
    expect(home.needs.map(({ kind }) => kind).toSorted()).toEqual(['appointment', 'documents'])
    expect(home.children[0]?.steps.map(({ step: name, state }) => `${name} ${state}`)).toContain('met yours')
    expect(home.children[0]?.papers.every(({ state }) => state === 'missing')).toBe(true)
    for (const { kind, id } of home.needs) {
      const path = await opens(maha.caller, { student_id: student.id, need: kind, id })
      const token = /#token=(.+)$/.exec(path)?.[1] ?? ''
      const from = { school: 'alnoor' }
      const { status } = await (kind === 'documents'
        ? call(box.app, from, openDocuments, { token })
        : call(box.app, from, openAppointment, { token }))
      expect(status, kind).toBe(200)
    }
    const mailed = await linkOf(box, maha.email)
    expect((await call(box.app, { school: 'alnoor' }, openAppointment, { token: mailed })).status).toBe(200)
  })

  it('leads to consents that were given, to change or withdraw them, until staff end the link', async () => {
    const [salma, other] = [await person('salma'), await person('reem')]
    const student = await child(salma.email)
    const at = toInstant(box.clock.nowMs())
    const id = crypto.randomUUID()
    await box.db.owner.insert(consentRequests).values({
      schoolId: alnoor.schoolId,
      id,
      studentId: student.id,
      submissionId: null,
      subject: 'Sara',
      guardian: 'Salma',
      email: salma.email,
      language: 'en',
      purposes: ['photos'],
      tokenHash: 'of-the-mail',
      askedBy: UserId.parse(crypto.randomUUID()),
      askedAt: at,
      expiresAt: null,
      answeredAt: at,
    })
    expect((await homeOf(salma.caller)).children[0]?.consents).toEqual([{ id, answeredAt: at }])
    const asked = { student_id: student.id, need: 'consent', id }
    expect(await opens(salma.caller, asked)).toMatch(/^\/consent\/.+/)
    const [row] = await box.db.owner.select().from(consentRequests).where(eq(consentRequests.id, id))
    expect([row?.expiresAt, row?.besideHashes.length], 'it stays open to withdraw by').toEqual([null, 1])
    expect(await opens(other.caller, asked)).toBe('request.not-found')
    await box.db.owner.update(consentRequests).set({ revokedAt: at }).where(eq(consentRequests.id, id))
    expect((await homeOf(salma.caller)).children[0]?.consents).toEqual([])
    expect(await opens(salma.caller, asked)).toBe('request.not-found')
  })

  it('is nobody else’s: another family, a colleague, another school, and guessed ids get nothing', async () => {
    const [amal, other] = [await person('amal'), await person('other')]
    const student = await child(amal.email)
    const manara = await makeSchool(box, 'manara')
    const abroad = await person('amal', ['family'], manara)
    expect([(await homeOf(other.caller)).children, (await homeOf(abroad.caller)).children]).toEqual([[], []])
    const asked = { student_id: student.id, need: 'documents', id: student.id }
    expect([
      await opens(other.caller, asked),
      await opens(abroad.caller, asked),
      await opens(registrar, asked),
      await opens(amal.caller, { ...asked, id: crypto.randomUUID() }),
      await opens(amal.caller, { ...asked, need: 'offer' }),
      await opens(amal.caller, { ...asked, need: 'consent' }),
    ]).toEqual([
      'request.not-found',
      'request.not-found',
      'access.denied',
      'request.not-found',
      'request.not-found',
      'request.not-found',
    ])
    expect((await call(box.app, registrar, familyHome)).body['messageId']).toBe('access.denied')
  })

  it('tells of a refusal only once its message has left', async () => {
    const noor = await person('noor')
    const student = await child(noor.email)
    const refused = await does(student.id, {
      kind: 'move',
      to: 'rejected',
      outcome: 'refused-by-school',
      reason: 'no-seat',
    })
    expect('proposalId' in refused || 'student' in refused).toBe(true)
    const [seen] = (await homeOf(noor.caller)).children
    expect(seen?.stage).toBe('applying')
  })
})

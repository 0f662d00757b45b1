import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { submitScore } from '#shared/admissions/assessment.contract.ts'
import { takeCash } from '#shared/admissions/desk-cash.contract.ts'
import { provisionalNumber } from '#shared/admissions/desk-cash.rules.ts'
import { answerOffer, OfferPage } from '#shared/admissions/offers/offer-page.contract.ts'
import { setScoring } from '#shared/admissions/scoring.contract.ts'
import { studentUpdate } from '#shared/admissions/student-file.contract.ts'
import { documentDecide } from '#shared/documents/document-review.contract.ts'
import type { Endpoint } from '#shared/kernel/endpoint.ts'
import { minor } from '#shared/kernel/money.ts'
import { dayMs } from '#shared/kernel/time.ts'
import { eraseStudentProfile, saveStudentProfile, studentRecord } from '#shared/students/student-record.contract.ts'
import { allTables } from '#tests/support/checks/words-found.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { bring, commandFor } from '#tests/support/records/document-kit.ts'
import {
  countSeats,
  kg1,
  linkOf,
  offerTo,
  openOffer,
  parseOfferDraft,
  signs,
} from '#tests/support/records/offers-made.ts'
import { scoringBody } from '#tests/support/records/scoring-kit.ts'
import { commandOn, makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox, type Reply } from '#tests/support/server.ts'

const newId = () => crypto.randomUUID()

describe.each(engines)('a command that is sent again on %s', (engine) => {
  let box: Box
  let school: TestSchool
  let staff: Caller
  const family: Caller = { school: 'alnoor' }

  beforeAll(async () => {
    box = await openBox(engine)
    school = await makeSchool(box, 'alnoor')
    staff = await signInAs(box, school, 'mona', ['registrar', 'admission-officer', 'finance'])
    await countSeats(box, school, kg1, 500)
  })
  afterAll(() => box.close())

  /** What stands in every table but those that count calls. */
  const everything = async () => {
    const found: Record<string, unknown> = {}
    for (const name of await allTables(box)) {
      if (name === 'attempts') continue
      const { rows } = await box.db.owner.execute(
        sql`select count(*)::int as count, md5(string_agg(t::text, '' order by t::text)) as content from ${sql.identifier(name)} t`,
      )
      found[name] = rows[0]
    }
    return found
  }
  const recordOf = async (student_id: string) =>
    studentRecord.reply.parse((await call(box.app, staff, studentRecord, { student_id })).body)

  /** A command with its id, and the same id with something else. */
  interface Sent {
    to: Endpoint
    by: Caller
    body: object
    other: object
  }

  const decision = async (): Promise<Sent> => {
    const onHold = { kind: 'move', to: 'on-hold', reason: 'visa', reviewOn: '2030-03-09', note: 'waits' } as const
    const body = commandOn(await makeStudent(box, school), onHold)
    return { to: studentUpdate, by: staff, body, other: { ...body, change: { ...onHold, note: 'else' } } }
  }
  const record = async (): Promise<Sent> => {
    const { id } = await makeStudent(box, school)
    const { identity } = await recordOf(id)
    const body = { student_id: id, commandId: newId(), revision: 0, identity: { ...identity, nameLatin: 'Layla Omar' } }
    return { to: saveStudentProfile, by: staff, body, other: { ...body, identity } }
  }
  const begun = async (): Promise<Sent> => {
    const { identity } = await recordOf((await makeStudent(box, school)).id)
    const nobody = { ...identity, nameLatin: 'Noor Nair', entryYear: null, grade: null }
    const body = { student_id: newId(), commandId: newId(), revision: 0, begin: { language: 'en' }, identity: nobody }
    const other = { ...body, student_id: newId() }
    return { to: saveStudentProfile, by: staff, body, other }
  }
  const erased = async (): Promise<Sent> => {
    const { body: first } = await begun()
    await call(box.app, staff, saveStudentProfile, first)
    const { student_id } = first as { student_id: string }
    const body = { student_id, commandId: newId(), revision: 1 }
    return { to: eraseStudentProfile, by: staff, body, other: { ...body, revision: 2 } }
  }
  let receipts = 0
  const cash = async (): Promise<Sent> => {
    receipts += 1
    const body = {
      id: newId(),
      student_id: (await makeStudent(box, school)).id,
      paysFor: 'application-fee',
      offerId: null,
      amount: minor(20_000),
      currency: 'QAR',
      provisional: provisionalNumber('2K3M4F', receipts),
      takenAt: '2030-03-03T05:00:00.000Z',
      known: { received: minor(0), due: null, asOf: '2030-03-03T04:00:00.000Z' },
    }
    return { to: takeCash, by: staff, body, other: { ...body, amount: minor(1) } }
  }
  const answer = async (): Promise<Sent> => {
    box.clock.advance(1)
    const student = await makeStudent(box, school, { status: 'shortlisted', nameLatin: 'Sara Haddad' })
    const expiresOn = new Date(box.clock.nowMs() + 10 * dayMs).toISOString().slice(0, 10)
    const { emails } = await offerTo(box, staff, student, parseOfferDraft({ expiresOn }))
    const offerLetterToken = await linkOf(box, emails[0] ?? '')
    const page = OfferPage.parse(await openOffer(box, family, offerLetterToken))
    const body = { offerLetterToken, commandId: newId(), offerId: page.offer?.id, language: 'en', answer: signs }
    return { to: answerOffer, by: family, body, other: { ...body, language: 'ar' } }
  }
  const document = async (): Promise<Sent> => {
    const { id } = await makeStudent(box, school, { nationality: 'IN', grade: '5' })
    await bring(box, staff, id, 'passport')
    const said = { reason: 'unreadable', note: 'Please without glare' } as const
    const body = await commandFor(box, staff, id, ['passport', 'reject'], said)
    return { to: documentDecide, by: staff, body, other: { ...body, note: 'else' } }
  }
  let year = 2060
  const scores = async (): Promise<Sent> => {
    year += 1
    const published = { entryYear: year, grade: 'KG1', version: 0, body: scoringBody({ assessors: 2 }) }
    const { set } = setScoring.reply.parse((await call(box.app, staff, setScoring, published)).body)
    const student = await makeStudent(box, school, { status: 'shortlisted', entryYear: year })
    const found = { scores: { speaking: 7, settled: true, support: 'some' }, unmet: [], recommendation: 'admit' }
    const ids = { student_id: student.id, commandId: newId(), setId: set.id }
    const body = { ...ids, ...found, conditions: '', note: '' }
    return { to: submitScore, by: staff, body, other: { ...body, note: 'else' } }
  }

  const taken = { status: 400, body: { messageId: 'request.invalid', field: 'commandId' } }
  const answersOf = (replies: readonly Reply[]) => replies.map(({ status, body }) => ({ status, body }))

  describe.each([
    ['a decision', decision],
    ['a change of a record', record],
    ['a file that is begun', begun],
    ['a file that is erased', erased],
    ['cash', cash],
    ['an answer to an offer', answer],
    ['a decision on a document', document],
    ['scores', scores],
  ])('%s', (_name, make) => {
    it('is answered as before and changes nothing', async () => {
      const { to, by, body } = await make()
      const first = await call(box.app, by, to, body)
      expect(first.status).toBe(200)
      const before = await everything()
      box.clock.advance(1000)
      const again = [await call(box.app, by, to, body), await call(box.app, by, to, body)]
      expect(answersOf(again)).toEqual(answersOf([first, first]))
      expect(await everything()).toEqual(before)
    })

    it('is refused with anything else under its id, and changes nothing', async () => {
      const { to, by, body, other } = await make()
      expect((await call(box.app, by, to, body)).status).toBe(200)
      const before = await everything()
      expect(await call(box.app, by, to, other)).toMatchObject(taken)
      expect(await everything()).toEqual(before)
    })

    it('counts once where it arrives several times at once', async () => {
      const { to, by, body } = await make()
      const [first, ...rest] = await Promise.all(Array.from({ length: 4 }, () => call(box.app, by, to, body)))
      expect(first?.status).toBe(200)
      expect(answersOf(rest)).toEqual(rest.map(() => ({ status: first?.status, body: first?.body })))
      const before = await everything()
      expect((await call(box.app, by, to, body)).body).toEqual(first?.body)
      expect(await everything()).toEqual(before)
    })
  })
})

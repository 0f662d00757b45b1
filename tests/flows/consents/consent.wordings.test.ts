import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEvents } from '#server/features/audit/audit.table.ts'
import { consentRequests } from '#server/features/consents/consent.table.ts'
import { newsAnswers } from '#server/features/consents/news.service.ts'
import { customers } from '#server/features/pos/accounts/customer.table.ts'
import {
  type ConsentDefinition,
  consentDefinitions,
  publishConsentWording,
} from '#shared/consents/consent-definition.contract.ts'
import { consentWordings } from '#shared/consents/consent-request.contract.ts'
import { mailTo } from '#tests/support/account-kit.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { makeVisitor, type TestVisitor } from '#tests/support/forms/visitor-kit.ts'
import {
  askGuardian,
  decision,
  mailedToken,
  openBy,
  pageOf,
  publishConsents,
  signInAs,
} from '#tests/support/records/consent-kit.ts'
import { runAdmissionClock } from '#server/features/overview/clock/admission-clock.service.ts'
import { offerPurpose, publishWording } from '#server/features/consents/wording.service.ts'
import { CustomerId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { makeStudents } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const both = (text: string) => ({ en: text, ar: `${text} بالعربية` })

describe.each(engines)('wordings of consents on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let admin: Caller
  let officer: Caller
  let visitor: TestVisitor

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    await publishConsents(box, alnoor)
    await inSchool((tx) =>
      publishWording(
        tx,
        alnoor.schoolId,
        { purpose: 'news', isOffered: true, title: both('news'), wording: both('news'), otherwise: both('none') },
        toInstant(box.clock.nowMs()),
      ),
    )
    admin = await signInAs(box, alnoor, 'maha', ['admin'])
    officer = await signInAs(box, alnoor, 'omar', ['admission-officer'])
    visitor = await makeVisitor(box, alnoor, 16)
  })
  afterAll(() => box.close())

  const inSchool: <T>(
    work: (tx: Parameters<Parameters<Box['db']['database']['tenant']>[1]>[0]) => Promise<T>,
  ) => Promise<T> = (work) => box.db.database.tenant(alnoor.schoolId, work)
  const definitionsOf = async (caller = admin): Promise<ConsentDefinition[]> =>
    consentDefinitions.reply.parse((await call(box.app, caller, consentDefinitions)).body).definitions
  const definition = async (purpose: string) => (await definitionsOf()).find((each) => each.purpose === purpose)
  const publish = async (purpose: string, more: object = {}, caller = admin) => {
    box.clock.advance(1000)
    const seen = (await definition(purpose))?.versions[0]?.version
    const texts = { title: both(purpose), wording: both(`New: ${purpose}`), otherwise: both('Nothing changes') }
    const newWording = { purpose, seen, ...texts, again: 'nobody', lapsesOn: null, ...more }
    return call(box.app, caller, publishConsentWording, { newWording })
  }
  const settings = { publicUrl: 'https://schools.example' }
  const clockDeps = () => ({ ...box.deps, settings: { ...box.deps.settings, ...settings } })
  const askedAgain = async () => (await runAdmissionClock(clockDeps(), alnoor.schoolId)).consent
  const decide = (body: ReturnType<typeof decision>) => visitor.push([visitor.op('consent.decide', body)])

  it('keep every version, each with who published it and how many agree under it', async () => {
    const { request, token } = await askGuardian(box, officer)
    await openBy(box, visitor, token)
    await decide(decision(box, request.id, { photos: true }))
    expect((await publish('photos')).body).toEqual({ version: 2 })
    expect((await definition('photos'))?.versions).toMatchObject([
      { version: 2, wording: { en: 'New: photos' }, by: { en: 'maha' }, again: 'nobody', agreed: 0 },
      { version: 1, wording: { en: 'We may: photos' }, by: null, agreed: 1 },
    ])
    const events = await inSchool((tx) => tx.select().from(auditEvents))
    const published = events.filter(({ what }) => what === 'consent-wording-published')
    expect(published.map(({ facts }) => facts)).toEqual([{ purpose: 'photos', version: 2, again: 'nobody' }])
    expect(await askedAgain()).toBe(0)
  })

  it('tell the second of two administrators, and answer the same once more', async () => {
    const seen = (await definition('trips'))?.versions[0]?.version
    expect((await publish('trips', { seen })).body).toEqual({ version: 2 })
    expect((await publish('trips', { seen })).body).toEqual({ version: 2 })
    const late = await publish('trips', { seen, wording: both('Mine') })
    expect([late.status, late.body.messageId]).toEqual([409, 'settings.changed'])
    expect((await publish('unknown', { seen: 1 })).body.messageId).toBe('request.not-found')
    expect((await publish('trips', {}, officer)).body.messageId).toBe('access.denied')
  })

  it('for new families only: who was asked before goes on seeing the earlier wording', async () => {
    const before = await askGuardian(box, officer)
    expect((await publish('trips', { again: 'new', wording: both('For newcomers') })).status).toBe(200)
    const after = await askGuardian(box, officer)
    const shown = async (token: string) =>
      pageOf(await openBy(box, visitor, token)).wordings.find(({ purpose }) => purpose === 'trips')?.wording.en
    expect(await shown(before.token)).toBe('New: trips')
    expect(await shown(after.token)).toBe('For newcomers')
    const { body } = await call(box.app, officer, consentWordings, {})
    expect(JSON.stringify(body)).toContain('For newcomers')
  })

  it('for everyone who agreed: each gets a new link once, and an agreement not given again lapses on its day', async () => {
    const { request, token, email } = await askGuardian(box, officer, { purposes: ['news'] })
    const refusing = await askGuardian(box, officer, { purposes: ['news'] })
    await openBy(box, visitor, token)
    await openBy(box, visitor, refusing.token)
    await decide(decision(box, request.id, { news: true }))
    await decide(decision(box, refusing.request.id, { news: false }))
    const wants = (today: string) => inSchool((tx) => newsAnswers(tx, alnoor.schoolId, [email], today))
    const lapsesOn = '2030-04-01'
    expect((await publish('news', { again: 'everyone', lapsesOn })).status).toBe(200)
    expect([...(await wants('2030-03-31'))]).toEqual([[email, true]])
    expect([...(await wants(lapsesOn))]).toEqual([])
    box.clock.advance(1000)
    expect(await askedAgain()).toBe(1)
    expect(await askedAgain()).toBe(0)
    const renewed = await mailedToken(box, email)
    expect(renewed).not.toBe(token)
    expect((await mailTo(box, email)).links).toEqual([`https://alnoor.schools.example/consent/${renewed}?lng=ar`])
    expect(pageOf(await openBy(box, visitor, token)).wordings).toMatchObject([{ version: 2 }])
    const page = pageOf(await openBy(box, visitor, renewed))
    expect(page.wordings).toMatchObject([{ version: 2, wording: { en: 'New: news' } }])
    const [row] = await inSchool((tx) => tx.select().from(consentRequests).where(eq(consentRequests.id, request.id)))
    expect(row?.askedAgainAt).not.toBeNull()
  })

  it('for everyone, but nobody is asked for a closed or erased file, a pupil who has left, or what is not offered', async () => {
    const [open, closed, erased] = await makeStudents(box, alnoor, 3, (no) => ({
      status: no === 1 ? 'rejected' : 'confirmed',
      erasedAt: no === 2 ? toInstant(box.clock.nowMs()) : null,
    }))
    const pupil = { allergens: [], diet: [], overdraft: minor(0), active: true, version: 1, className: '1A' }
    const leftOn = { past: '2030-01-31', later: '2031-06-30' }
    const pupils = Object.fromEntries(Object.keys(leftOn).map((when) => [when, CustomerId.parse(crypto.randomUUID())]))
    await inSchool((tx) =>
      tx.insert(customers).values(
        Object.entries(leftOn).map(([when, day]) => ({
          ...pupil,
          schoolId: alnoor.schoolId,
          admissionNo: when,
          name: both(when),
          id: CustomerId.parse(pupils[when]),
          leftOn: day,
        })),
      ),
    )
    const about = [
      { studentId: open?.id, asked: true },
      { studentId: closed?.id, asked: false },
      { studentId: erased?.id, asked: false },
      { customerId: pupils.later, asked: true },
      { customerId: pupils.past, asked: false },
      { asked: true },
    ]
    const emails = new Map<string, boolean>()
    for (const { asked, ...of } of about) {
      const { request, token, email } = await askGuardian(box, officer, { purposes: ['photos'] })
      await openBy(box, visitor, token)
      const version = (await definition('photos'))?.versions[0]?.version ?? 0
      const answers = [{ purpose: 'photos', version, agrees: true }]
      await decide({ ...decision(box, request.id, {}), answers })
      const isThis = eq(consentRequests.id, request.id)
      if (Object.keys(of).length > 0) await inSchool((tx) => tx.update(consentRequests).set(of).where(isThis))
      emails.set(email, asked)
    }
    expect((await publish('photos', { again: 'everyone' })).status).toBe(200)
    await inSchool((tx) => offerPurpose(tx, alnoor.schoolId, 'photos', false))
    box.clock.advance(1000)
    expect(await askedAgain()).toBe(0)
    await inSchool((tx) => offerPurpose(tx, alnoor.schoolId, 'photos', true))
    await askedAgain()
    const rows = await inSchool((tx) => tx.select().from(consentRequests))
    const asked = rows.filter(({ email }) => emails.has(email)).map((row) => [row.email, row.askedAgainAt !== null])
    expect(new Map(asked as [string, boolean][])).toEqual(emails)
  })

  it('refuse a lapse in the past, one without asking everyone, and asking again about faces', async () => {
    const past = await publish('photos', { again: 'everyone', lapsesOn: '2030-01-01' })
    expect(past.body).toMatchObject({ messageId: 'request.invalid', field: 'newWording.lapsesOn' })
    const idle = await publish('photos', { lapsesOn: '2031-01-01' })
    expect(idle.body).toMatchObject({ messageId: 'request.invalid', field: 'newWording.lapsesOn' })
    const faces = await publish('faces', { again: 'everyone' })
    expect(faces.body).toMatchObject({ messageId: 'request.invalid', field: 'newWording.again' })
  })
})

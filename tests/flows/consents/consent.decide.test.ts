import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  consentActs,
  consentDecisions,
  consentOpenings,
  consentRequests,
} from '#server/features/consents/consent.table.ts'
import { publishWording } from '#server/features/consents/wording.service.ts'
import { standingOf } from '#shared/consents/consent.rules.ts'
import { endConsentLink } from '#shared/consents/consent-request.contract.ts'
import { dayMs, toInstant } from '#shared/kernel/time.ts'
import { pushOps } from '#shared/sync/sync.contract.ts'
import { mailTo, shapeOf } from '#tests/support/account-kit.ts'
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
import { type Box, type Caller, call, logged, openBox } from '#tests/support/server.ts'

describe.each(engines)('a guardian who decides on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let officer: Caller
  let visitor: TestVisitor
  let tests = 0

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    await publishConsents(box, alnoor)
    await publishConsents(box, await makeSchool(box, 'manara'))
  })
  beforeEach(async () => {
    tests += 1
    // Time passes in these tests, and a session is over by then.
    officer = await signInAs(box, alnoor, `officer${tests}`, ['admission-officer'])
    visitor = await makeVisitor(box, alnoor, 8)
  })
  afterAll(() => box.close())

  const decide = async (body: ReturnType<typeof decision>, by = visitor) => {
    const { body: reply } = await by.push([by.op('consent.decide', body)])
    return pushOps.reply.parse(reply).results[0]
  }
  const actsOf = (requestId: string) =>
    box.db.owner.select().from(consentActs).where(eq(consentActs.requestId, requestId))
  const over = { status: 410, body: { messageId: 'link.over' } }

  it('is shown each purpose with its wording, and one decision for each is kept with its evidence', async () => {
    const { request, token, email } = await askGuardian(box, officer)
    const from = { address: '203.0.113.9', headers: { 'user-agent': 'Mozilla/5.0 (iPhone; Mobile)' } }
    const page = pageOf(await openBy(box, visitor, token, from))
    expect(page).toMatchObject({ requestId: request.id, subject: 'Sara', guardian: 'Hind', acts: [] })
    expect(page.wordings.map(({ purpose, version }) => [purpose, version])).toEqual([
      ['photos', 1],
      ['trips', 1],
    ])
    expect(await decide(decision(box, request.id, { photos: true, trips: false }))).toMatchObject({
      outcome: 'applied',
    })
    const [act] = await actsOf(request.id)
    expect(act).toMatchObject({ language: 'ar', counts: true, signature: { kind: 'typed', name: 'Hind Al Mana' } })
    const [opening] = await box.db.owner.select().from(consentOpenings).where(eq(consentOpenings.requestId, request.id))
    expect(opening).toMatchObject({ agent: 'phone', language: 'ar', senderId: visitor.keys.deviceId })
    expect(JSON.stringify([act, opening])).not.toMatch(/203\.0\.113/)
    expect(pageOf(await openBy(box, visitor, token)).acts).toMatchObject([
      {
        signedBy: 'typed',
        answers: [
          { purpose: 'photos', agrees: true },
          { purpose: 'trips', agrees: false },
        ],
      },
    ])
    expect(await mailTo(box, email)).toMatchObject({ template: 'consent-received', language: 'ar' })
    // The link lives on, to withdraw by.
    box.clock.advance(400 * dayMs)
    expect(pageOf(await openBy(box, visitor, token)).acts).toHaveLength(1)
  })

  it('withdraws by the same link, without a signature, and the later decision holds', async () => {
    const { request, token } = await askGuardian(box, officer)
    await openBy(box, visitor, token)
    await decide(decision(box, request.id, { photos: true, trips: true }))
    box.clock.advance(1000)
    const withdrawn = decision(box, request.id, { photos: false }, { signature: null })
    expect(await decide(withdrawn)).toMatchObject({ outcome: 'applied' })
    const { acts } = pageOf(await openBy(box, visitor, token))
    expect(standingOf(acts).map(({ purpose, agrees }) => [purpose, agrees])).toEqual([
      ['photos', false],
      ['trips', true],
    ])
    expect(acts).toHaveLength(2)
  })

  it('counts once when it comes twice, and nothing that was decided can be changed or taken away', async () => {
    const { request, token } = await askGuardian(box, officer)
    await openBy(box, visitor, token)
    const op = visitor.op('consent.decide', decision(box, request.id, { photos: true }))
    await visitor.push([op])
    expect(pushOps.reply.parse((await visitor.push([op])).body).results).toMatchObject([{ outcome: 'duplicate' }])
    expect(await actsOf(request.id)).toHaveLength(1)
    const touched = await box.db.database.tenant(alnoor.schoolId, async (tx) => [
      await tx.update(consentDecisions).set({ agrees: false }).returning({ id: consentDecisions.actId }),
      await tx.delete(consentActs).returning({ id: consentActs.id }),
      await tx.delete(consentOpenings).returning({ id: consentOpenings.requestId }),
    ])
    expect(touched).toEqual([[], [], []])
  })

  it('lets a decision of an earlier hour that arrives late give way to the later one', async () => {
    const { request, token } = await askGuardian(box, officer)
    const phone = visitor
    const laptop = await makeVisitor(box, alnoor, 2)
    await openBy(box, phone, token)
    await openBy(box, laptop, token)
    box.clock.advance(60_000)
    const onPhone = decision(box, request.id, { photos: true })
    box.clock.advance(60_000)
    await decide(decision(box, request.id, { photos: false }), laptop)
    box.clock.advance(60_000)
    await decide(onPhone, phone)
    // A clock that is set to another year moves nothing before what the same browser decided, nor into the future.
    await decide(decision(box, request.id, { trips: true }, { decidedAt: '2090-01-01T00:00:00.000Z' }), phone)
    box.clock.advance(1000)
    await decide(decision(box, request.id, { trips: false }, { decidedAt: '2001-01-01T00:00:00.000Z' }), phone)
    const { acts } = pageOf(await openBy(box, phone, token))
    expect(Object.fromEntries(standingOf(acts).map((each) => [each.purpose, each.agrees]))).toEqual({
      photos: false,
      trips: false,
    })
    expect(acts.every(({ decidedAt }) => decidedAt <= toInstant(box.clock.nowMs()))).toBe(true)
  })

  it('is refused what was not asked, what was not opened, and agreeing without a signature', async () => {
    const { request, token } = await askGuardian(box, officer)
    const other = await askGuardian(box, officer)
    await openBy(box, visitor, token)
    const drawn = (strokes: number[][]) => ({ signature: { kind: 'drawn', strokes } })
    const bad = [
      decision(box, request.id, { faces: true }),
      decision(box, request.id, { photos: true }, { signature: null }),
      decision(box, other.request.id, { photos: true }),
      { ...decision(box, request.id, {}), answers: [{ purpose: 'photos', version: 9, agrees: true }] },
      decision(box, request.id, { photos: true }, drawn([Array.from({ length: 6002 }, () => 1)])),
      decision(box, request.id, { photos: true }, drawn([[0, 0, 5000, 1]])),
    ]
    for (const body of bad) expect(await decide(body)).toMatchObject({ outcome: 'invalid' })
    expect(await actsOf(request.id)).toEqual([])
    const line = Array.from({ length: 6000 }, (_, i) => i % 1000)
    expect(await decide(decision(box, request.id, { photos: true }, drawn([line])))).toMatchObject({
      outcome: 'applied',
    })
  })

  it('signs with no name that reads as another: turned round, or with characters that show nothing', async () => {
    const { request, token } = await askGuardian(box, officer)
    await openBy(box, visitor, token)
    for (const name of ['Hind\u202e Al Mana', 'Hind\u0007', 'Hind\u200b', 'Hind\nAl Mana']) {
      const signed = decision(box, request.id, { photos: true }, { signature: { kind: 'typed', name } })
      expect(await decide(signed), JSON.stringify(name)).toMatchObject({ outcome: 'invalid' })
    }
    expect(await actsOf(request.id)).toEqual([])
  })

  it('keeps a script and turned-round letters in a name as what they are: letters', async () => {
    const { request, token } = await askGuardian(box, officer, { subject: '<script>alert(1)</script>\u202e' })
    expect(pageOf(await openBy(box, visitor, token)).subject).toBe('<script>alert(1)</script>')
    const name = '<img src=x onerror=alert(1)>'
    await decide(decision(box, request.id, { photos: true }, { signature: { kind: 'typed', name } }))
    expect((await actsOf(request.id))[0]?.signature).toEqual({ kind: 'typed', name })
  })

  it('says the same of every link that opens nothing, and writes no token down', async () => {
    const { request, token } = await askGuardian(box, officer)
    const late = await askGuardian(box, officer)
    const replies = [
      await openBy(box, visitor, `${token}x`),
      await openBy(box, visitor, ''),
      await openBy(box, visitor, "' or 1=1 --"),
      await openBy(box, visitor, 'ض'.repeat(2000)),
      await openBy(box, visitor, token, { school: 'manara' }),
    ]
    expect((await openBy(box, visitor, token)).status).toBe(200)
    await call(box.app, officer, endConsentLink, { id: request.id, again: false })
    replies.push(await openBy(box, visitor, token))
    box.clock.advance(61 * dayMs)
    replies.push(await openBy(box, visitor, late.token))
    for (const reply of replies) expect(reply).toMatchObject(over)
    expect(new Set(replies.map((reply) => JSON.stringify(shapeOf(reply)))).size).toBe(1)
    const rows = JSON.stringify([
      await box.db.owner.select().from(consentRequests),
      await box.db.owner.select().from(consentOpenings),
    ])
    for (const secret of [token, late.token]) {
      expect(rows).not.toContain(secret)
      expect(JSON.stringify(box.log)).not.toContain(secret)
    }
    expect(logged(box)).not.toMatch(/Sara|Hind/)
  })

  it('whose link is ended, what still arrives by it is kept for staff, changes nothing, and is not called received', async () => {
    const { request, token, email } = await askGuardian(box, officer)
    await openBy(box, visitor, token)
    await call(box.app, officer, endConsentLink, { id: request.id, again: false })
    const verdict = await decide(decision(box, request.id, { photos: true }))
    expect(verdict).toMatchObject({ outcome: 'applied', flags: expect.arrayContaining(['link-over']) })
    expect(await actsOf(request.id)).toMatchObject([{ counts: false }])
    expect(await mailTo(box, email)).toMatchObject({ template: 'consent-uncounted', language: 'ar' })
    await decide(decision(box, request.id, { photos: false }, { signature: null }))
    expect((await actsOf(request.id)).map(({ counts }) => counts)).toEqual([false, false])
  })

  it('who knows only a link that was sent again refuses and withdraws by it; agreeing is told not to count', async () => {
    const { request, token, email } = await askGuardian(box, officer)
    await openBy(box, visitor, token)
    await decide(decision(box, request.id, { photos: true }))
    box.clock.advance(1)
    await call(box.app, officer, endConsentLink, { id: request.id, again: true })
    const renewed = await mailedToken(box, email)
    const holds = async () => {
      const { acts } = pageOf(await openBy(box, await makeVisitor(box, alnoor), renewed))
      return Object.fromEntries(standingOf(acts).map(({ purpose, agrees }) => [purpose, agrees]))
    }
    box.clock.advance(1000)
    const withdrawn = await decide(decision(box, request.id, { photos: false }, { signature: null }))
    expect(withdrawn).toMatchObject({ outcome: 'applied' })
    expect(withdrawn?.flags ?? []).not.toContain('link-over')
    expect(await holds()).toEqual({ photos: false })
    expect(await mailTo(box, email)).toMatchObject({ template: 'consent-received' })
    box.clock.advance(1000)
    const mixed = await decide(decision(box, request.id, { photos: true, trips: false }))
    expect(mixed).toMatchObject({ flags: expect.arrayContaining(['link-over']) })
    expect(await holds()).toEqual({ photos: false, trips: false })
    expect(await mailTo(box, email)).toMatchObject({ template: 'consent-partly' })
    box.clock.advance(1000)
    await decide(decision(box, request.id, { trips: true }))
    expect(await holds()).toEqual({ photos: false, trips: false })
    expect(await mailTo(box, email)).toMatchObject({ template: 'consent-uncounted' })
  })

  it('decided before the link ran out and without a network: it counts', async () => {
    const { request, token } = await askGuardian(box, officer)
    await openBy(box, visitor, token)
    const body = decision(box, request.id, { photos: true })
    box.clock.advance(61 * dayMs)
    await decide(body)
    expect(await actsOf(request.id)).toMatchObject([{ counts: true }])
    expect((await openBy(box, visitor, token)).status).toBe(200)
  })

  it('sees the wording of today, and keeps the version that was shown', async () => {
    const { request, token } = await askGuardian(box, officer)
    await openBy(box, visitor, token)
    await box.db.database.tenant(alnoor.schoolId, (tx) => {
      const text = { en: 'New', ar: 'جديد' }
      const wording = { purpose: 'photos', isOffered: true, title: text, wording: text, otherwise: text }
      return publishWording(tx, alnoor.schoolId, wording, toInstant(box.clock.nowMs()))
    })
    const shown = pageOf(await openBy(box, visitor, token)).wordings.find(({ purpose }) => purpose === 'photos')
    expect(shown).toMatchObject({ version: 2, wording: { en: 'New' } })
    await decide(decision(box, request.id, { photos: true }))
    expect(pageOf(await openBy(box, visitor, token)).acts).toMatchObject([{ answers: [{ version: 1 }] }])
  })

  it('lets nobody try links without end', async () => {
    for (let i = 0; i < 300; i += 1) await openBy(box, visitor, 'x', { address: '198.51.100.77' })
    expect(await openBy(box, visitor, 'x', { address: '198.51.100.77' })).toMatchObject({ status: 429 })
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { offerScans } from '#server/features/admissions/offers/offer-scan.table.ts'
import { scanBytes } from '#shared/admissions/offers/offer-scan.rules.ts'
import type { Role } from '#shared/kernel/roles.ts'
import { auditList } from '#shared/overview/audit.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { type Change, outcomeOf, stepNow } from '#tests/support/records/decisions-made.ts'
import { paper } from '#tests/support/records/document-kit.ts'
import {
  answerBy,
  countSeats,
  declines,
  kg1,
  linkOf,
  offerTo,
  parseOfferDraft,
} from '#tests/support/records/offers-made.ts'
import { bringScan, paperSigned, readScan } from '#tests/support/records/scan-kit.ts'
import { commandOn, decide, fileOf, makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('an offer that is signed on paper on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  const callers: Record<string, Caller> = {}
  const as = (name: string): Caller => {
    const caller = callers[name]
    if (!caller) throw new Error(`nobody is called ${name}`)
    return caller
  }

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    const roles = ['registrar', 'head', 'admission-officer', 'finance', 'auditor', 'admin'] as const satisfies Role[]
    for (const role of roles) callers[role] = await signInAs(box, alnoor, role, [role])
    callers['stranger'] = await signInAs(box, await makeSchool(box, 'manara'), 'stranger', ['admin'])
    await countSeats(box, alnoor, kg1, 100)
  })
  afterAll(() => box.close())

  /** A student with an offer that is out, for two to sign. */
  const offered = async () => {
    box.clock.advance(1)
    const made = await makeStudent(box, alnoor, { status: 'shortlisted', nameLatin: 'Sara Haddad' })
    const signers = parseOfferDraft().signers.concat(parseOfferDraft().signers)
    const { emails } = await offerTo(box, as('registrar'), made, parseOfferDraft({ signers }))
    const [offer] = (await fileOf(box, as('registrar'), made.id)).offers
    const [one, other] = (offer?.signers ?? []).map(({ id }) => ({
      student_id: made.id,
      offerId: offer?.id ?? '',
      signerId: id,
    }))
    if (!one || !other) throw new Error('two sign')
    return { id: made.id, emails, one, other }
  }
  type Of = Awaited<ReturnType<typeof offered>>['one']
  const does = async (who: string, id: string, change: Change) => outcomeOf(await stepNow(box, as(who), id, change))
  const signed = ({ offerId, signerId }: Of, scanId?: string) =>
    ({ kind: 'paper-signature', offerId, signerId, ...(scanId && { scanId }) }) as const

  it('counts only with the scan of that very paper, and stands beside the signature with who wrote it down', async () => {
    const { id, one, other } = await offered()
    const officer = as('admission-officer')
    const missing = 'offer.scan-missing'
    expect(await does('admission-officer', id, signed(one))).toBe(missing)
    expect(await does('admission-officer', id, signed(one, crypto.randomUUID()))).toBe(missing)
    const of = paper('jpeg', 'of the other', 'other.jpg')
    expect(await bringScan(box, officer, other, of)).toBe('complete')
    expect(await does('admission-officer', id, signed(one, of.ref.fileId))).toBe(missing)
    const elsewhere = await offered()
    const theirs = paper('pdf', 'of another child')
    expect(await bringScan(box, officer, elsewhere.one, theirs)).toBe('complete')
    expect(await does('admission-officer', id, signed(one, theirs.ref.fileId))).toBe(missing)
    expect((await fileOf(box, officer, id)).offers[0]?.answers).toEqual([])

    expect(await does('admission-officer', id, await paperSigned(box, officer, one))).toBe('offer-out')
    expect(await does('registrar', id, signed(other, of.ref.fileId))).toBe('accepted')
    const [first, last] = (await fileOf(box, as('auditor'), id)).offers[0]?.signers ?? []
    expect([first?.paper?.by.name.en, last?.paper?.by.name.en]).toEqual(['admission-officer', 'registrar'])
    expect([first?.signedAt, last?.signedAt]).not.toContain(null)
    const scanId = last?.paper?.scanId ?? ''
    expect(scanId).toBe(of.ref.fileId)
    for (const who of ['admission-officer', 'head', 'auditor'])
      expect(await readScan(box, as(who), id, scanId)).toContain('of the other')
    expect(await readScan(box, as('finance'), id, scanId)).toBe('access.denied')
    expect(await readScan(box, as('stranger'), id, scanId)).toBe('request.not-found')
    expect(await readScan(box, officer, elsewhere.id, scanId)).toBe('request.not-found')
    const { body } = await call(box.app, as('auditor'), auditList, { filter: { group: 'students' }, limit: 200 })
    const facts = auditList.reply.parse(body).entries.filter(({ what }) => what === 'paper-signature')
    expect(facts.map((entry) => entry.facts)).toEqual([
      { version: 1, format: 'jpeg' },
      { version: 1, format: 'pdf' },
    ])
  })

  it('takes only what can be looked at, of a size, while the offer may be answered; and by whom it may', async () => {
    const { id, emails, one, other } = await offered()
    const officer = as('admission-officer')
    const large = paper('pdf')
    const tooLarge = { ...large, ref: { ...large.ref, bytes: scanBytes + 1 } }
    expect(await bringScan(box, officer, one, tooLarge)).toBe('document.too-large')
    expect(await bringScan(box, officer, one, paper('pdf', '/JavaScript (app.alert)'))).toBe('refused')
    const lying = paper('png')
    expect(await bringScan(box, officer, one, { ...lying, ref: { ...lying.ref, kind: 'pdf' } })).toBe('refused')
    expect(await does('admission-officer', id, signed(one, lying.ref.fileId))).toBe('offer.scan-missing')
    for (const who of ['finance', 'head', 'auditor'])
      expect(await bringScan(box, as(who), one, paper('pdf'))).toBe('access.denied')
    expect(await bringScan(box, as('stranger'), one, paper('pdf'))).toBe('request.not-found')
    expect(await bringScan(box, officer, { ...one, signerId: crypto.randomUUID() }, paper('pdf'))).toBe(
      'request.not-found',
    )
    // A file belongs to the signature that it was sent for.
    const sent = paper('webp')
    expect(await bringScan(box, officer, one, sent)).toBe('complete')
    expect(await bringScan(box, officer, one, sent)).toBe('complete')
    expect(await bringScan(box, officer, other, sent)).toBe('request.invalid')
    await answerBy(box, { school: 'alnoor' }, await linkOf(box, emails[0] ?? ''), declines)
    expect(await bringScan(box, officer, one, paper('pdf'))).toBe('offer.over')
    expect(await does('admission-officer', id, signed(one, sent.ref.fileId))).toBe('offer.over')
  })

  it('is answered as before when the same command comes again, and its scan can be neither changed nor taken away', async () => {
    const { id, one } = await offered()
    const { student } = await fileOf(box, as('registrar'), id)
    const change = await paperSigned(box, as('registrar'), one)
    const command = commandOn({ id, revision: student.revision }, change)
    const done = await decide(box, as('registrar'), command)
    expect(done).toHaveProperty('student')
    expect(await decide(box, as('registrar'), command)).toEqual(done)
    await box.db.database.tenant(alnoor.schoolId, async (tx) => {
      expect(await tx.delete(offerScans).returning()).toEqual([])
      expect(await tx.update(offerScans).set({ studentId: id }).returning()).toEqual([])
    })
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { consentActs } from '#server/features/consents/consent.table.ts'
import { offerPurpose } from '#server/features/consents/wording.service.ts'
import { faceConsents, isAllowed } from '#server/features/faces/face-consent.service.ts'
import { openPupilAccount } from '#server/features/pos/accounts/pupil-account.service.ts'
import { type PaperConsent, studentConsents } from '#shared/consents/consent-paper.contract.ts'
import { askConsent, endConsentLink } from '#shared/consents/consent-request.contract.ts'
import type { Role } from '#shared/kernel/roles.ts'
import { businessDay, dayAfter, endOfDay } from '#shared/kernel/time.ts'
import { auditList } from '#shared/overview/audit.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { makeVisitor, type TestVisitor } from '#tests/support/forms/visitor-kit.ts'
import { decision, mailedToken, openBy, pageOf, publishConsents, seenBy } from '#tests/support/records/consent-kit.ts'
import { type Paper, paper } from '#tests/support/records/document-kit.ts'
import { makeApplicant } from '#tests/support/records/messages-made.ts'
import { mailsTo, staySignedIn, step } from '#tests/support/records/offers-made.ts'
import { bringConsentScan, readScan } from '#tests/support/records/scan-kit.ts'
import { commandOn, decide, fileOf, makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const faces = 'faces'
const timeZone = 'Asia/Qatar'

describe.each(engines)('consent that a family gives on paper on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let visitor: TestVisitor
  const callers: Record<string, Caller> = {}
  const as = (who: string): Caller => callers[who] ?? {}

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    const roles = ['registrar', 'head', 'admission-officer', 'finance', 'auditor'] as const satisfies Role[]
    for (const role of roles) callers[role] = await signInAs(box, alnoor, role, [role])
    callers['stranger'] = await signInAs(box, await makeSchool(box, 'manara'), 'stranger', ['admin'])
    await staySignedIn(box)
    await publishConsents(box, alnoor)
    visitor = await makeVisitor(box, alnoor, 8)
  })
  afterAll(() => box.close())

  const today = () => businessDay(box.clock.nowMs(), timeZone, 0)
  const seen = async (id: string, who = 'head') => {
    const { status, body } = await call(box.app, as(who), studentConsents, { student_id: id })
    if (status !== 200) throw new Error(String(body['messageId']))
    return studentConsents.reply.parse(body)
  }
  const onlyOne = async (id: string) => {
    const { people } = await seen(id)
    const [person] = people
    if (!person || people.length > 1) throw new Error(`${people.length} people`)
    return person
  }
  const holds = async (id: string) =>
    Object.fromEntries((await onlyOne(id)).standing.map(({ purpose, agrees }) => [purpose, agrees]))
  const saying = async (id: string, answers: Record<string, boolean>, more: Partial<PaperConsent> = {}) => {
    const { name, email, lastActId } = await onlyOne(id)
    return {
      kind: 'paper-consent' as const,
      guardian: { name, email },
      answers: Object.entries(answers).map(([purpose, agrees]) => ({ purpose, version: 1, agrees })),
      on: today(),
      scanId: null,
      seen: lastActId,
      ...more,
    }
  }
  const writes = async (
    id: string,
    answers: Record<string, boolean>,
    more: Partial<PaperConsent> = {},
    who = 'admission-officer',
  ) => {
    box.clock.advance(1)
    const { student } = await fileOf(box, as('registrar'), id)
    const done = await step(box, as(who), { id, revision: student.revision }, await saying(id, answers, more))
    return 'student' in done ? 'done' : done.refused
  }
  const byLink = async (token: string, answers: Record<string, boolean>) => {
    box.clock.advance(1)
    const { requestId } = pageOf(await openBy(box, visitor, token))
    const { status } = await visitor.push([visitor.op('consent.decide', decision(box, requestId, answers))])
    expect(status).toBe(200)
    box.clock.advance(1)
  }
  const bringScan = (id: string, sent: Paper, who = 'admission-officer') => bringConsentScan(box, as(who), id, sent)

  it('counts as by link: the family gets a link with it, withdraws by that, and the newest of either way holds', async () => {
    const { student, email } = await makeApplicant(box, alnoor)
    const { id } = student
    expect((await seen(id)).wordings.map(({ purpose }) => purpose)).toEqual(['photos', 'trips'])
    expect(await writes(id, { photos: true, trips: false })).toBe('done')
    expect(await holds(id)).toEqual({ photos: true, trips: false })
    expect(await mailsTo(box, email)).toEqual(['consent-paper'])
    const token = await mailedToken(box, email)
    const page = pageOf(await openBy(box, visitor, token))
    expect(page.acts).toMatchObject([{ signedBy: null, answers: [{ agrees: true }, { agrees: false }] }])
    const before = (await onlyOne(id)).lastActId
    await byLink(token, { photos: false })
    expect(await holds(id)).toEqual({ photos: false, trips: false })
    // What the family has decided meanwhile is seen before anything is written over it.
    expect(await writes(id, { photos: true }, { seen: before })).toBe('student.changed')
    expect(await writes(id, { photos: true })).toBe('done')
    expect(await holds(id)).toEqual({ photos: true, trips: false })
    expect(await mailsTo(box, email)).toEqual(['consent-paper', 'consent-received', 'consent-received'])
    const [request, ...others] = await seenBy(box, as('registrar'), student.submissionId ?? '')
    expect([request?.state, others, request?.evidence?.map(({ onPaper }) => onPaper)]).toEqual([
      'answered',
      [],
      [true, false, true],
    ])
  })

  it('answers the request that waits; a yes of an earlier day never holds over what came later, a no of that day does', async () => {
    const { student } = await makeApplicant(box, alnoor)
    const { id, submissionId } = student
    const email = (await onlyOne(id)).email
    const asked = { submissionId, subject: 'Sara', guardian: 'Hind', email, language: 'en', purposes: ['photos'] }
    expect((await call(box.app, as('registrar'), askConsent, asked)).status).toBe(200)
    const mailed = await mailedToken(box, email)
    const yesterday = dayAfter(today(), -1)
    expect(await writes(id, { photos: true, trips: false }, { on: yesterday })).toBe('done')
    const [request, ...others] = await seenBy(box, as('registrar'), submissionId ?? '')
    expect([request?.state, request?.purposes, others]).toEqual(['answered', ['photos', 'trips'], []])
    expect(request?.evidence?.map(({ decidedAt }) => Date.parse(decidedAt))).toEqual([
      endOfDay(dayAfter(yesterday, -1), timeZone),
      endOfDay(yesterday, timeZone) - 1,
    ])
    await byLink(mailed, { photos: false, trips: true })
    expect(await writes(id, { photos: true, trips: false }, { on: yesterday })).toBe('done')
    expect(await holds(id)).toEqual({ photos: false, trips: true })
    box.clock.advance(24 * 3_600_000)
    expect(await writes(id, { trips: false, photos: true }, { on: dayAfter(today(), -1) })).toBe('done')
    expect(await holds(id)).toEqual({ photos: false, trips: false })
  })

  it('is written down by who asks families, of somebody who is known, of a day that has come; the same command once', async () => {
    const { id } = (await makeApplicant(box, alnoor)).student
    expect(await writes(id, { photos: true }, {}, 'finance')).toBe('access.denied')
    expect(await writes(id, { photos: true }, {}, 'head')).toBe('access.denied')
    expect(await writes(id, { photos: true }, { guardian: { name: 'Nobody', email: '' } })).toBe('request.invalid')
    expect(await writes(id, { photos: true }, { on: dayAfter(today(), 1) })).toBe('request.invalid')
    expect(await writes(id, { faces: false })).toBe('request.invalid')
    await expect(seen(id, 'auditor')).rejects.toThrow('access.denied')
    await expect(seen(id, 'stranger')).rejects.toThrow('request.not-found')
    const { student } = await fileOf(box, as('registrar'), id)
    const command = commandOn({ id, revision: student.revision }, await saying(id, { photos: true }))
    const done = await decide(box, as('registrar'), command)
    expect(await decide(box, as('registrar'), command)).toEqual(done)
    expect((await onlyOne(id)).papers).toHaveLength(1)
    await box.db.database.tenant(alnoor.schoolId, async (tx) => {
      expect(await tx.update(consentActs).set({ counts: false }).returning()).toEqual([])
      expect(await tx.delete(consentActs).returning()).toEqual([])
    })
    // One of the two ways, never both and never neither.
    const [act] = (await box.db.owner.select().from(consentActs)).filter(({ byUser }) => byUser !== null)
    if (!act) throw new Error('nothing was written down')
    for (const wrong of [{ byUser: null }, { tokenHash: 'x' }, { signature: { kind: 'typed', name: 'Hind' } as const }])
      await expect(
        box.db.owner.insert(consentActs).values({ ...act, id: crypto.randomUUID(), ...wrong }),
      ).rejects.toThrow()
  })

  it('agrees to faces only with a scan of that child’s paper, and by that as by link; a no needs none', async () => {
    await box.db.database.tenant(alnoor.schoolId, (tx) => offerPurpose(tx, alnoor.schoolId, faces, true))
    const { student } = await makeApplicant(box, alnoor)
    const { id } = student
    expect((await seen(id)).wordings.map(({ purpose }) => purpose)).not.toContain(faces)
    await box.db.database.tenant(alnoor.schoolId, async (tx) => {
      const by = { schoolId: alnoor.schoolId, nowMs: box.clock.nowMs(), random: box.deps.random }
      const pupil = { name: { en: 'Sara', ar: 'سارة' }, className: 'KG1', birthDate: null, allergens: [] }
      const numbering = { prefix: '', withYear: true, digits: 4 }
      const place = { studentId: id, files: [id], reference: id, buysFrom: null, isUnread: false }
      await openPupilAccount(tx, by, { ...place, numbering, year: 2030, pupil })
    })
    const customerId = (await fileOf(box, as('registrar'), id)).account?.customerId
    if (!customerId) throw new Error('no account')
    const allowed = () =>
      box.db.database.tenant(alnoor.schoolId, async (tx) =>
        isAllowed((await faceConsents(tx, alnoor.schoolId, box.clock.nowMs(), [customerId]))(customerId), 1),
      )
    expect(await writes(id, { faces: true })).toBe('offer.scan-missing')
    const sent = paper('jpeg', 'yes to faces')
    const elsewhere = (await makeStudent(box, alnoor, { status: 'new' })).id
    expect(await bringScan(id, sent, 'finance')).toBe('access.denied')
    expect(await bringScan(elsewhere, sent)).toBe('complete')
    expect(await writes(id, { faces: true }, { scanId: sent.ref.fileId })).toBe('offer.scan-missing')
    const own = paper('jpeg', 'yes to faces of this child')
    expect(await bringScan(id, own)).toBe('complete')
    expect(await writes(id, { faces: true, photos: true }, { scanId: own.ref.fileId })).toBe('done')
    expect(await allowed()).toBe(true)
    expect((await onlyOne(id)).papers.map(({ scanId }) => scanId)).toEqual([own.ref.fileId, own.ref.fileId])
    expect(await readScan(box, as('auditor'), id, own.ref.fileId)).toContain('yes to faces of this child')
    expect(await writes(id, { faces: false })).toBe('done')
    expect(await allowed()).toBe(false)
    const { body } = await call(box.app, as('head'), auditList, { filter: { group: 'students' }, limit: 200 })
    const noted = auditList.reply
      .parse(body)
      .entries.filter(({ what, about }) => what === 'consent-paper' && about?.id === id)
    expect(noted.map(({ facts }) => facts)).toEqual([
      { agreed: 0, declined: 1, format: '' },
      { agreed: 2, declined: 0, format: 'jpeg' },
    ])
  })

  it('is written down of the person who has no address too, to whom no link can be mailed', async () => {
    const { student } = await makeApplicant(box, alnoor, {}, [{ email: '' }])
    const { id, submissionId } = student
    expect(await writes(id, { trips: true })).toBe('done')
    expect(await writes(id, { trips: false })).toBe('done')
    expect(await holds(id)).toEqual({ trips: false })
    const [request] = await seenBy(box, as('registrar'), submissionId ?? '')
    const again = await call(box.app, as('registrar'), endConsentLink, { id: request?.id ?? '', again: true })
    expect(again.body).toMatchObject({ messageId: 'request.invalid' })
  })
})

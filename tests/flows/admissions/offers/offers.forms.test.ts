import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { studentFormWaivers } from '#server/features/admissions/eligibility/student-form-waiver.table.ts'
import { forms as formTable, submissions } from '#server/features/forms/form.table.ts'
import { type AdmissionRules, admissionRules, setAdmissionRules } from '#shared/admissions/admission-rules.contract.ts'
import { offerForm } from '#shared/admissions/offers/offer-page.contract.ts'
import { readFormValues, saveFormValues } from '#shared/forms/criteria.contract.ts'
import { blankForm } from '#shared/forms/form-blank.rules.ts'
import type { Role } from '#shared/kernel/roles.ts'
import { auditList } from '#shared/overview/audit.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { publish, testForm } from '#tests/support/forms/test-form.ts'
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
import { paperSigned } from '#tests/support/records/scan-kit.ts'
import { fileOf, makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const family: Caller = { school: 'alnoor' }
const open = { refused: 'offer.forms-open', status: 409 }
const both = (text: string) => ({ en: text, ar: `${text} بالعربية` })
const values = { writer_name: 'Hind', mobile: '+97455310017' }

describe.each(engines)('an offer of a school that asks for forms first on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  const as: Record<string, Caller> = {}
  const registrar = () => as['registrar'] ?? {}

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    const roles = ['registrar', 'head', 'admission-officer', 'finance'] as const satisfies Role[]
    for (const role of roles) as[role] = await signInAs(box, alnoor, role, [role])
    await countSeats(box, alnoor, kg1, 100)
    await publish(box, alnoor, blankForm(both('Health'), 'criteria'), 'health')
    await publish(box, alnoor, blankForm(both('Bus'), 'enquiry'), 'bus')
    await publish(box, alnoor, testForm(), 'papers')
  })
  afterAll(() => box.close())

  const standing = async () => admissionRules.reply.parse((await call(box.app, registrar(), admissionRules, {})).body)
  const ask = async (formsFirst: AdmissionRules['formsFirst']) => {
    const { rules, revision } = await standing()
    const set = await call(box.app, registrar(), setAdmissionRules, { rules: { ...rules, formsFirst }, revision })
    expect(set.status).toBe(200)
  }
  beforeEach(() =>
    ask([
      { slug: 'health', grades: [] },
      { slug: 'bus', grades: ['KG1'] },
    ]),
  )
  const offered = async (count: 1 | 2 = 1, more: object = {}) => {
    box.clock.advance(1)
    const made = await makeStudent(box, alnoor, { status: 'shortlisted', nameLatin: 'Sara Haddad', ...more })
    const signers = Array.from({ length: count }, () => parseOfferDraft().signers).flat()
    const { emails } = await offerTo(box, registrar(), made, parseOfferDraft({ signers }))
    const [hers = '', his = ''] = await Promise.all(emails.map((email) => linkOf(box, email)))
    return { id: made.id, hers, his }
  }
  const shown = async (token: string) => {
    const page = await openOffer(box, family, token)
    return 'offer' in page ? page.offer?.forms.map(({ slug, isDone }) => `${slug} ${isDone}`) : page
  }
  const toForm = async (offerLetterToken: string, slug: string) => {
    const { status, body } = await call(box.app, family, offerForm, { offerLetterToken, slug })
    return status === 200 ? offerForm.reply.parse(body).token : String(body['messageId'])
  }
  const save = (token: string, slug: string, isFinal = true, seen = 0) => {
    box.clock.advance(1)
    const formData = { version: 1, language: 'ar', isFinal, seen }
    return call(box.app, family, saveFormValues, { token, sims_criteria_code: slug, values, formData })
  }
  const answers = async (offerToken: string, slug: string) =>
    expect((await save(await toForm(offerToken, slug), slug)).status).toBe(200)
  const seen = async (id: string) => {
    const { firstForms, student } = await fileOf(box, registrar(), id)
    return [student.status, ...firstForms.map(({ slug, state }) => `${slug} ${state}`)]
  }
  const does = async (who: string, id: string, change: Parameters<typeof step>[3]) => {
    box.clock.advance(1)
    const { student } = await fileOf(box, registrar(), id)
    const done = await step(box, as[who] ?? {}, { id, revision: student.revision }, change)
    return 'student' in done ? done.student.status : done.refused
  }

  it('is signed only once each is answered; the page says which, leads there, and either guardian may answer', async () => {
    const { id, hers, his } = await offered(2)
    expect(await shown(hers)).toEqual(['health false', 'bus false'])
    expect(await answerBy(box, family, hers, signs)).toEqual(open)
    expect((await fileOf(box, registrar(), id)).offers[0]?.answers).toEqual([])
    const begun = await toForm(hers, 'health')
    expect((await save(begun, 'health', false)).status).toBe(200)
    // What was begun goes on by the next link; the one before opens nothing.
    const again = await toForm(hers, 'health')
    expect((await save(begun, 'health', true, 1)).body).toMatchObject({ messageId: 'link.over' })
    const there = await call(box.app, family, readFormValues, { token: again, sims_criteria_code: 'health' })
    expect(there.body).toMatchObject({ values, formData: { subject: 'Sara Haddad', revision: 1 } })
    expect((await save(again, 'health', true, 1)).status).toBe(200)
    expect(await answerBy(box, family, hers, signs)).toEqual(open)
    await answers(his, 'bus')
    expect(await shown(hers)).toEqual(['health true', 'bus true'])
    expect(await toForm(hers, 'bus')).toBe('offer.over')
    expect(await seen(id)).toEqual(['offer-out', 'health done', 'bus done'])
    expect(await answerBy(box, family, hers, signs)).toMatchObject({ state: 'signed' })
    expect(await answerBy(box, family, his, signs)).toMatchObject({ state: 'accepted' })
    // An answer about a child that is known is no new enquiry.
    const rows = await box.db.owner.select().from(submissions).where(eq(submissions.slug, 'bus'))
    expect(rows.map(({ purpose }) => purpose)).toEqual(['criteria'])
  })

  it('asks of each child by its grade, and of one child what another has not answered', async () => {
    const one = await offered()
    await answers(one.hers, 'health')
    const other = await offered()
    expect(await seen(other.id)).toEqual(['offer-out', 'health open', 'bus open'])
    await ask([{ slug: 'health', grades: ['KG2', '1'] }])
    expect([await shown(other.hers), await toForm(other.hers, 'health')]).toEqual([[], 'offer.over'])
    expect(await answerBy(box, family, other.hers, signs)).toMatchObject({ state: 'accepted' })
  })

  it('keeps an answer through new editions; a form that cannot be answered hinders nobody, and staff see why', async () => {
    const done = await offered()
    const late = await offered()
    await answers(done.hers, 'health')
    await publish(box, alnoor, blankForm(both('Health 2'), 'criteria'), 'health')
    expect(await shown(done.hers)).toEqual(['health true', 'bus false'])
    const begun = await toForm(late.hers, 'bus')
    await publish(box, alnoor, testForm(), 'bus')
    const here = { token: begun, sims_criteria_code: 'bus' }
    expect((await call(box.app, family, readFormValues, here)).body).toMatchObject({ messageId: 'link.over' })
    expect(await seen(late.id)).toEqual(['offer-out', 'health open', 'bus not-by-link'])
    const slugs = (await standing()).forms.map(({ slug }) => slug)
    expect(slugs).toEqual(['health'])
    await box.db.owner.update(formTable).set({ publishedVersion: null }).where(eq(formTable.slug, 'health'))
    expect(await seen(late.id)).toEqual(['offer-out', 'health withdrawn', 'bus not-by-link'])
    expect(await seen(done.id)).toEqual(['offer-out', 'health done', 'bus not-by-link'])
    expect(await shown(late.hers)).toEqual([])
    expect(await answerBy(box, family, late.hers, signs)).toMatchObject({ state: 'accepted' })
    await box.db.owner.update(formTable).set({ publishedVersion: 2 }).where(eq(formTable.slug, 'health'))
    for (const slug of ['health', 'bus']) await publish(box, alnoor, blankForm(both(slug), 'enquiry'), slug)
  })

  it('a paper is not written down before either, unless the registrar or the head does without it and says why', async () => {
    const { id } = await offered()
    const [offer] = (await fileOf(box, registrar(), id)).offers
    const of = { student_id: id, offerId: offer?.id ?? '', signerId: offer?.signers[0]?.id ?? '' }
    const paper = await paperSigned(box, as['admission-officer'] ?? {}, of)
    expect(await does('admission-officer', id, paper)).toBe('offer.forms-open')
    const waive = (slug: string) => ({ kind: 'waive-form', slug, reason: 'On paper in the folder' }) as const
    for (const who of ['admission-officer', 'finance']) expect(await does(who, id, waive('bus'))).toBe('access.denied')
    expect(await does('registrar', id, waive('papers'))).toBe('request.invalid')
    expect(await does('registrar', id, waive('health'))).toBe('offer-out')
    expect(await does('registrar', id, waive('health'))).toBe('request.invalid')
    expect(await does('admission-officer', id, paper)).toBe('offer.forms-open')
    expect(await does('head', id, waive('bus'))).toBe('offer-out')
    const { firstForms } = await fileOf(box, registrar(), id)
    expect(firstForms[1]).toMatchObject({
      state: 'waived',
      waiver: { reason: 'On paper in the folder', by: { name: { en: 'head' } } },
    })
    expect(await does('admission-officer', id, paper)).toBe('accepted')
    const { body } = await call(box.app, as['head'] ?? {}, auditList, { filter: { group: 'students' }, limit: 200 })
    const noted = auditList.reply.parse(body).entries.filter(({ what }) => what === 'form-waived')
    expect(noted.map(({ facts }) => facts)).toEqual([{ form: 'bus' }, { form: 'health' }])
  })

  it('is asked for after all until somebody has signed: what was said before stays, and it may be done without again', async () => {
    const { id, hers, his } = await offered(2)
    const waive = (slug: string) => ({ kind: 'waive-form', slug, reason: 'On paper in the folder' }) as const
    const back = (slug: string) =>
      ({ kind: 'withdraw-form-waiver', slug, reason: 'The paper was another child’s' }) as const
    expect(await does('head', id, back('bus'))).toBe('request.invalid')
    for (const slug of ['health', 'bus']) expect(await does('registrar', id, waive(slug))).toBe('offer-out')
    for (const who of ['admission-officer', 'finance']) expect(await does(who, id, back('bus'))).toBe('access.denied')
    expect(await does('head', id, back('bus'))).toBe('offer-out')
    expect(await does('head', id, back('bus'))).toBe('request.invalid')
    expect(await seen(id)).toEqual(['offer-out', 'health waived', 'bus open'])
    expect((await fileOf(box, registrar(), id)).firstForms[1]).toMatchObject({
      waiver: null,
      takenBack: { reason: 'The paper was another child’s', by: { name: { en: 'head' } } },
    })
    expect(await answerBy(box, family, hers, signs)).toEqual(open)
    expect(await does('registrar', id, waive('bus'))).toBe('offer-out')
    expect((await fileOf(box, registrar(), id)).firstForms[1]).toMatchObject({ state: 'waived', takenBack: null })
    const rows = await box.db.owner.select().from(studentFormWaivers).where(eq(studentFormWaivers.studentId, id))
    const bus = rows.filter(({ slug }) => slug === 'bus')
    expect([bus.length, bus.filter(({ ends }) => ends !== null).length]).toEqual([3, 1])
    expect(await answerBy(box, family, hers, signs)).toMatchObject({ state: 'signed' })
    expect(await does('head', id, back('bus'))).toBe('student.offer-signed')
    expect(await answerBy(box, family, his, signs)).toMatchObject({ state: 'accepted' })
    expect(await does('head', id, back('bus'))).toBe('student.offer-signed')
    const { body } = await call(box.app, as['head'] ?? {}, auditList, { filter: { group: 'students' }, limit: 200 })
    const noted = auditList.reply.parse(body).entries.filter(({ what }) => what === 'form-waiver-withdrawn')
    expect(noted.map(({ facts }) => facts)).toEqual([{ form: 'bus' }])
  })
})

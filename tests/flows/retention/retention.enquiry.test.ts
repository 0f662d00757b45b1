import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eraseDue } from '#server/features/retention/erasure-worker.service.ts'
import { permitScope } from '#server/features/retention/erase.ts'
import { repeatOne } from '#server/features/retention/restore/repeat-act.service.ts'
import { enquiryScope } from '#server/features/retention/scope.ts'
import { type AdmissionRules, admissionRules, setAdmissionRules } from '#shared/admissions/admission-rules.contract.ts'
import { askConsent } from '#shared/consents/consent-request.contract.ts'
import { submissionDetail, submissionList } from '#shared/forms/submission.contract.ts'
import { dayMs, toInstant } from '#shared/kernel/time.ts'
import { search } from '#shared/overview/search.contract.ts'
import { enquiriesDue, eraseEnquiry, lastErased, rehearseErasure } from '#shared/retention/retention.contract.ts'
import { tablesWith } from '#tests/support/checks/words-found.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { publish, testForm } from '#tests/support/forms/test-form.ts'
import { makeVisitor, type TestVisitor } from '#tests/support/forms/visitor-kit.ts'
import { mailedToken, openBy, publishConsents } from '#tests/support/records/consent-kit.ts'
import { staySignedIn } from '#tests/support/records/offers-made.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('families that only asked on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let head: Caller
  let registrar: Caller
  let visitor: TestVisitor
  const ids: Record<string, string> = {}

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    head = await signInAs(box, alnoor, 'head', ['head'])
    registrar = await signInAs(box, alnoor, 'registrar', ['registrar'])
    await staySignedIn(box)
    await publishConsents(box, alnoor)
    await publish(box, alnoor, { ...testForm(), purpose: 'admission' }, 'admission')
    await publish(box, alnoor, testForm(), 'enquiry')
    visitor = await makeVisitor(box, alnoor, 8)
    await send('silent', 'enquiry', 'Zubqx')
    await send('twice', 'enquiry', 'Quorzz')
    await send('here', 'enquiry', 'Farqxa')
    await send('applied', 'admission', 'Farqxa')
  })
  afterAll(() => box.close())

  const send = async (what: string, form: 'enquiry' | 'admission', word: string) => {
    box.clock.advance(1)
    await visitor.admit()
    const email = `${word.toLowerCase()}@home.example`
    const answers = { name: `Hind ${word}`, email, children: [{ name: `Sara ${word}` }] }
    const op = visitor.op(`${form}.submit`, { form, answers })
    await visitor.push([op])
    ids[what] = op.opId
  }
  const setRules = async (more: Partial<AdmissionRules>) => {
    const { rules, revision } = admissionRules.reply.parse((await call(box.app, head, admissionRules)).body)
    await call(box.app, head, setAdmissionRules, { rules: { ...rules, ...more }, revision })
  }
  const due = async () => enquiriesDue.reply.parse((await call(box.app, registrar, enquiriesDue, {})).body)
  const dueIds = async () => (await due()).enquiries.map(({ enquiry }) => enquiry.id)
  const erase = async (what: string, more: object = {}) => {
    const seen = await call(box.app, registrar, submissionDetail, { id: ids[what] })
    const { reference } = submissionDetail.reply.parse(seen.body).submission
    const asked = { id: ids[what], reference, cause: 'time-over', ...more }
    const { status, body } = await call(box.app, head, eraseEnquiry, asked)
    return status === 200 ? eraseEnquiry.reply.parse(body) : body['messageId']
  }
  const counted = async () =>
    (await box.db.owner.execute(sql`select purpose, count(*) from submissions group by 1 order by 1`)).rows

  it('run by the same clock, from the last that was heard of them; who has a file here is known by that', async () => {
    const asked = {
      submissionId: ids['silent'],
      subject: 'Sarqxa',
      guardian: 'Hind Zubqx',
      email: 'hind@zubqx.example',
    }
    const more = { language: 'en', purposes: ['photos'] }
    expect((await call(box.app, registrar, askConsent, { ...asked, ...more })).status).toBe(200)
    await openBy(box, visitor, await mailedToken(box, asked.email))
    await setRules({ keepClosedMonths: null })
    box.clock.advance(400 * dayMs)
    expect(await due()).toMatchObject({ keepMonths: null, total: 0 })
    await setRules({ keepClosedMonths: 12 })
    await send('again', 'enquiry', 'Quorzz')
    expect(await dueIds()).toEqual([ids['silent']])
    expect(await erase('twice')).toBe('student.erase-early')
    expect(await erase('silent', { reference: 'AAAAAAAA' })).toBe('request.invalid')
  })

  it('go with all that stands in nothing else, counted before; the figures stay', async () => {
    const words = ['Zubqx', 'Sarqxa']
    expect([...(await tablesWith(box, words)).keys()]).toEqual(
      expect.arrayContaining(['consent_requests', 'mails', 'persons', 'submissions', 'sync_ops']),
    )
    const before = await counted()
    const rehearsed = await call(box.app, registrar, rehearseErasure, { enquiryIds: [ids['silent']] })
    const done = await erase('silent')
    expect(done).toMatchObject({ cause: 'time-over', counts: { forms: 1, consents: 1 } })
    expect(done).toMatchObject({ counts: rehearsed.body['counts'] as object })
    expect(Object.fromEntries(await tablesWith(box, words))).toEqual({})
    expect(await counted()).toEqual(before)
    expect([...(await tablesWith(box, ['Farqxa', 'Quorzz'])).keys()]).toContain('submissions')
    box.clock.advance(5)
    expect(await erase('silent', { cause: 'family-asked' })).toEqual(done)
    expect((await call(box.app, registrar, lastErased)).body['agoMs']).toBe(5)
    const rows = submissionList.reply.parse((await call(box.app, registrar, submissionList)).body).submissions
    expect(rows.find(({ id }) => id === ids['silent'])).toMatchObject({ contact: '', subjects: [], isErased: true })
    const late = { submissionId: ids['silent'], subject: 'Sara', guardian: 'Hind', email: 'hind@home.example' }
    const asked = await call(box.app, registrar, askConsent, { ...late, language: 'en', purposes: ['photos'] })
    expect(asked.body['messageId']).toBe('student.erased')
    const found = await call(box.app, registrar, search, { text: 'Zubqx' })
    expect(JSON.stringify(found.body)).not.toContain(ids['silent'])
  })

  it('OPS-18: erased since the copy that is restored, and sent again by the phone: erased again', async () => {
    await setRules({ erasesByItself: false })
    const words = ['Wexlor']
    await visitor.admit()
    const answers = { name: 'Hind Wexlor', email: 'wexlor@home.example', children: [{ name: 'Sara Wexlor' }] }
    const op = visitor.op('enquiry.submit', { form: 'enquiry', answers })
    const at = toInstant(box.clock.nowMs())
    await repeatOne(box.deps, {
      schoolId: alnoor.schoolId,
      id: crypto.randomUUID(),
      at,
      what: 'enquiry-erased',
      about: op.opId,
    })
    await visitor.push([op])
    expect([...(await tablesWith(box, words)).keys()]).toContain('submissions')
    expect(await eraseDue(box.deps, alnoor.schoolId)).toBe(1)
    expect(Object.fromEntries(await tablesWith(box, words))).toEqual({})
    expect(await eraseDue(box.deps, alnoor.schoolId)).toBe(0)
  })

  it('go at once when the family asks, and by themselves where the school says so; what came again goes with its own day', async () => {
    expect(await erase('twice', { cause: 'family-asked' })).toMatchObject({ counts: { mails: 0 } })
    expect([...(await tablesWith(box, ['Quorzz'])).keys()]).toContain('persons')
    await setRules({ erasesByItself: true })
    expect(await eraseDue(box.deps, alnoor.schoolId)).toBe(0)
    box.clock.advance(400 * dayMs)
    expect(await dueIds()).toEqual([ids['again']])
    const counts = await Promise.all([1, 2].map(() => eraseDue(box.deps, alnoor.schoolId)))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1)
    expect(Object.fromEntries(await tablesWith(box, ['Quorzz']))).toEqual({})
    expect(await dueIds()).toEqual([])
    expect([...(await tablesWith(box, ['Farqxa'])).keys()]).toContain('submissions')
  })

  it('nothing can be named as an enquiry that is none', async () => {
    const { schoolId } = alnoor
    const named = (id: string) =>
      box.db.database.tenant(schoolId, async (tx) => {
        const scope = await enquiryScope(tx, { schoolId, id, reference: 'E-1' })
        await permitScope(tx, scope, { about: 'enquiry', day: '2030-03-03' })
      })
    await expect(named(ids['applied'] ?? '')).rejects.toThrow('no enquiry')
    await expect(named(crypto.randomUUID())).rejects.toThrow('no enquiry')
  })
})

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { criteriaLinks as linkTable } from '#server/features/forms/criteria/criteria.table.ts'
import { submissions } from '#server/features/forms/form.table.ts'
import {
  askCriteria,
  CriteriaLink,
  criteriaLinks,
  criteriaList,
  endCriteriaLink,
  readFormValues,
  saveFormValues,
} from '#shared/forms/criteria.contract.ts'
import { listForms } from '#shared/forms/form.contract.ts'
import { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { submissionList } from '#shared/forms/submission.contract.ts'
import { dayMs } from '#shared/kernel/time.ts'
import { mailTo, shapeOf } from '#tests/support/account-kit.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { criteriaForm, publish, testForm } from '#tests/support/forms/test-form.ts'
import { makeVisitor } from '#tests/support/forms/visitor-kit.ts'
import { signInAs } from '#tests/support/records/consent-kit.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const answers = { name: 'Hind Al Mana', children: [{ name: 'Sara', dob: '2024-02-29' }] }
const code = 'criteria-test'

describe.each(engines)('a criteria form by its link on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let officer: Caller
  let email: string
  let families = 0

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    await publish(box, alnoor, criteriaForm(), code)
    await publish(box, alnoor)
    await publish(box, await makeSchool(box, 'manara'), criteriaForm(), code)
  })
  beforeEach(async () => {
    families += 1
    email = `criteria${families}@home.example`
    officer = await signInAs(box, alnoor, `officer${families}`, ['admission-officer'])
  })
  afterAll(() => box.close())

  const asked = async (more: object = {}) => {
    box.clock.advance(1)
    const input = { submissionId: null, code, subject: 'Sara', email, language: 'ar', ...more }
    const { body } = await call(box.app, officer, askCriteria, input)
    return { link: CriteriaLink.parse(body.link), token: (await mailTo(box, email)).token }
  }
  const read = (token: string, more: object = {}, school = 'alnoor') =>
    call(box.app, { school, address: `10.9.${families}.1` }, readFormValues, {
      token,
      sims_criteria_code: code,
      ...more,
    })
  const save = (token: string, values: object, formData: object = {}, school = 'alnoor') =>
    call(box.app, { school, address: `10.9.${families}.1` }, saveFormValues, {
      token,
      sims_criteria_code: code,
      values,
      formData: { version: 1, language: 'ar', isFinal: false, seen: 0, ...formData },
    })
  const linkRow = async (id: string) => (await box.db.owner.select().from(linkTable).where(eq(linkTable.id, id)))[0]
  const submitted = (id: string) => box.db.owner.select().from(submissions).where(eq(submissions.id, id))

  it('is listed by its code and title, and no front desk is offered it', async () => {
    const { body } = await call(box.app, { school: 'alnoor' }, criteriaList)
    expect(body).toEqual({ result: [{ sims_criteria_code: code, version: 1, title: criteriaForm().title }] })
    const { body: desk } = await call(box.app, { school: 'alnoor' }, listForms)
    expect(desk.forms).toMatchObject([{ slug: 'enquiry' }])
  })

  it('is opened by the link, kept, gone on with, and handed in once, frozen with its version', async () => {
    const { link, token } = await asked()
    expect((await mailTo(box, email)).params['path']).toBe(`/criteria/${code}/${link.id}#token=${token}`)
    const first = await read(token)
    expect(first.body).toMatchObject({
      values: {},
      formData: { id: link.id, subject: 'Sara', version: 1, updatedAt: null, reference: null },
    })
    await save(token, { name: 'Hind', unknown: 1, owner: 'office' })
    expect((await read(token)).body.values).toEqual({ name: 'Hind' })
    await publish(box, alnoor, { ...criteriaForm(), title: { en: 'Newer', ar: 'أحدث' } }, code)
    box.clock.advance(1)
    const final = await save(token, answers, { isFinal: true, seen: 1 })
    expect(final.body.formData).toMatchObject({ id: link.id, version: 1, reference: expect.any(String) })
    expect(await submitted(link.id)).toMatchObject([{ purpose: 'criteria', version: 1, answers, language: 'ar' }])
    expect(await mailTo(box, email)).toMatchObject({ template: 'form-received', language: 'ar' })
    // A lost answer, another tab: the same gets its reference again.
    const again = await save(token, answers, { isFinal: true })
    expect(again.body.formData).toMatchObject({ reference: (final.body.formData as { reference: string }).reference })
    expect(await submitted(link.id)).toHaveLength(1)
    // The link tells that it is done, and shows nobody what was written.
    const done = await read(token)
    expect(done.body).toMatchObject({ values: {}, formData: { version: 1, reference: expect.any(String) } })
    expect((await linkRow(link.id))?.answers).toEqual({})
    const { body } = await call(box.app, officer, submissionList, { purpose: 'criteria' })
    expect(body.submissions).toMatchObject([{ id: link.id, form: code, contact: 'Hind Al Mana' }])
    await publish(box, alnoor, criteriaForm(), code)
  })

  it('is judged by the same rules as every form, and nothing is stored half', async () => {
    const { link, token } = await asked()
    const bad: object[] = [
      { name: 'Hind' },
      { ...answers, name: '<script>alert(1)</script>' },
      { ...answers, name: 'ض'.repeat(10_000) },
      { ...answers, children: [{ name: 'Sara', dob: '1901-01-01' }] },
    ]
    for (const values of bad) {
      expect(await save(token, values, { isFinal: true })).toMatchObject({ status: 400 })
    }
    expect(await save(token, answers, { isFinal: true, version: 99 })).toMatchObject({ status: 400 })
    expect(await submitted(link.id)).toEqual([])
    expect((await linkRow(link.id))?.handedInAt).toBeNull()
    expect(await save(token, { name: 'ض'.repeat(70_000) })).toMatchObject({ status: 413 })
  })

  it('takes no files, and is no enquiry', async () => {
    expect(FormDefinition.safeParse({ ...testForm(), purpose: 'criteria' }).success).toBe(false)
    const visitor = await makeVisitor(box, alnoor)
    const { body } = await visitor.push([visitor.op('enquiry.submit', { form: code, answers })])
    expect(body.results).toMatchObject([{ outcome: 'invalid' }])
  })

  it('says the same of every link that opens nothing, for reading and for writing, and writes no token down', async () => {
    const { link, token } = await asked()
    const other = await asked()
    const replies = [
      await read(`${token}x`),
      await read(''),
      await read(token, { sims_criteria_code: 'enquiry' }),
      await read(token, {}, 'manara'),
      await save(`${token}x`, {}),
      await save(token, {}, {}, 'manara'),
    ]
    await call(box.app, officer, endCriteriaLink, { id: link.id, again: false })
    replies.push(await read(token), await save(token, answers, { isFinal: true }))
    box.clock.advance(31 * dayMs)
    replies.push(await read(other.token))
    for (const reply of replies) expect(reply).toMatchObject({ status: 410, body: { messageId: 'link.over' } })
    expect(new Set(replies.map((reply) => JSON.stringify(shapeOf(reply)))).size).toBe(1)
    expect(JSON.stringify(await box.db.owner.select().from(linkTable))).not.toContain(token)
    expect(JSON.stringify(box.log)).not.toContain(token)
    expect(await submitted(link.id)).toEqual([])
  })

  it('is sent again with what was written so far, and staff see how it stands', async () => {
    const visitor = await makeVisitor(box, alnoor)
    const op = visitor.op('enquiry.submit', { form: 'enquiry', answers })
    await visitor.push([op])
    const { link, token } = await asked({ submissionId: op.opId })
    const states = async () => {
      const { body } = await call(box.app, officer, criteriaLinks, { submissionId: op.opId })
      return CriteriaLink.array()
        .parse(body.links)
        .map(({ state }) => state)
    }
    expect(await states()).toEqual(['waiting'])
    await save(token, { name: 'Hind' })
    expect(await states()).toEqual(['begun'])
    box.clock.advance(1)
    await call(box.app, officer, endCriteriaLink, { id: link.id, again: true })
    const renewed = (await mailTo(box, email)).token
    expect((await read(token)).status).toBe(410)
    expect((await read(renewed)).body.values).toEqual({ name: 'Hind' })
    await save(renewed, answers, { isFinal: true, seen: 1 })
    expect(await states()).toEqual(['handed-in'])
  })

  it('is asked by who may, of the school’s own forms and applicants only', async () => {
    const { link } = await asked()
    const manara: TestSchool = { schoolId: '', code: 'manara' }
    const head = await signInAs(box, alnoor, `head${families}`, ['head'])
    const input = { submissionId: null, code, subject: 'Sara', email, language: 'ar' }
    expect(await call(box.app, head, askCriteria, input)).toMatchObject({ status: 403 })
    expect(await call(box.app, head, endCriteriaLink, { id: link.id, again: true })).toMatchObject({ status: 403 })
    expect((await call(box.app, { school: manara.code }, askCriteria, input)).status).toBe(401)
    expect(await call(box.app, officer, askCriteria, { ...input, code: 'enquiry' })).toMatchObject({ status: 404 })
    const unknown = { ...input, submissionId: link.id }
    expect(await call(box.app, officer, askCriteria, unknown)).toMatchObject({ status: 404 })
  })
})

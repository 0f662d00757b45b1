import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { submissions } from '#server/features/forms/form.table.ts'
import { askCriteria, CriteriaLink, readFormValues, saveFormValues } from '#shared/forms/criteria.contract.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { minuteMs } from '#shared/kernel/time.ts'
import { mailRows, mailTo } from '#tests/support/account-kit.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { publish, testForm } from '#tests/support/forms/test-form.ts'
import { signInAs } from '#tests/support/records/consent-kit.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

/** The test form asked by a link, without its files and with a telephone. */
function criteriaForm(): FormDefinition {
  const form = { ...testForm(), purpose: 'criteria' as const }
  const section = form.pages[0]?.sections[0]
  if (section) {
    section.parts = section.parts.filter(({ type }) => type !== 'file')
    section.parts.splice(1, 0, { type: 'phone', key: 'phone', label: { en: 'Phone', ar: 'الهاتف' } })
  }
  return form
}

const answers = { name: 'Hind Al Mana', children: [{ name: 'Sara', dob: '2024-02-29' }] }
const code = 'criteria-test'

describe.each(engines)('what several devices save at one criteria link on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let officer: Caller
  let families = 0
  let versionNow = 1
  let link: CriteriaLink
  let token: string
  let email: string

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    officer = await signInAs(box, alnoor, 'officer', ['admission-officer'])
  })
  beforeEach(async () => {
    await publish(box, alnoor, criteriaForm(), code)
    families += 1
    email = `saves${families}@home.example`
    box.clock.advance(1)
    const input = { submissionId: null, code, subject: 'Sara', email, language: 'ar' }
    link = CriteriaLink.parse((await call(box.app, officer, askCriteria, input)).body.link)
    token = (await mailTo(box, email)).token
  })
  afterAll(() => box.close())

  const from = () => ({ school: 'alnoor', address: `10.8.${families}.1` })
  const read = async (by = token) => call(box.app, from(), readFormValues, { token: by, sims_criteria_code: code })
  const values = async () => (await read()).body.values
  const save = (values: object, seen: number, more: object = {}) =>
    call(box.app, from(), saveFormValues, {
      token,
      sims_criteria_code: code,
      values,
      formData: { version: versionNow, language: 'ar', isFinal: false, seen, ...more },
    })
  beforeEach(async () => {
    versionNow = ((await read()).body.formData as { version: number }).version
  })
  const submitted = () => box.db.owner.select().from(submissions).where(eq(submissions.id, link.id))

  it('is written over by nobody who has not seen it, saved or handed in', async () => {
    expect((await save({ name: 'Hind', plan: '' }, 0)).body.formData).toMatchObject({ revision: 1 })
    const elsewhere = { status: 409, body: { messageId: 'form.changed-elsewhere' } }
    expect(await save({ name: 'Her father' }, 0)).toMatchObject(elsewhere)
    expect(await save(answers, 0, { isFinal: true })).toMatchObject(elsewhere)
    expect(await values()).toEqual({ name: 'Hind' })
    // An answer that was lost on its way back: the same again is no conflict.
    expect((await save({ name: 'Hind' }, 0)).body.formData).toMatchObject({ revision: 1 })
    const both = await Promise.all([save({ name: 'One' }, 1), save({ name: 'Two' }, 1)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await read()).body.formData).toMatchObject({ revision: 2 })
  })

  it('says “received” of the very answers that were handed in, and of no others', async () => {
    const final = await save({ ...answers, phone: '55123456' }, 0, { isFinal: true })
    const reference = (final.body.formData as { reference: string }).reference
    expect(reference).toEqual(expect.any(String))
    expect(await submitted()).toMatchObject([{ answers: { ...answers, phone: '+97455123456' }, flags: [] }])
    const again = await save({ phone: '+974 5512 3456', ...answers }, 0, { isFinal: true })
    expect(again.body.formData).toMatchObject({ reference })
    const handedIn = { status: 409, body: { messageId: 'form.handed-in' } }
    for (const isFinal of [true, false]) expect(await save({ name: 'Other' }, 1, { isFinal })).toMatchObject(handedIn)
    expect((await read()).body.formData).toMatchObject({ reference })
    expect(await submitted()).toHaveLength(1)
  })

  it('marks what fills in the hidden field, and mails nobody about it', async () => {
    await save(answers, 0, { isFinal: true, trap: 'https://spam.example' })
    expect(await submitted()).toMatchObject([{ flags: ['robot'] }])
    expect((await mailRows(box)).filter(({ recipient }) => recipient === email)).toHaveLength(1)
  })

  it('keeps what is hidden or no longer asked until it is handed in', async () => {
    const child = { name: 'Sara', dob: '2024-02-29' }
    await save({ name: 'Hind', plan: 'A long one', has_plan: false, children: [child] }, 0)
    expect(await values()).toMatchObject({ plan: 'A long one', has_plan: false })
    const shorter = criteriaForm()
    const parts = shorter.pages[0]?.sections[0]?.parts ?? []
    parts.splice(
      parts.findIndex(({ key }) => key === 'email'),
      1,
    )
    await save({ name: 'Hind', email: 'hind@home.example', plan: 'A long one' }, 1)
    await publish(box, alnoor, shorter, code)
    await save({ name: 'Hind Al Mana', plan: '', children: [child] }, 2, { version: versionNow + 1 })
    expect(await values()).toEqual({ name: 'Hind Al Mana', email: 'hind@home.example', children: [child] })
    await save({ ...answers, email: 'x@home.example' }, 3, { version: versionNow + 1, isFinal: true })
    expect((await submitted())[0]?.answers).toEqual(answers)
  })

  it('takes no tries from those who share its address, and has a limit of its own', async () => {
    for (let seen = 0; seen < 239; seen += 1) expect((await save({ name: `${seen}` }, seen)).status).toBe(200)
    for (let i = 0; i < 100; i += 1) await read()
    expect((await read()).status).toBe(200)
    expect((await save({ name: 'last' }, 239)).status).toBe(200)
    expect(await save({ name: 'too many' }, 240)).toMatchObject({ status: 429 })
    expect((await read()).status).toBe(200)
    for (let i = 0; i < 300; i += 1) await read(`${token}${i}`)
    expect(await read(`${token}x`)).toMatchObject({ status: 429 })
    box.clock.advance(15 * minuteMs)
    expect((await save({ name: 'later' }, 240)).status).toBe(200)
  })
})

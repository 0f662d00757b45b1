import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { students } from '#server/features/students/student.table.ts'
import { endConsentLink } from '#shared/consents/consent-request.contract.ts'
import { demoSchoolGradeRules } from '#shared/school/grade-rule-packs.ts'
import { pushOps } from '#shared/sync/sync.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { publish, testForm } from '#tests/support/forms/test-form.ts'
import { makeVisitor, type TestVisitor } from '#tests/support/forms/visitor-kit.ts'
import { askGuardian, decision, openBy, publishConsents } from '#tests/support/records/consent-kit.ts'
import { type Change, outcomeOf, stepNow } from '#tests/support/records/decisions-made.ts'
import { commandOn, decide, fileOf, makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const both = (text: string) => ({ en: text, ar: text })
const shortlists = { kind: 'move', to: 'shortlisted' } as const

/** An application for several children, with the school's ages and the guardians who may sign. */
function familyForm() {
  const form = testForm()
  form.purpose = 'admission'
  form.subject = { block: 'children', name: 'name', birthDate: 'dob' }
  form.ages = { country: 'QA', intake: 'autumn', rules: [...demoSchoolGradeRules.alnoor] }
  const parts = form.pages[0]?.sections[0]?.parts ?? []
  for (const part of parts) {
    if (part.type !== 'repeat') continue
    part.fields.push({ type: 'text', key: 'grade', label: both('Grade') })
    part.fields.push({ type: 'text', key: 'entry_year', label: both('Year') })
  }
  const text = (key: string) => ({ type: 'text' as const, key, label: both(key) })
  const block = { type: 'repeat' as const, min: 0, max: 4 }
  parts.push(
    {
      ...block,
      key: 'guardians',
      label: both('Guardians'),
      itemLabel: both('Guardian'),
      fields: [text('name'), text('email'), { type: 'yes-no', key: 'may_sign', label: both('Signs?') }],
    },
    {
      ...block,
      key: 'claims',
      label: both('Claims'),
      itemLabel: both('Claim'),
      fields: [text('claim'), text('detail')],
    },
  )
  return form
}

describe.each(engines)('what stands against a step on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let visitor: TestVisitor
  const callers: Record<string, Caller> = {}
  const as = (name: string): Caller => callers[name] ?? { school: 'alnoor' }

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    for (const role of ['registrar', 'head', 'admission-officer', 'finance'] as const)
      callers[role] = await signInAs(box, alnoor, role, [role])
    await publishConsents(box, alnoor)
    await publish(box, alnoor, familyForm(), 'family')
    visitor = await makeVisitor(box, alnoor, 10)
  })
  afterAll(() => box.close())

  const handIn = async (answers: object) => {
    const op = visitor.op('admission.submit', { form: 'family', answers: { name: 'Adel', ...answers } })
    const { body } = await visitor.push([op])
    expect(pushOps.reply.parse(body).results[0]?.outcome).toBe('applied')
    const rows = (await box.db.owner.select().from(students)).filter(({ submissionId }) => submissionId === op.opId)
    return { submissionId: op.opId, ids: rows.toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0)).map(({ id }) => id) }
  }
  const child = (dob: string, grade = 'KG1') => ({ name: `Child ${dob}`, dob, grade, entry_year: '2031' })
  const hinders = async (id: string, to: string) => {
    const { moves } = await fileOf(box, as('registrar'), id)
    return moves.find((move) => move.to === to && move.outcome === null)?.hindrances
  }
  const does = async (who: string, id: string, change: Change) =>
    outcomeOf(await stepNow(box, as(who), id, change, as('registrar')))

  it('the age is judged by the school’s rule on the cut-off day of the entry year, to the day', async () => {
    const days = ['2027-09-30', '2027-10-01', '2026-10-01', '2026-09-30']
    const { ids } = await handIn({ children: days.slice(0, 3).map((dob) => child(dob)) })
    const more = await handIn({ children: [child(days[3] ?? ''), child('2027-10-01', '2')] })
    const [onTheDay = '', young = '', oldest = ''] = ids
    const [old = '', later = ''] = more.ids
    for (const id of [onTheDay, oldest, later]) expect(await hinders(id, 'shortlisted')).toEqual([])
    for (const id of [young, old]) expect(await hinders(id, 'shortlisted')).toEqual(['student.age-rule'])
    expect(await does('registrar', young, shortlists)).toBe('student.age-rule')
    expect((await fileOf(box, as('finance'), young)).age).toEqual({
      kind: 'too-young',
      age: 3,
      ageAsked: 4,
      cutOff: '2031-09-30',
      source: 'school',
      override: null,
    })
    expect((await fileOf(box, as('finance'), old)).age).toMatchObject({ kind: 'too-old', age: 5 })
    expect(await does('registrar', onTheDay, shortlists)).toBe('shortlisted')
    // Who came by a list is judged by the form as it is now.
    const at = { birthDate: '2027-10-01', grade: 'KG1', entryYear: 2031 }
    expect(await hinders((await makeStudent(box, alnoor, at)).id, 'shortlisted')).toEqual(['student.age-rule'])
  })

  it('somebody takes the child all the same, with a reason, for this birthday, grade and year alone', async () => {
    const { ids } = await handIn({ children: [child('2027-10-01')] })
    const [id = ''] = ids
    const override = { kind: 'age-override', reason: 'Tested, and ready' } as const
    expect(await does('admission-officer', id, override)).toBe('access.denied')
    const { student } = await fileOf(box, as('registrar'), id)
    const command = commandOn({ id, revision: student.revision }, override)
    for (const _again of [1, 2]) expect(await decide(box, as('head'), command)).toHaveProperty('student')
    expect((await fileOf(box, as('head'), id)).age?.override).toMatchObject({ reason: 'Tested, and ready' })
    expect(await hinders(id, 'shortlisted')).toEqual([])
    const elsewhere = { campus: '', entryYear: 2031, grade: 'KG2', stream: '' }
    expect(await does('registrar', id, { kind: 'place', place: elsewhere })).toBe('new')
    expect(await does('registrar', id, shortlists)).toBe('student.age-rule')
    expect(await does('registrar', id, { kind: 'place', place: { ...elsewhere, grade: 'KG1' } })).toBe('new')
    expect(await does('registrar', id, shortlists)).toBe('shortlisted')
    const { ids: fine } = await handIn({ children: [child('2027-05-01')] })
    expect(await does('head', fine[0] ?? '', override)).toBe('request.invalid')
  })

  it('consents that were asked for about this child have to be answered; who is not asked hinders nobody', async () => {
    const { submissionId, ids } = await handIn({ children: [child('2027-05-01'), child('2027-06-01')] })
    for (const id of ids) {
      // As if both had come so far.
      await box.db.owner.execute(`update students set status = 'booked' where id = '${id}'`)
    }
    const asked = async () =>
      Promise.all(ids.map(async (id) => (await hinders(id, 'confirmed'))?.includes('student.consents-open')))
    expect(await asked()).toEqual([false, false])
    const first = await askGuardian(box, as('registrar'), { submissionId, subject: 'Child 2027-05-01' })
    expect(await asked()).toEqual([true, false])
    const any = await askGuardian(box, as('registrar'), { submissionId, subject: 'The children' })
    expect(await asked()).toEqual([true, true])
    await call(box.app, as('registrar'), endConsentLink, { id: any.request.id, again: false })
    expect(await asked()).toEqual([true, false])
    await openBy(box, visitor, first.token)
    const answers = { photos: true, trips: false }
    await visitor.push([visitor.op('consent.decide', decision(box, first.request.id, answers))])
    expect(await asked()).toEqual([false, false])
  })

  it('the application says who may sign, to the person who may offer, and what is claimed, which counts for nothing yet', async () => {
    const guardians = [
      { name: 'Hind Al Mana', email: 'hind@home.example', may_sign: true },
      { name: 'Omar Haddad', may_sign: false },
    ]
    const claims = [{ claim: 'sibling', detail: '4-B' }]
    const { ids } = await handIn({ children: [child('2027-05-01')], guardians, claims })
    const [id = ''] = ids
    expect((await fileOf(box, as('registrar'), id)).guardians).toEqual([])
    expect(await does('registrar', id, shortlists)).toBe('shortlisted')
    const signs = [{ name: 'Hind Al Mana', email: 'hind@home.example', language: 'en' }]
    expect((await fileOf(box, as('registrar'), id)).guardians).toEqual(signs)
    expect((await fileOf(box, as('finance'), id)).guardians).toEqual([])
    expect((await fileOf(box, as('registrar'), id)).claims).toEqual([
      { claim: 'sibling', state: 'stated', note: '4-B', verifiedOn: null, by: null, at: null },
    ])
  })
})

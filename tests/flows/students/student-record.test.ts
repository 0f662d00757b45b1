import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultForms } from '#server/features/forms/defaults/default-forms.ts'
import { studentGuardians, studentRecordChanges } from '#server/features/students/record/student-record.table.ts'
import { students } from '#server/features/students/student.table.ts'
import { studentChanges } from '#server/features/students/student-change.table.ts'
import { documentLink } from '#shared/documents/document-review.contract.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import { businessDay } from '#shared/kernel/time.ts'
import {
  eraseStudentProfile,
  type Guardian,
  registrationData,
  reportList,
  saveStudentProfile,
  studentRecord,
} from '#shared/students/student-record.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { fillForm } from '#tests/support/forms/fill-form.ts'
import { publish } from '#tests/support/forms/test-form.ts'
import { makeVisitor } from '#tests/support/forms/visitor-kit.ts'
import { documentsOf, openByToken } from '#tests/support/records/document-kit.ts'
import { countSeats, kg1, linkOf, offerTo, step } from '#tests/support/records/offers-made.ts'
import { fileOf, listStudents, makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const hind = { name: 'Hind Al Mana', name_ar: 'هند المانع', relation: 'mother', mobile: '+97455123456' }
const ali = { name: 'Ali Haddad', relation: 'father', mobile: '+97455999888', email: 'ali@work.example' }
const rights = { is_legal_guardian: true, may_sign: true, may_collect: true }

describe.each(engines)('the live record of a student on %s', (engine) => {
  let box: Box
  let school: TestSchool
  let officer: Caller
  let registrar: Caller
  let stranger: Caller
  const callers: Record<string, Caller> = {}
  const { admission } = defaultForms({ firstYear: 2031, ages: undefined })

  beforeAll(async () => {
    box = await openBox(engine)
    school = await makeSchool(box, 'alnoor')
    officer = await signInAs(box, school, 'officer', ['admission-officer'])
    registrar = await signInAs(box, school, 'registrar', ['registrar'])
    for (const role of ['finance', 'auditor', 'head'] as const)
      callers[role] = await signInAs(box, school, role, [role])
    stranger = await signInAs(box, await makeSchool(box, 'manara'), 'stranger', ['admin'])
    if (admission) await publish(box, school, admission, 'admission')
  })
  afterAll(() => box.close())

  let applications = 0
  /** A family applies; the id of the student that this makes. */
  const apply = async (name: string, more: object = {}): Promise<string> => {
    if (!admission) throw new Error('no form of admission')
    const file = () => {
      throw new Error('nothing needed is a file')
    }
    const today = businessDay(box.clock.nowMs(), 'UTC', 0)
    const child = {
      legal_name: name,
      legal_name_ar: '',
      dob: '2026-04-05',
      nationality: 'QA',
      entry_year: '2031',
      grade: 'KG2',
    }
    const guardians = [
      { ...hind, ...rights, pays_share: '40' },
      { ...ali, ...rights, may_collect: false, pays_share: '60', language: 'ar' },
    ]
    const filled = fillForm(admission, { today, amount: 'needed', variant: 0, file })
    applications += 1
    const writer = {
      writer_mobile: `+97455${100_000 + applications}`,
      writer_email: `family${applications}@home.example`,
    }
    const visitor = await makeVisitor(box, school)
    const answers = { ...filled, ...child, guardians, ...writer, ...more }
    await visitor.push([visitor.op('admission.submit', { form: 'admission', answers })])
    const { students: found } = await listStudents(box, officer, { filter: { text: name } })
    if (!found[0]) throw new Error('the application was not taken in')
    return found[0].student_id
  }
  const read = async (id: string, by = officer) => {
    const { status, body } = await call(box.app, by, studentRecord, { student_id: id })
    return status === 200 ? studentRecord.reply.parse(body) : Promise.reject(new Error(String(body.messageId)))
  }
  const save = async (id: string, revision: number, of: object, by = officer, commandId = crypto.randomUUID()) => {
    const asked = { student_id: id, commandId, revision, ...of }
    const { status, body } = await call(box.app, by, saveStudentProfile, asked)
    return status === 200
      ? body
      : `${String(body.messageId)} ${JSON.stringify(body.field ?? '').replaceAll('"', '')}`.trim()
  }

  it('begins with the guardians whom the application names, each with their rights, and no difference to it', async () => {
    const record = await read(await apply('Sara Ahmed'))
    expect(record.guardians).toMatchObject([
      { nameLatin: 'Hind Al Mana', nameArabic: 'هند المانع', relation: 'mother', paysShare: 40, mayCollect: true },
      { nameLatin: 'Ali Haddad', relation: 'father', email: 'ali@work.example', language: 'ar', mayCollect: false },
    ])
    expect(record).toMatchObject({ revision: 0, differences: [], mayErase: false })
    expect(record.identity).toMatchObject({ nameLatin: 'Sara Ahmed', birthDate: '2026-04-05', grade: 'KG2' })
  })

  it('of an application from before there were records begins when somebody first looks', async () => {
    const id = await apply('Amal Idris')
    await box.db.owner.delete(studentGuardians).where(eq(studentGuardians.studentId, id))
    const [one, other] = await Promise.all([read(id), read(id, callers['head'])])
    expect([one.guardians.length, one.differences]).toEqual([2, []])
    expect(other.guardians).toEqual(one.guardians)
  })

  it('is changed on the revision that was seen, once, and shown beside what was applied with', async () => {
    const id = await apply('Layla Omar')
    const { identity, guardians } = await read(id)
    const [mother, father] = guardians as [Guardian, Guardian]
    const identityNow = { ...identity, nameArabic: 'ليلى عمر', birthDate: '2026-04-06' }
    const aunt = {
      ...father,
      id: crypto.randomUUID(),
      nameLatin: 'Mona Omar',
      relation: 'uncle-aunt' as const,
      phone: '5512 0000',
    }
    const wanted = { identity: identityNow, guardians: [{ ...mother, maySign: false }, aunt] }
    const commandId = crypto.randomUUID()
    expect(await save(id, 0, wanted, officer, commandId)).toMatchObject({ revision: 1 })
    expect(await save(id, 0, wanted, officer, commandId)).toMatchObject({ revision: 1 })
    expect(await save(id, 0, { identity }, officer, commandId)).toBe('request.invalid commandId')
    expect(await save(id, 0, { identity })).toBe('student.changed')

    const now = await read(id)
    expect(now.identity).toEqual(identityNow)
    expect(now.guardians.map(({ phone }) => phone)).toEqual(['+97455123456', '+97455120000'])
    expect(now.differences).toEqual([
      { of: null, field: 'nameArabic', applied: null, live: 'ليلى عمر' },
      { of: null, field: 'birthDate', applied: '2026-04-05', live: '2026-04-06' },
      { of: mother.id, field: 'maySign', applied: true, live: false },
      { of: aunt.id, field: null, applied: null, live: 'Mona Omar' },
      { of: 1, field: null, applied: 'Ali Haddad', live: null },
    ])
    // A name that was changed is found by, and a decision on the child as it was before is refused.
    expect((await listStudents(box, officer, { filter: { text: 'ليلي' } })).students).toHaveLength(1)
    expect((await fileOf(box, officer, id)).student.revision).toBe(2)
    const kept = (await box.db.owner.select().from(studentRecordChanges)).filter(({ studentId }) => studentId === id)
    expect(kept[0]?.changes).toContainEqual({
      of: mother.id,
      name: 'Hind Al Mana',
      field: 'maySign',
      from: true,
      to: false,
    })
  })

  it('takes no number that cannot be dialled, no nameless child, and no other place while a seat is held', async () => {
    const id = await apply('Noor Nair')
    const { identity, guardians } = await read(id)
    const [mother] = guardians
    expect(await save(id, 0, { guardians: [{ ...mother, phone: '12' }] })).toBe('request.invalid guardians.0.phone')
    expect(await save(id, 0, { identity: { ...identity, nameLatin: null } })).toBe('request.invalid identity.nameLatin')
    expect((await read(id)).revision).toBe(0)

    await countSeats(box, school, kg1, 1)
    const offered = await makeStudent(box, school, { status: 'shortlisted' })
    await offerTo(box, registrar, offered)
    expect((await fileOf(box, officer, offered.id)).student.status).toBe('offer-out')
    const held = (await read(offered.id)).identity
    expect(await save(offered.id, 0, { identity: { ...held, grade: 'KG2' } })).toBe('student.seat-held')
    expect(await save(offered.id, 0, { identity: { ...held, nameArabic: 'نور' } })).toMatchObject({ revision: 1 })
  })

  it('is read by who may see students, changed by who keeps records, and by nobody of another school', async () => {
    const id = await apply('Omar Adel')
    for (const role of ['finance', 'auditor', 'head']) {
      expect((await read(id, callers[role])).guardians).toHaveLength(2)
      expect(await save(id, 0, {}, callers[role])).toBe('access.denied')
    }
    await expect(read(id, stranger)).rejects.toThrow('request.not-found')
    expect(await save(id, 0, {}, stranger)).toBe('request.not-found')
  })

  it('tells brothers and sisters by one application, or by a phone or mail that two of them or of their parents have', async () => {
    const same = { writer_mobile: '+97455777666' }
    const parent = (mobile: string) => ({ guardians: [{ ...hind, ...rights, mobile }] })
    const one = await apply('Yousef Rahman', { ...same, ...parent('+97455200001') })
    const other = await apply('Maryam Rahman', { ...same, ...parent('+97455200002') })
    const third = await apply('Salem Rahman', parent('+97455200001'))
    await apply('Faisal Saleh', parent('+97455200003'))
    const { siblings } = await read(one)
    expect(siblings.map(({ student_id, because }) => [student_id, because])).toEqual(
      expect.arrayContaining([
        [other, 'contact'],
        [third, 'contact'],
      ]),
    )
    expect(siblings).toHaveLength(2)
  })

  it('shows neither guardian’s number or mail on the other’s page', async () => {
    const id = await apply('Huda Zayed')
    const to = { guardian: 'Hind Al Mana', email: 'hind@home.example', language: 'en' }
    expect((await call(box.app, officer, documentLink, { student_id: id, ...to })).status).toBe(200)
    const page = JSON.stringify(await openByToken(box, { school: school.code }, await linkOf(box, 'hind@home.example')))
    expect(page).toContain('Huda Zayed')
    for (const theirs of ['97455999888', 'ali@work.example', 'Ali Haddad']) expect(page).not.toContain(theirs)
  })

  it('has of the guardian who applied the address given for the application, and of no other', async () => {
    const id = await apply('Zayn Haddad', {
      writer_name: hind.name,
      writer_relation: 'mother',
      writer_email: 'hind@home.example',
    })
    expect((await read(id)).guardians.map(({ email }) => email)).toEqual(['hind@home.example', 'ali@work.example'])
    expect((await read(id)).differences).toEqual([])
  })

  it('says whom the school writes to: who applied, until somebody is taken off the record', async () => {
    const id = await apply('Noor Saleh', { writer_name: 'Ali Haddad', writer_email: 'Ali@work.example' })
    const contact = async () => (await documentsOf(box, officer, id)).contact
    expect(await contact()).toEqual({ guardian: 'Ali Haddad', email: 'Ali@work.example', language: 'ar' })
    const [mother] = (await read(id)).guardians
    await save(id, 0, { guardians: [{ ...mother, email: 'hind@new.example', language: 'en' }] })
    expect(await contact()).toEqual({ guardian: 'Hind Al Mana', email: 'hind@new.example', language: 'en' })
  })

  it('is begun by staff before there is an application, and erased again while nothing has come of it', async () => {
    const id = crypto.randomUUID()
    const identity = {
      nameLatin: 'Adam Khan',
      nameArabic: null,
      birthDate: null,
      nationality: null,
      entryYear: 2031,
      grade: '1',
    }
    const begin = { begin: { language: 'en' }, identity }
    expect(await save(id, 0, { begin: { language: 'en' } })).toBe('request.invalid identity')
    expect(await save(id, 0, begin)).toMatchObject({ revision: 1 })
    expect(await save(id, 1, { identity: { ...identity, nameArabic: 'آدم خان' } })).toMatchObject({ revision: 2 })
    expect(await read(id)).toMatchObject({ differences: null, mayErase: true, revision: 2 })

    const erase = async (revision: number, commandId = crypto.randomUUID()) =>
      (await call(box.app, officer, eraseStudentProfile, { student_id: id, commandId, revision })).body.messageId
    expect(await erase(1)).toBe('student.changed')
    const commandId = crypto.randomUUID()
    expect(await erase(2, commandId)).toBeUndefined()
    expect(await erase(2, commandId)).toBeUndefined()
    await expect(read(id)).rejects.toThrow('request.not-found')
    const ofId = <T extends { studentId: string }>(rows: T[]) => rows.filter(({ studentId }) => studentId === id)
    expect(ofId(await box.db.owner.select().from(studentChanges))).toEqual([])
    expect(ofId(await box.db.owner.select().from(studentGuardians))).toEqual([])
    // That it was begun and erased stays, without anything about the child.
    const kept = ofId(await box.db.owner.select().from(studentRecordChanges))
    expect(kept.map(({ changes }) => changes.map(({ field }) => field))).toEqual([['begun'], ['erased']])
    expect(JSON.stringify(kept)).not.toContain('Adam')
  })

  it('is not erased once a decision was made, nor when a family applied', async () => {
    const id = crypto.randomUUID()
    const identity = {
      nameLatin: 'Zain Malik',
      nameArabic: null,
      birthDate: '2024-01-01',
      nationality: null,
      entryYear: 2031,
      grade: '1',
    }
    await save(id, 0, { begin: { language: 'ar' }, identity })
    const erase = async (student_id: string, revision: number) =>
      (await call(box.app, officer, eraseStudentProfile, { student_id, commandId: crypto.randomUUID(), revision })).body
        .messageId
    const { student } = await fileOf(box, officer, id)
    await step(box, officer, { id, revision: student.revision }, { kind: 'assign', owner: null, nextActionOn: null })
    expect(await erase(id, 1)).toBe('student.has-history')
    expect(await erase(await apply('Rana Issa'), 0)).toBe('student.has-history')
    // And the database itself takes away no history of a child who applied.
    const applied = await makeStudent(box, school)
    await box.db.database.tenant(school.schoolId, (tx) => tx.delete(studentChanges))
    const rows = await box.db.owner.select().from(studentChanges)
    expect(rows.filter(({ studentId }) => studentId === applied.id)).toHaveLength(1)
  })

  it('says what a reference is registered as, in any way it is written, and which reports there are for whom', async () => {
    const id = await apply('Salma Farid')
    const [row] = (await box.db.owner.select().from(students)).filter((each) => each.id === id)
    const reference = row?.reference ?? ''
    const { body } = await call(box.app, callers['auditor'] ?? {}, registrationData, {
      enroll_number: formatReference(reference),
    })
    expect(registrationData.reply.parse(body).students).toMatchObject([
      { student_id: id, sims_admission_status: 'N', grade: 'KG2' },
    ])
    expect(JSON.stringify(body)).not.toMatch(/birth|nationality|owner|\+974/)
    expect((await call(box.app, officer, registrationData, { enroll_number: 'ZZZZZZZZ' })).status).toBe(404)
    const reports = async (by?: Caller) =>
      reportList.reply
        .parse((await call(box.app, by ?? {}, reportList, { student_id: id })).body)
        .reports.map((each) => each.report_name)
    expect(await reports(officer)).toEqual(['summary', 'application', 'documents', 'history'])
    expect(await reports(callers['finance'])).toEqual(['summary', 'history'])
    expect(await reports(callers['auditor'])).toEqual(['summary', 'documents', 'history'])
  })
})

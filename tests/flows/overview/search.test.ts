import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SignedIn } from '#shared/identity/auth.contract.ts'
import { login } from '#shared/identity/sign-in.contract.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import { maxFound, search } from '#shared/overview/search.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, makeUser, password, type TestSchool } from '#tests/support/factories.ts'
import { publish, testForm } from '#tests/support/forms/test-form.ts'
import { makeVisitor } from '#tests/support/forms/visitor-kit.ts'
import { makeStudent, makeStudents, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('search on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let manara: TestSchool
  let officer: Caller
  let finance: Caller
  let stranger: Caller

  const ask = async (caller: Caller, text: string) => {
    const { status, body } = await call(box.app, caller, search, { text })
    if (status !== 200) throw new Error(JSON.stringify(body))
    return search.reply.parse(body)
  }
  const namesOf = async (caller: Caller, text: string) =>
    (await ask(caller, text)).students.map((each) => each.student_name ?? each.student_name_ar)
  const enquire = async (school: TestSchool, name: string, phone: string, child: string) => {
    const visitor = await makeVisitor(box, school)
    const op = visitor.op('enquiry.submit', { form: 'enquiry', answers: { name, phone, children: [{ name: child }] } })
    await visitor.push([op])
    return op.opId
  }

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    manara = await makeSchool(box, 'manara')
    const form = testForm()
    form.contact.phone = 'phone'
    form.subject = { block: 'children', name: 'name', birthDate: 'dob' }
    form.pages[0]?.sections[0]?.parts.push({ type: 'phone', key: 'phone', label: { en: 'Phone', ar: 'الهاتف' } })
    for (const school of [alnoor, manara]) await publish(box, school, form)
    officer = await signInAs(box, alnoor, 'officer', ['admission-officer'])
    finance = await signInAs(box, alnoor, 'finance', ['finance'])
    stranger = await signInAs(box, manara, 'stranger', ['admin'])
  })
  afterAll(() => box.close())

  it('finds a student by either script, by beginnings in any order, by a reference as far as it is typed', async () => {
    const { id, reference } = await makeStudent(box, alnoor, {
      nameLatin: 'José Zebedee Al-Thani',
      nameArabic: 'خوسيه زبيدي آل ثاني',
    })
    const queries = ['jose zeb', 'ZEB thani', 'زبيدى', 'ال ثاني خوسيه', reference, formatReference(reference)]
    for (const text of [...queries, reference.slice(0, 5), formatReference(reference).slice(0, 6).toLowerCase()]) {
      expect(
        (await ask(officer, text)).students.map((each) => each.student_id),
        text,
      ).toEqual([id])
    }
    for (const text of ['ebedee', '!!!', '%', '_', 'zeb xyz'])
      expect((await ask(officer, text)).students, text).toEqual([])
  })

  it('finds what was handed in by its reference, by who wrote it, by the child, and by a phone number however it is written', async () => {
    const id = await enquire(alnoor, 'Hind Al Mana', '+974 5512 3456', 'Maryam')
    await enquire(alnoor, 'Somebody Else', '+974 6600 0000', 'Omar')
    const [found] = (await ask(officer, 'hind')).submissions
    expect(found).toMatchObject({ id, contact: 'Hind Al Mana', subjects: ['Maryam'] })
    const reference = found?.reference ?? ''
    const queries = ['al hind', 'maryam', reference, formatReference(reference).slice(0, 6)]
    for (const text of [...queries, '55123456', '5512 3456', '00974-5512', '٥٥١٢٣٤٥٦', '+974 5512 3456']) {
      expect(
        (await ask(officer, text)).submissions.map((each) => each.id),
        text,
      ).toEqual([id])
    }
  })

  it('shows those who lack the permission only the rest, and those who have none nothing', async () => {
    const { id } = await makeStudent(box, alnoor, { nameLatin: 'Yara Unique', nameArabic: null })
    await enquire(alnoor, 'Yara Unique', '+974 5599 8877', 'Lulwa')
    const seen = await ask(finance, 'yara')
    expect(seen.students.map((each) => each.student_id)).toEqual([id])
    expect(seen.submissions).toEqual([])
    expect((await ask(officer, 'yara')).submissions).toHaveLength(1)
    for (const role of ['supervisor', 'operator', 'family'] as const) {
      await makeUser(box, alnoor, `only-${role}`, [role])
      const { body } = await call(box.app, { school: 'alnoor' }, login, { userName: `only-${role}`, password })
      const caller = { school: 'alnoor', token: SignedIn.parse(body).token }
      expect((await call(box.app, caller, search, { text: 'yara' })).body.messageId, role).toBe('access.denied')
    }
  })

  it('finds nothing of another school', async () => {
    const { reference } = await makeStudent(box, alnoor, { nameLatin: 'Only Alnoor', nameArabic: null })
    await enquire(alnoor, 'Only Alnoor', '+974 5544 3322', 'Lina')
    for (const text of ['only alnoor', reference, '55443322'])
      expect(await ask(stranger, text), text).toEqual({ students: [], submissions: [] })
  })

  it('shows the best first and never more than a handful, and refuses what is too long', async () => {
    await makeStudents(box, alnoor, 12, (no) => ({ nameLatin: `Zed ${no}`, nameArabic: null }))
    await makeStudent(box, alnoor, { nameLatin: 'Abel Zed', nameArabic: null })
    const names = await namesOf(officer, 'zed')
    expect(names).toHaveLength(maxFound)
    expect(names.every((name) => name?.startsWith('Zed'))).toBe(true)
    expect((await call(box.app, officer, search, { text: 'a'.repeat(101) })).body.messageId).toBe('request.invalid')
  })

  it('reads no other school to find something in one', async () => {
    await makeStudents(box, manara, 1500)
    await box.db.owner.execute(sql`analyze`)
    const plan = await box.db.database.tenant(alnoor.schoolId, (tx) =>
      tx.execute<{ 'QUERY PLAN': string }>(sql`
        explain select * from students where school_id = ${alnoor.schoolId} and search_text like '% zeb%'`),
    )
    const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(text).toMatch(/Index Cond: .*school_id/)
    expect(text).not.toContain('Seq Scan')
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askConsent } from '#shared/consents/consent-request.contract.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { startSubjectAccess, subjectAccesses, subjectAccessFile } from '#shared/retention/subject-access.contract.ts'
import { addNote } from '#shared/students/student-notes.contract.ts'
import { studentRecord } from '#shared/students/student-record.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { publish, testForm } from '#tests/support/forms/test-form.ts'
import { makeVisitor } from '#tests/support/forms/visitor-kit.ts'
import { rowsOf, takeAccess } from '#tests/support/retention/access-kit.ts'
import { publishConsents } from '#tests/support/records/consent-kit.ts'
import { bring, paper } from '#tests/support/records/document-kit.ts'
import { staySignedIn } from '#tests/support/records/offers-made.ts'
import { listStudents, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const email = 'hind@quortana.example'

describe.each(engines)('OPS-47 subject access of a child with a brother on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let registrar: Caller
  let head: Caller
  const ids: Record<string, string> = {}

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    registrar = await signInAs(box, alnoor, 'registrar', ['registrar'])
    head = await signInAs(box, alnoor, 'head', ['head'])
    await staySignedIn(box)
    await publishConsents(box, alnoor)
    await publish(box, alnoor, { ...testForm(), purpose: 'admission' }, 'admission')
    await publish(box, alnoor, testForm(), 'enquiry')
    const visitor = await makeVisitor(box, alnoor, 8)
    const other = await makeVisitor(box, alnoor, 9)
    const answers = {
      name: 'Hind Quortana',
      email,
      children: [{ name: 'Farqxa Quortana' }, { name: 'Yusuf Quortana' }],
    }
    const stranger = { name: 'Maryam Zelkova', email: 'maryam@zelkova.example', children: [{ name: 'Huda Zelkova' }] }
    const ops = [
      visitor.op('enquiry.submit', { form: 'enquiry', answers }),
      visitor.op('admission.submit', { form: 'admission', answers }),
      visitor.op('enquiry.submit', { form: 'enquiry', answers: { ...answers, children: [{ name: 'Omar Quortana' }] } }),
    ]
    await visitor.push(ops)
    await other.push([other.op('admission.submit', { form: 'admission', answers: stranger })])
    for (const { student_id, student_name } of (await listStudents(box, registrar)).students)
      ids[student_name?.slice(0, 3) ?? ''] = student_id
    for (const [who, text, subject] of [
      ['Far', 'Farqxa sings with Yusuf and Omar', 'Farqxa Quortana'],
      ['Yus', 'Yusuf draws', 'Yusuf Quortana'],
    ] as const) {
      const student_id = ids[who] ?? ''
      await call(box.app, registrar, studentRecord, { student_id })
      const note = { student_id, noteId: OpId.parse(crypto.randomUUID()), way: 'remark', text }
      expect((await call(box.app, registrar, addNote, note)).status).toBe(200)
      await bring(box, registrar, student_id, 'passport', paper('pdf', who === 'Far' ? 'Farqxa sings' : text))
      const of = { submissionId: ops[1]?.opId, guardian: 'Hind Quortana', email, language: 'en', purposes: ['photos'] }
      await call(box.app, registrar, askConsent, { ...of, subject })
    }
  })
  afterAll(() => box.close())

  it.each([
    ['Far', ['Yusuf', 'Omar'], 'Farqxa'],
    ['Yus', ['Farqxa', 'Omar'], 'Yusuf'],
  ])('says nothing of the other children or of another family: %s', async (who, others, own) => {
    const of = { schoolId: alnoor.schoolId, studentId: ids[who] ?? '' }
    const { entries } = await takeAccess(box, head, of)
    for (const [path, text] of entries)
      for (const name of [...others, 'Zelkova', 'Huda'])
        expect([path, name, text.toLowerCase().includes(name.toLowerCase())]).toEqual([path, name, false])
    // The form that both are on is there, with this child alone.
    const forms = rowsOf(entries, 'submissions')
    expect(forms.length).toBe(2)
    for (const { answers } of forms) expect(answers).toMatchObject({ children: [{ name: `${own} Quortana` }], email })
    expect(rowsOf(entries, 'student_guardians').length).toBe(1)
    expect([...entries.keys()].filter((path) => path.startsWith('documents/')).length).toBe(1)
    expect(rowsOf(entries, 'student_notes').length).toBe(1)
  })

  it('is for those who may erase, and of their own school', async () => {
    const asked = () => ({
      commandId: OpId.parse(crypto.randomUUID()),
      student_id: ids['Far'] ?? '',
      language: 'en' as const,
    })
    const { access } = await takeAccess(box, head, { schoolId: alnoor.schoolId, studentId: ids['Far'] ?? '' })
    for (const [to, input] of [
      [startSubjectAccess, asked()],
      [subjectAccesses, { student_id: ids['Far'] }],
      [subjectAccessFile, { id: access.id }],
    ] as const)
      expect((await call(box.app, registrar, to, input)).body['messageId']).toBe('access.denied')
    const manara = await makeSchool(box, 'manara')
    const theirs = await signInAs(box, manara, 'head', ['head'])
    expect((await call(box.app, theirs, startSubjectAccess, asked())).body['messageId']).toBe('request.not-found')
    expect((await call(box.app, theirs, subjectAccesses, { student_id: ids['Far'] })).body).toMatchObject({
      accesses: [],
    })
    expect((await call(box.app, theirs, subjectAccessFile, { id: access.id })).body['messageId']).toBe(
      'request.not-found',
    )
  })
})

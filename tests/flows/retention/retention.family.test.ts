import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { submissions } from '#server/features/forms/form.table.ts'
import { studentGuardians } from '#server/features/students/record/student-record.table.ts'
import { askConsent } from '#shared/consents/consent-request.contract.ts'
import { submissionDetail } from '#shared/forms/submission.contract.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { eraseFile, Retention, rehearseErasure } from '#shared/retention/retention.contract.ts'
import { addNote } from '#shared/students/student-notes.contract.ts'
import { studentRecord } from '#shared/students/student-record.contract.ts'
import { pushOps } from '#shared/sync/sync.contract.ts'
import { mailRows } from '#tests/support/account-kit.ts'
import { tablesWith } from '#tests/support/checks/words-found.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { publish, testForm } from '#tests/support/forms/test-form.ts'
import { makeVisitor, type TestVisitor } from '#tests/support/forms/visitor-kit.ts'
import { publishConsents } from '#tests/support/records/consent-kit.ts'
import { bring, documentsOf, paper, readPaper } from '#tests/support/records/document-kit.ts'
import { staySignedIn, step } from '#tests/support/records/offers-made.ts'
import { fileOf, listStudents, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const email = 'hind@quortana.example'

describe.each(engines)('a file whose brother’s stays on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let registrar: Caller
  let head: Caller
  const ids: Record<string, string> = {}
  let visitor: TestVisitor
  let ops: ReturnType<TestVisitor['op']>[]

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    registrar = await signInAs(box, alnoor, 'registrar', ['registrar'])
    head = await signInAs(box, alnoor, 'head', ['head'])
    await staySignedIn(box)
    await publishConsents(box, alnoor)
    await publish(box, alnoor, { ...testForm(), purpose: 'admission' }, 'admission')
    await publish(box, alnoor, testForm(), 'enquiry')
    visitor = await makeVisitor(box, alnoor, 8)
    const answers = {
      name: 'Hind Quortana',
      email,
      children: [{ name: 'Farqxa Quortana' }, { name: 'Yusuf Quortana' }],
    }
    ops = [
      visitor.op('enquiry.submit', { form: 'enquiry', answers }),
      visitor.op('admission.submit', { form: 'admission', answers }),
      // About a third child, who has no file yet: the same mother asks.
      visitor.op('enquiry.submit', { form: 'enquiry', answers: { ...answers, children: [{ name: 'Omar Quortana' }] } }),
    ]
    await visitor.push(ops)
    for (const [at, name] of ['enquiry', 'application', 'third'].entries()) ids[name] = ops[at]?.opId ?? ''
    for (const { student_id, student_name } of (await listStudents(box, registrar)).students)
      ids[student_name?.startsWith('Far') ? 'her' : 'his'] = student_id
    for (const [which, text] of [
      ['her', 'Farqxa sings'],
      ['his', 'Yusuf draws'],
    ] as const) {
      const student_id = ids[which] ?? ''
      await call(box.app, registrar, studentRecord, { student_id })
      const note = { student_id, noteId: OpId.parse(crypto.randomUUID()), way: 'remark', text }
      await call(box.app, registrar, addNote, note)
      await bring(box, registrar, student_id, 'passport', paper('pdf', text))
      const subject = which === 'her' ? 'Farqxa Quortana' : 'Yusuf'
      const of = {
        submissionId: ids['application'],
        guardian: 'Hind Quortana',
        email,
        language: 'en',
        purposes: ['photos'],
      }
      await call(box.app, registrar, askConsent, { ...of, subject })
    }
  })
  afterAll(() => box.close())

  const close = async (which: string) => {
    box.clock.advance(1)
    const id = ids[which] ?? ''
    const { student } = await fileOf(box, registrar, id)
    const change = { kind: 'move', to: 'rejected', outcome: 'refused-by-school', reason: 'age' } as const
    await step(box, registrar, { id, revision: student.revision }, change)
    const asked = { student_id: id, reference: student.registration_id, cause: 'family-asked' }
    const rehearsed = await call(box.app, head, rehearseErasure, { studentIds: [id] })
    const { status, body } = await call(box.app, head, eraseFile, asked)
    expect(status).toBe(200)
    expect(Retention.parse(body).erased?.counts).toEqual(rehearsed.body['counts'])
    return Retention.parse(body).erased?.counts
  }
  const answersOf = async (which: string) =>
    (await box.db.owner.select().from(submissions)).find(({ id }) => id === ids[which])?.answers

  it('loses its own part of what both share, and nothing of his', async () => {
    const told = { subject: 'Farqxa and Yusuf', letter: 'Farqxa and Yusuf are invited' }
    const queued = { subject: 'Yusuf', letter: 'Yusuf is invited' }
    for (const [state, params] of [
      ['sent', told],
      ['queued', queued],
    ] as const)
      await box.db.owner.execute(sql`
        insert into mails (school_id, id, recipient, language, template, params, origin, state, next_at, created_at)
        values (${alnoor.schoolId}, ${crypto.randomUUID()}, ${email}, 'en', 'school-message', ${JSON.stringify(params)}::jsonb, '',
          ${state}, now(), now())`)
    expect(await close('her')).toMatchObject({ guardiansKept: 1, guardians: 0, notes: 1, papers: 1, files: 1 })
    expect(Object.fromEntries(await tablesWith(box, ['Farqxa']))).toEqual({})
    const kept = { name: 'Hind Quortana', email, children: [{}, { name: 'Yusuf Quortana' }] }
    expect([await answersOf('application'), await answersOf('enquiry')]).toEqual([kept, kept])
    const erased = await fileOf(box, registrar, ids['her'] ?? '')
    expect([erased.submissionId, erased.student.student_name]).toEqual([null, null])
    const { student } = await fileOf(box, registrar, ids['his'] ?? '')
    expect(student).toMatchObject({ student_name: 'Yusuf Quortana', status: 'new', erasedAt: null })
    const record = studentRecord.reply.parse(
      (await call(box.app, registrar, studentRecord, { student_id: ids['his'] })).body,
    )
    expect(record).toMatchObject({ guardians: [{ nameLatin: 'Hind Quortana', email }], differences: [], siblings: [] })
    const { items } = await documentsOf(box, registrar, ids['his'] ?? '')
    const file = items.find(({ type }) => type.code === 'passport')?.files[0]
    expect(await readPaper(box, registrar, ids['his'] ?? '', file?.doc_id ?? '')).toContain('Yusuf draws')
    expect((await mailRows(box)).map(({ params }) => params['letter'])).toContain('Yusuf is invited')
    expect((await mailRows(box)).map(({ params }) => params['subject'] ?? '')).toContain('Yusuf')
    const seen = await call(box.app, registrar, submissionDetail, { id: ids['application'] })
    expect(seen.status).toBe(200)
    const guardians = await box.db.owner.select().from(studentGuardians)
    expect(guardians.map(({ studentId }) => studentId)).toEqual([ids['his']])
  })

  it('brings nothing back when the device sends once more what the server had taken', async () => {
    await visitor.admit()
    const { results } = pushOps.reply.parse((await visitor.push(ops)).body)
    expect(results.map(({ outcome }) => outcome)).toEqual(ops.map(() => 'duplicate'))
    expect(Object.fromEntries(await tablesWith(box, ['Farqxa']))).toEqual({})
  })

  it('takes the rest with it when his goes too; what the mother asks about a third child is hers', async () => {
    expect(await close('his')).toMatchObject({ guardiansKept: 1 })
    expect([...(await tablesWith(box, ['Yusuf'])).keys()]).toEqual([])
    expect(await answersOf('application')).toEqual({})
    expect(await answersOf('third')).toMatchObject({ name: 'Hind Quortana', children: [{ name: 'Omar Quortana' }] })
    const { rows } = await box.db.owner.execute(sql`select answers from submissions where answers::text like '%Hind%'`)
    expect(rows).toHaveLength(1)
  })
})

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultForms } from '#server/features/forms/defaults/default-forms.ts'
import { familyLines } from '#server/features/retention/plan-family.ts'
import { feeLines } from '#server/features/retention/plan-fees.ts'
import { fileLines } from '#server/features/retention/plan-file.ts'
import type { Scope } from '#server/features/retention/scope.ts'
import { studentAppointments } from '#shared/admissions/appointment-booking.contract.ts'
import { studentScoring } from '#shared/admissions/assessment.contract.ts'
import { studentList } from '#shared/admissions/student.contract.ts'
import { studentExport } from '#shared/admissions/student-export.contract.ts'
import { studentData, studentFunnel } from '#shared/admissions/student-file.contract.ts'
import { studentDocuments } from '#shared/documents/document.contract.ts'
import { submissionDetail, submissionExport, submissionList } from '#shared/forms/submission.contract.ts'
import type { Endpoint } from '#shared/kernel/endpoint.ts'
import { studentLetters, verifyLetter } from '#shared/letters/issued-letter.contract.ts'
import { messageLog } from '#shared/messaging/message-log.contract.ts'
import { studentMessages } from '#shared/messaging/student-message.contract.ts'
import { auditExport, auditList } from '#shared/overview/audit.contract.ts'
import { search } from '#shared/overview/search.contract.ts'
import { eraseFile, Retention, rehearseErasure } from '#shared/retention/retention.contract.ts'
import { studentNotes } from '#shared/students/student-notes.contract.ts'
import { studentRecord, studentTimeline } from '#shared/students/student-record.contract.ts'
import { studentWork } from '#shared/students/student-work.contract.ts'
import { allTables, tablesWith } from '#tests/support/checks/words-found.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { publish, testForm } from '#tests/support/forms/test-form.ts'
import { takeAccess } from '#tests/support/retention/access-kit.ts'
import { publishConsents } from '#tests/support/records/consent-kit.ts'
import { staySignedIn } from '#tests/support/records/offers-made.ts'
import { fileOf, signInAs } from '#tests/support/records/students-made.ts'
import { unreachedTables } from '#tests/support/checks/unreached-tables.ts'
import { WholeFile } from '#tests/support/records/whole-file.ts'
import { marks } from '#tests/support/records/whole-file-marks.ts'
import { agreeOnPaper } from '#tests/support/records/whole-file-paper.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const nobody = { emails: [], phones: [] }
const empty: Scope = {
  schoolId: '',
  studentId: '',
  names: [],
  givenNames: [],
  calledBy: [],
  going: nobody,
  all: nobody,
  guardiansKept: 0,
  submissionIds: [],
  pruned: [],
  personIds: [],
  accountId: undefined,
  requestIds: [],
  criteriaIds: [],
  fileIds: [],
  mailIds: [],
  opIds: [],
}
const reached = new Set([...fileLines(empty), ...familyLines(empty)].map(({ table }) => table))

/** Where what is made here leaves no word of the family: keys, hashes and states beside it. */
const wordless = [
  ...feeLines(empty).map(({ table }) => table),
  'consent_openings',
  'consent_decisions',
  'document_standings',
  'documents',
  'enquiry_cases',
  'enquiry_invitations',
  'enquiry_students',
  'erasure_holds',
  'letter_faults',
  'letter_prints',
  'offer_links',
  'offer_scans',
  'person_decisions',
  'student_identity_checks',
  'student_identity_numbers',
  'student_notices',
  'subject_accesses',
]

describe.each(engines)('the file of a child that never joined on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let file: WholeFile
  const as: Record<string, Caller> = {}
  const words = [marks.word, marks.arabic, marks.born, ...marks.others]

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    await staySignedIn(box)
    const forms = defaultForms({ firstYear: 2031, ages: undefined })
    for (const slug of ['enquiry', 'admission']) if (forms[slug]) await publish(box, alnoor, forms[slug], slug)
    const criteria = { ...testForm(), purpose: 'criteria' as const }
    const section = criteria.pages[0]?.sections[0]
    if (section) section.parts = section.parts.filter(({ type }) => type !== 'file')
    await publish(box, alnoor, criteria, 'criteria-test')
    await publishConsents(box, alnoor)
    const sign = (name: string, role: 'registrar' | 'head' | 'finance' | 'admission-officer') =>
      signInAs(box, alnoor, name, [role])
    as['registrar'] = await sign('registrar', 'registrar')
    as['head'] = await sign('head', 'head')
    as['finance'] = await sign('finance', 'finance')
    as['officer'] = await sign('officer', 'admission-officer')
    await staySignedIn(box)
    file = new WholeFile(box, alnoor, as as never)
    await file.fill()
    await agreeOnPaper(box, as['officer'], file)
    // A file for the family goes with the child.
    await takeAccess(box, as['head'], { schoolId: alnoor.schoolId, studentId: file.studentId })
  }, 120_000)
  afterAll(() => box.close())

  const money = async () => {
    const { rows } = await box.db.owner.execute(sql`
      select (select coalesce(sum(amount), 0)::int from student_fees) as fees,
        (select coalesce(sum(amount), 0)::int from offer_deposits) as deposits,
        (select string_agg(kind || amount || coalesce(receipt, ''), ' ' order by kind) from offer_settlements) as settled,
        (select string_agg(receipt, ' ' order by receipt) from offer_deposits) as receipts`)
    return rows
  }
  const funnel = async () => (await call(box.app, as['head'] ?? {}, studentFunnel, {})).body
  const erase = (by = 'head', more: object = {}) =>
    fileOf(box, as['registrar'] ?? {}, file.studentId).then(({ student }) =>
      call(box.app, as[by] ?? {}, eraseFile, {
        student_id: file.studentId,
        reference: student.registration_id,
        cause: 'family-asked',
        ...more,
      }),
    )

  it('reaches every table there is, or says why not', async () => {
    const known = [...reached, ...Object.values(unreachedTables).flat()]
    expect(known.toSorted()).toEqual([...new Set(known)].toSorted())
    expect(await allTables(box)).toEqual(known.toSorted())
  })

  it('stands everywhere before, and nowhere after; figures and money are as they were', async () => {
    const before = await tablesWith(box, words)
    expect([...before.keys()].toSorted()).toEqual([...reached].filter((table) => !wordless.includes(table)).toSorted())
    const [had, counted] = [await money(), await funnel()]
    const codes = await box.db.owner.execute<{ url: string }>(sql`
      select blocks->'verification'->>'url' as url from issued_letters`)
    const rehearsed = await call(box.app, as['head'] ?? {}, rehearseErasure, { studentIds: [file.studentId] })
    expect((await tablesWith(box, words)).size).toBe(before.size)
    const { status, body } = await erase()
    expect({ status, body }).toMatchObject({ status: 200, body: { erased: { cause: 'family-asked' } } })
    expect(Object.fromEntries(await tablesWith(box, words))).toEqual({})
    expect(Retention.parse(body).erased?.counts).toEqual(rehearsed.body['counts'])
    expect([await money(), await funnel()]).toEqual([had, counted])
    for (const { url } of codes.rows) {
      const said = await call(box.app, { school: 'alnoor' }, verifyLetter, { code: url.split('/').at(-1) })
      expect(['withdrawn', 'superseded']).toContain(said.body['standing'])
    }
  })

  it('can be looked at everywhere still: nothing fails, and nothing says whose it was', async () => {
    const of = { student_id: file.studentId }
    const format = { language: 'en', format: 'csv' }
    const reads: [Endpoint, object][] = [
      ...[studentData, studentRecord, studentTimeline, studentNotes, studentDocuments, studentScoring].map(
        (each): [Endpoint, object] => [each, of],
      ),
      ...[studentAppointments, studentMessages, studentLetters].map((each): [Endpoint, object] => [each, of]),
      [studentList, {}],
      [studentWork, { queue: 'refunds' }],
      [studentExport, format],
      [submissionList, {}],
      [submissionExport, format],
      [submissionDetail, { id: file.enquiryId }],
      [submissionDetail, { id: file.submissionId }],
      [search, { text: 'Hind' }],
      [messageLog, {}],
      [auditList, {}],
      [auditExport, format],
    ]
    for (const [to, input] of reads) {
      const { status, body } = await call(box.app, as['head'] ?? {}, to, input)
      expect({ to: to.path, status }).toEqual({ to: to.path, status: 200 })
      for (const word of words) expect(JSON.stringify(body), to.path).not.toContain(word)
    }
  })
})

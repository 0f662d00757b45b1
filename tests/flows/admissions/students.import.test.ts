import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runImport, runImports } from '#server/features/admissions/import/run-import.service.ts'
import { importColumnCodes } from '#shared/admissions/import/import-columns.rules.ts'
import { importRefused } from '#shared/admissions/import/student-import.contract.ts'
import { studentExport } from '#shared/admissions/student-export.contract.ts'
import { dayMs } from '#shared/kernel/time.ts'
import { auditList } from '#shared/overview/audit.contract.ts'
import { studentRecord } from '#shared/students/student-record.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { fileFrom } from '#tests/support/letters/letters-made.ts'
import {
  bring,
  check,
  csvFile,
  jobOf,
  judged,
  pupilColumns,
  pupils,
  rowsOf,
} from '#tests/support/records/import-kit.ts'
import { listStudents, makeStudent, makeStudents, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const asText = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8')

describe.each(engines)('students brought in from a file on %s', (engine) => {
  let box: Box
  let school: TestSchool
  let registrar: Caller
  beforeAll(async () => {
    box = await openBox(engine)
    school = await makeSchool(box, 'alnoor')
    registrar = await signInAs(box, school, 'registrar', ['registrar'])
  })
  afterAll(() => box.close())

  const count = async (table: string) => {
    const { rows } = await box.db.owner.execute<{ n: number }>(sql.raw(`select count(*)::int as n from ${table}`))
    return rows[0]?.n
  }
  const recordOf = async (studentId: string) =>
    studentRecord.reply.parse((await call(box.app, registrar, studentRecord, { student_id: studentId })).body)
  const settled = async (id: string) => {
    await expect.poll(async () => (await jobOf(box, registrar, id))?.state, { timeout: 20_000 }).toBe('done')
  }

  it('are judged first, each by itself and beside the others; nothing is brought in by that', async () => {
    const known = await makeStudent(box, school, { nameLatin: 'Noor Haddad', birthDate: '2018-05-04' })
    const before = [await count('students'), await count('student_guardians')]
    const file = await csvFile(importColumnCodes, [
      {
        nameEn: 'Sara Nasser',
        birthDate: '31/03/2018',
        grade: 'Grade 2',
        nationality: 'قطر',
        guardian1NameEn: 'Hind',
        guardian1Phone: '5512 3456',
      },
      { nameEn: 'Ali Nasser', birthDate: '1/4/2020', guardian1Phone: '+97455123456' },
      { nameEn: 'NOOR  Haddad', birthDate: '4/5/2018' },
      { nameEn: 'سارة', birthDate: '1447-02-01', grade: 'XV', status: 'Booked', guardian1Email: 'nobody' },
      { nameEn: 'Sara Nasser', birthDate: '31.3.2018' },
    ])
    const job = await judged(box, registrar, file)
    expect(job).toMatchObject({ state: 'judged', total: 5, counts: { new: 2, known: 1, refused: 2 }, brought: 0 })
    const rows = await rowsOf(box, registrar, job.id)
    expect(rows.map(({ row, verdict }) => [row, verdict])).toEqual([
      [5, 'refused'],
      [6, 'refused'],
      [2, 'new'],
      [3, 'new'],
      [4, 'known'],
    ])
    expect(rows[0]?.problems.map(({ column, why }) => `${column} ${why}`)).toEqual([
      'nameEn script',
      'birthDate day',
      'grade grade',
      'guardian1Email email',
      'status status-later',
    ])
    expect(rows[1]?.problems).toEqual([{ column: null, why: 'twice', row: 2 }])
    expect(rows[2]).toMatchObject({ birthDate: '2018-03-31', grade: '2', siblings: 1 })
    expect(rows[3]).toMatchObject({ problems: [], joined: 1, siblings: 1 })
    expect(rows[4]?.known).toMatchObject({ student_id: known.id, by: 'name-and-birth-date' })
    expect([await count('students'), await count('student_guardians')]).toEqual(before)
  })

  it('come in with their parents, joined with those who are here, and are known ever after', async () => {
    const file = await csvFile(pupilColumns, pupils(40))
    const job = await judged(box, registrar, file)
    expect(job.counts).toEqual({ new: 40, known: 0, refused: 0 })
    await bring(box, registrar, job.id)
    await settled(job.id)
    expect(await jobOf(box, registrar, job.id)).toMatchObject({ brought: 40 })
    const [first, second, third] = await rowsOf(box, registrar, job.id)
    const record = await recordOf(first?.student_id ?? '')
    expect(record.guardians).toMatchObject([
      { relation: 'father', phone: '+97455000000', email: 'hassan.0@home.example', maySign: null },
      { relation: 'mother', phone: '+97466000000' },
    ])
    expect(new Set(record.siblings.map(({ student_id }) => student_id))).toEqual(
      new Set([second?.student_id, third?.student_id]),
    )
    expect(record.siblings.map(({ because }) => because)).toEqual(['contact', 'contact'])
    // A brother who comes later, of whose father the list says the phone alone.
    const later = await csvFile(
      ['nameEn', 'birthDate', 'guardian1Phone'],
      [{ nameEn: 'Yusuf Hassan', birthDate: '2022-01-05', guardian1Phone: '5500 0000' }],
    )
    const another = await judged(box, registrar, later)
    expect(await rowsOf(box, registrar, another.id)).toMatchObject([{ verdict: 'new', joined: 1, siblings: 3 }])
    await bring(box, registrar, another.id)
    await settled(another.id)
    const [yusuf] = await rowsOf(box, registrar, another.id)
    expect((await recordOf(yusuf?.student_id ?? '')).guardians).toMatchObject([{ email: 'hassan.0@home.example' }])
    expect((await judged(box, registrar, file)).counts).toEqual({ new: 0, known: 40, refused: 0 })
    const admin = await signInAs(box, school, 'admin', ['admin'])
    const { entries } = auditList.reply.parse((await call(box.app, admin, auditList, {})).body)
    expect(entries.filter(({ what }) => what === 'students-imported').map(({ facts }) => facts)).toContainEqual({
      count: 40,
      format: 'csv',
    })
  })

  it('stop and go on where they were, after the server has ended too; nobody twice, by two servers at once', async () => {
    const rows = pupils(120).map((row) => ({ ...row, nameEn: `Stop ${row.nameEn}`, nameAr: '', identityNumber: '' }))
    const job = await judged(box, registrar, await csvFile(pupilColumns, rows))
    const before = (await count('students')) ?? 0
    const { schoolId } = school
    await box.db.owner.execute(sql`update import_jobs set state = 'running' where id = ${job.id}`)
    let rounds = 0
    await runImport(box.deps, schoolId, job.id, () => (rounds += 1) > 1)
    expect(await count('students')).toBe(before + 25)
    expect(await bring(box, registrar, job.id, false)).toMatchObject({ state: 'stopped', brought: 25 })
    await runImports(box.deps, schoolId)
    expect(await count('students')).toBe(before + 25)
    await box.db.owner.execute(sql`update import_jobs set state = 'running' where id = ${job.id}`)
    await Promise.all([runImports(box.deps, schoolId), runImports(box.deps, schoolId)])
    expect(await jobOf(box, registrar, job.id)).toMatchObject({ state: 'done', brought: 120 })
    expect(await count('students')).toBe(before + 120)
  })

  it('one damaged row among 1,700 is refused with its reason and nothing of it is stored; the file of it has no formulas', async () => {
    const rows = pupils(1700).map((row) => ({ ...row, nameEn: `Many ${row.nameEn}`, identityNumber: '' }))
    const lines = asText(await csvFile(pupilColumns, rows)).split('\r\n')
    lines[800] = lines[800]?.replace('Many', '"Many') ?? ''
    lines[900] = lines[900]?.replace('2030', '=HYPERLINK("http://x")') ?? ''
    const job = await judged(box, registrar, Buffer.from(lines.join('\r\n')))
    expect(job.counts).toEqual({ new: 1698, known: 0, refused: 2 })
    const [quotes] = await rowsOf(box, registrar, job.id)
    expect(quotes).toMatchObject({ row: 801, problems: [{ column: null, why: 'quotes' }] })
    const refused = asText((await fileFrom(box, registrar, importRefused, { id: job.id, language: 'ar' })).bytes)
    expect(refused).toContain('الصف رقم 801 · هذا الصف: علامة تنصيص لم تُغلق')
    expect(refused).toMatch(/,"?'=HYPERLINK/)
  })

  it('in a row that the database does not take nothing is stored half, and the others come in', async () => {
    const job = await judged(
      box,
      registrar,
      await csvFile(
        ['nameEn', 'birthDate', 'guardian1NameEn', 'guardian1Phone'],
        ['Half One', 'Half Two', 'Half Three'].map((nameEn, no) => ({
          nameEn,
          birthDate: '2019-09-09',
          guardian1NameEn: 'Hind',
          guardian1Phone: `5599990${no}`,
        })),
      ),
    )
    await box.db.owner.execute(
      sql`update import_rows set values = jsonb_set(values, '{guardians,0,phone}', '"+97400000000"') where job_id = ${job.id} and row = 3`,
    )
    await box.db.owner.execute(
      sql`alter table student_guardians add constraint no_such check (phone <> '+97400000000')`,
    )
    await bring(box, registrar, job.id)
    await settled(job.id)
    await box.db.owner.execute(sql`alter table student_guardians drop constraint no_such`)
    expect(await jobOf(box, registrar, job.id)).toMatchObject({ brought: 2, counts: { new: 2, refused: 1 } })
    const { students } = await listStudents(box, registrar, { filter: { text: 'half' } })
    expect(new Set(students.map(({ student_name }) => student_name))).toEqual(new Set(['Half One', 'Half Three']))
    expect(students[0]).toMatchObject({ status: 'new', source: 'import' })
  })

  it('anyone who was taken out as a file is known when it comes back, whatever stands there', async () => {
    await makeStudents(box, school, 60, (no) => ({
      nameLatin: `Round ${'abcdefghijkl'[no % 12]} ${no}`,
      nameArabic: null,
    }))
    for (const asked of [
      { format: 'xlsx', language: 'ar' },
      { format: 'csv', language: 'en' },
    ]) {
      const { bytes } = await fileFrom(box, registrar, studentExport, { filter: { text: 'round' }, ...asked })
      const job = await judged(box, registrar, bytes)
      expect(job).toMatchObject({ format: asked.format, unknownHeads: [] })
      const wrong = (await rowsOf(box, registrar, job.id)).filter(({ verdict }) => verdict !== 'known')
      expect(wrong).toEqual([])
    }
  })

  it('have their columns matched by a person where the heads say nothing, which is remembered for files of that shape', async () => {
    const file = (child: string, heads = ['Pupil', 'Born', 'Mother’s mobile', 'House']) =>
      new TextEncoder().encode([heads.join(';'), `${child};2019-02-03;+97455123499;Red`].join('\r\n'))
    const first = await check(box, registrar, file('Mapped One'))
    expect(first).toMatchObject({ job: null, unreadable: { why: 'columns-missing' }, isRemembered: false })
    expect(first.heads).toEqual([
      { head: 'Pupil', sample: 'Mapped One', column: null },
      { head: 'Born', sample: '2019-02-03', column: null },
      { head: 'Mother’s mobile', sample: '+97455123499', column: null },
      { head: 'House', sample: 'Red', column: null },
    ])
    const columns = [
      { head: 'Pupil', column: 'nameEn' as const },
      { head: 'Born', column: 'birthDate' as const },
      { head: 'Mother’s mobile', column: 'guardian1Phone' as const },
      { head: 'House', column: null },
    ]
    const mapped = await check(box, registrar, file('Mapped One'), crypto.randomUUID(), columns)
    expect(mapped.job).toMatchObject({ counts: { refused: 1 }, unknownHeads: [], unusedHeads: ['House'] })
    // Another list with the same heads in another order is read by itself, and one of another school is not.
    const again = await check(box, registrar, file('Mapped Two', ['Pupil', 'born', 'MOTHER’S MOBILE', 'House']))
    expect(again).toMatchObject({ job: { total: 1 }, isRemembered: true })
    expect((await rowsOf(box, registrar, again.job?.id ?? ''))[0]).toMatchObject({ nameLatin: 'Mapped Two' })
    const theirs = await signInAs(box, await makeSchool(box, 'pearl'), 'registrar', ['registrar'])
    expect((await check(box, theirs, file('Mapped Three'))).job).toBeNull()
    // What two columns claim is said, and nothing is remembered of it.
    const twice = columns.map((each) => ({ ...each, column: 'nameEn' as const }))
    expect((await check(box, registrar, file('Mapped Four'), crypto.randomUUID(), twice)).unreadable?.why).toBe(
      'columns-missing',
    )
    expect((await check(box, registrar, file('Mapped Five'))).isRemembered).toBe(true)
  })

  it('are forgotten on their day, are another school’s never, and are for registrars and administrators', async () => {
    const job = await judged(
      box,
      registrar,
      await csvFile(['nameEn', 'birthDate'], [{ nameEn: 'Gone', birthDate: '2019-01-01' }]),
    )
    const theirs = await makeSchool(box, 'manara')
    const stranger = await signInAs(box, theirs, 'registrar', ['registrar'])
    expect(await jobOf(box, stranger, job.id)).toBeUndefined()
    expect((await call(box.app, stranger, importRefused, { id: job.id, language: 'en' })).body.messageId).toBe(
      'request.not-found',
    )
    const officer = await signInAs(box, school, 'officer', ['admission-officer'])
    expect((await call(box.app, officer, importRefused, { id: job.id, language: 'en' })).body.messageId).toBe(
      'access.denied',
    )
    expect((await check(box, registrar, new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]))).unreadable?.why).toBe('old-format')
    box.clock.advance(8 * dayMs)
    await runImports(box.deps, school.schoolId)
    expect(await count('import_rows')).toBe(0)
  })
})

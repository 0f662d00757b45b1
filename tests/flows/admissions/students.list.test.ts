import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { students } from '#server/features/students/student.table.ts'
import { type StudentFilter, studentList, studentSorts } from '#shared/admissions/student.contract.ts'
import { studentFunnel } from '#shared/admissions/student-file.contract.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import { studentStatuses } from '#shared/students/student-status.rules.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { listStudents, type MadeStudent, makeStudents, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const inSome = <T>(of: readonly T[] | undefined, value: T | null) => !of || (value !== null && of.includes(value))

/** The filter once more, as a person would say it. */
const fits = (filter: StudentFilter) => (row: MadeStudent) =>
  inSome(filter.status, row.status) &&
  inSome(filter.grade, row.grade) &&
  inSome(filter.entryYear, row.entryYear) &&
  inSome(filter.nationality, row.nationality) &&
  inSome(filter.source, row.source) &&
  (filter.owner === undefined || (filter.owner === 'none' ? row.ownerId === null : row.ownerId === filter.owner)) &&
  (filter.dueBy === undefined || (row.nextActionOn !== null && row.nextActionOn <= filter.dueBy))

describe.each(engines)('the list of students on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let all: MadeStudent[]
  let officer: Caller & { userId: NonNullable<MadeStudent['ownerId']> }
  let stranger: Caller

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    const manara = await makeSchool(box, 'manara')
    officer = await signInAs(box, alnoor, 'officer', ['admission-officer'])
    stranger = await signInAs(box, manara, 'stranger', ['admin'])
    all = await makeStudents(box, alnoor, 90, (no) => ({ ownerId: no % 3 === 0 ? officer.userId : null }))
    await makeStudents(box, manara, 10)
  })
  afterAll(() => box.close())

  const list = (asked: Parameters<typeof listStudents>[2] = {}) => listStudents(box, officer, asked)

  it('finds by any filter what fits it, and the counts of the nine make the total', async () => {
    const some = <T>(...values: T[]) => fc.option(fc.subarray(values), { nil: undefined })
    const filters = fc.record({
      status: some(...studentStatuses),
      grade: some('KG1', '1', '10', '99'),
      entryYear: some(2030, 2031),
      nationality: some('QA', 'IN', 'EG'),
      source: some('web', 'friend'),
      owner: fc.constantFrom(undefined, 'none' as const, officer.userId),
      dueBy: fc.constantFrom(undefined, '2030-02-28', '2030-03-01', '2030-03-09'),
    })
    const check = async (filter: StudentFilter) => {
      const { students: found, about } = await list({ filter, limit: 200 })
      const fitting = all.filter(fits(filter)).map(({ id }) => id)
      expect(found.map(({ student_id }) => student_id).toSorted()).toEqual(fitting.toSorted())
      const anyStatus = all.filter(fits({ ...filter, status: undefined }))
      for (const each of studentStatuses)
        expect(about?.counts[each], each).toBe(anyStatus.filter(({ status }) => status === each).length)
      expect(about?.total).toBe(anyStatus.length)
      expect(Object.values(about?.counts ?? {}).reduce((sum, count) => sum + count, 0)).toBe(about?.total)
    }
    await fc.assert(fc.asyncProperty(filters, check), { numRuns: 60 })
  })

  it('finds a name in either script, by the beginnings of its words in any order, and a reference however it is typed', async () => {
    const [child] = await makeStudents(box, alnoor, 1, () => ({
      nameLatin: 'José Zebedee Al-Thani',
      nameArabic: 'خوسيه زبيدي آل ثاني',
    }))
    if (!child) throw new Error('nobody was made')
    const found = async (text: string) =>
      (await list({ filter: { text } })).students.map(({ student_id }) => student_id).includes(child.id)
    for (const text of ['jose', 'zeb al', 'THANI jos', 'خوسية', 'اَل زبيدى', child.reference.slice(0, 5)])
      expect(await found(text), text).toBe(true)
    for (const text of [formatReference(child.reference).toLowerCase(), ` ${child.reference.split('').join(' ')}`])
      expect((await list({ filter: { text } })).students.map(({ student_id }) => student_id)).toEqual([child.id])
    for (const text of ['ose', 'jose haddad', '%', '_ose', `${child.reference}9`]) {
      const { students: rows } = await list({ filter: { text }, limit: 200 })
      expect(rows.length === 0 || rows.length > 80, text).toBe(true)
    }
    await box.db.owner.execute(sql`delete from student_changes where student_id = ${child.id}`)
    await box.db.owner.execute(sql`delete from students where id = ${child.id}`)
  })

  const pages = async (sort: (typeof studentSorts)[number], between: (page: number) => Promise<unknown>) => {
    const seen: string[] = []
    let after: string | undefined
    for (let page = 0; page < 100; page += 1) {
      const { students: rows, next, about } = await list({ sort, limit: 7, ...(after !== undefined && { after }) })
      seen.push(...rows.map(({ student_id }) => student_id))
      // What is said of the whole list is reckoned once, with its first page.
      expect(about?.total).toBe(page === 0 ? all.length : undefined)
      await between(page)
      if (next === null) return seen
      after = next
    }
    throw new Error('the pages do not end')
  }

  it.each(studentSorts)('page after page by %s is the whole list in its order, each once', async (sort) => {
    const seen = await pages(sort, async () => undefined)
    expect(seen).toHaveLength(all.length)
    expect(new Set(seen)).toEqual(new Set(all.map(({ id }) => id)))
    expect((await list({ sort, limit: 200 })).students.map(({ student_id }) => student_id)).toEqual(seen)
    const key = (id: string) => all.find((row) => row.id === id)
    const keys = seen.map((id) => {
      const { appliedAt = '', sortName = '', statusSince = '', nextActionOn } = key(id) ?? {}
      return {
        newest: appliedAt,
        oldest: appliedAt,
        name: sortName,
        'waiting-longest': statusSince,
        due: nextActionOn ?? '~',
      }[sort]
    })
    const rising = keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    expect(keys).toEqual(sort === 'newest' ? rising.toReversed() : rising)
  })

  it.each(['newest', 'oldest', 'name'] as const)(
    'by %s shows each once, although rows change and come meanwhile',
    async (sort) => {
      const change = (page: number) =>
        box.db.owner.execute(sql`
        update students set status = ${studentStatuses[page % 9]}, status_since = now(), next_action_on = current_date,
          revision = revision + 1
        where school_id = ${alnoor.schoolId} and ('x' || right(id::text, 4))::bit(16)::int % 5 = ${page % 5}`)
      const seen = await pages(sort, async (page) => {
        await change(page)
        if (page === 2) await makeStudents(box, alnoor, 2, () => ({ appliedAt: '2030-02-20T00:00:00.000Z' }))
      })
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen).toEqual(expect.arrayContaining(all.map(({ id }) => id)))
      await box.db.owner.execute(sql`delete from student_changes where recorded_at = '2030-02-20T00:00:00.000Z'`)
      await box.db.owner.execute(sql`delete from students where applied_at = '2030-02-20T00:00:00.000Z'`)
      all = await box.db.owner.select().from(students).where(sql`school_id = ${alnoor.schoolId}`)
    },
  )

  it('says what a filter may be filled with, grades as children rise, and nothing of another school', async () => {
    const { about } = await list()
    expect(about?.known).toEqual({
      grade: ['KG1', '1', '2', '10'],
      entryYear: [2030, 2031],
      nationality: ['EG', 'IN', 'QA'],
      source: ['friend', 'web'],
    })
    const theirs = await listStudents(box, stranger)
    expect(theirs.about?.total).toBe(10)
    const ours = new Set(all.map(({ id }) => id))
    expect(theirs.students.filter(({ student_id }) => ours.has(student_id))).toEqual([])
  })

  it('refuses a place in another order or one that is none', async () => {
    const { next } = await list({ limit: 3 })
    const asked = [
      { sort: 'name', after: next },
      { after: 'newest|x|y' },
      { after: `newest|${all[0]?.id}|never` },
      { sort: 'due', after: `due|${all[0]?.id}` },
    ]
    for (const each of asked) {
      const { status, body } = await call(box.app, officer, studentList, each)
      expect([status, body.messageId, body.field]).toEqual([400, 'request.invalid', 'after'])
    }
  })

  it('and the funnel are for the desk’s roles and auditors alone, signed in here', async () => {
    const auditor = await signInAs(box, alnoor, 'auditor', ['auditor'])
    const others = await signInAs(box, alnoor, 'others', ['supervisor', 'operator', 'it', 'family'])
    for (const to of [studentList, studentFunnel]) {
      expect((await call(box.app, auditor, to)).status).toBe(200)
      expect((await call(box.app, others, to)).body).toMatchObject({ messageId: 'access.denied' })
      expect((await call(box.app, { school: 'alnoor' }, to)).status).toBe(401)
      expect((await call(box.app, { ...stranger, school: 'alnoor' }, to)).status).toBe(401)
    }
  })
})

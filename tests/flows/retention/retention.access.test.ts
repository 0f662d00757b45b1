import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultForms } from '#server/features/forms/defaults/default-forms.ts'
import { runAccess, runAccesses } from '#server/features/retention/access/run-access.service.ts'
import { subjectAccesses as accesses } from '#server/features/retention/access/subject-access.table.ts'
import { linesOf } from '#server/features/retention/erase.ts'
import { scopeOf } from '#server/features/retention/scope.ts'
import { auditList } from '#shared/overview/audit.contract.ts'
import { SubjectAccess, subjectAccesses } from '#shared/retention/subject-access.contract.ts'
import { tablesWith } from '#tests/support/checks/words-found.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { publish, testForm } from '#tests/support/forms/test-form.ts'
import { type Entries, openAccess, rowsOf, takeAccess } from '#tests/support/retention/access-kit.ts'
import { publishConsents } from '#tests/support/records/consent-kit.ts'
import { staySignedIn } from '#tests/support/records/offers-made.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { WholeFile } from '#tests/support/records/whole-file.ts'
import { marks } from '#tests/support/records/whole-file-marks.ts'
import { agreeOnPaper } from '#tests/support/records/whole-file-paper.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

/** Stands in the database, and in the file not as data: bytes of documents, copies of what is there, colleagues' own lists. */
const besides = ['file_chunks', 'saved_filters', 'sync_ops', 'sync_quarantine']

/** Shorter values are those that the kit itself writes in their place, such as one letter for a hash. */
const leastSecret = 20

describe.each(engines)('OPS-47 subject access of one child on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let file: WholeFile
  let entries: Entries
  let access: SubjectAccess
  const as: Record<string, Caller> = {}
  const words = [marks.word, marks.arabic, marks.born, ...marks.others]
  const head = () => as['head'] ?? {}

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
    const roles = { registrar: 'registrar', head: 'head', finance: 'finance', officer: 'admission-officer' } as const
    for (const [name, role] of Object.entries(roles)) as[name] = await signInAs(box, alnoor, name, [role])
    await staySignedIn(box)
    file = new WholeFile(box, alnoor, as as never)
    await file.fill()
    await agreeOnPaper(box, as['officer'] ?? {}, file)
    ;({ access, entries } = await takeAccess(box, head(), { schoolId: alnoor.schoolId, studentId: file.studentId }))
  }, 240_000)
  afterAll(() => box.close())

  it('has every row of every table that an erasure reaches', async () => {
    const { schoolId } = alnoor
    const reached = await box.db.database.tenant(schoolId, async (tx) => {
      const scope = await scopeOf(tx, { schoolId, studentId: file.studentId })
      const counts = new Map<string, number>()
      for (const [table, lines] of Map.groupBy(linesOf(scope), (line) => line.table)) {
        const any = sql.join(
          lines.map(({ where }) => sql`(${where})`),
          sql` or `,
        )
        const { rows } = await tx.execute<{ count: number }>(
          sql`select count(*)::int as count from ${sql.identifier(table)} t where t.school_id = ${schoolId} and (${any})`,
        )
        counts.set(table, rows[0]?.count ?? 0)
      }
      return counts
    })
    const itself = ['subject_accesses', 'subject_access_parts']
    for (const [table, count] of reached)
      if (!itself.includes(table)) expect([table, rowsOf(entries, table).length]).toEqual([table, count])
    expect([...reached.values()].filter((count) => count > 0).length).toBeGreaterThan(40)
  })

  it('has every word of the family where it stands, the documents, and who saw them', async () => {
    const found = [...(await tablesWith(box, words)).keys()].filter((table) => !table.startsWith('subject_access'))
    const has = (text: string) => words.some((word) => text.toLowerCase().includes(word.toLowerCase()))
    const given = found.filter((table) => has(entries.get(`data/${table}.json`) ?? ''))
    expect(given.toSorted()).toEqual(found.filter((table) => !besides.includes(table)).toSorted())
    const documents = [...entries].filter(([path]) => path.startsWith('documents/'))
    expect(documents.length).toBe(
      rowsOf(entries, 'submission_files').filter(({ state }) => state === 'complete').length,
    )
    expect(documents.some(([, text]) => has(text))).toBe(true)
    expect(rowsOf(entries, 'audit_events').map(({ what }) => what)).toContain('subject-access-begun')
    expect(entries.get('index.html')).toMatch(/^<!doctype html><html lang="en" dir="ltr">/)
    expect(entries.get('index.html')).toContain(marks.arabic)
  })

  it('has no token and no secret', async () => {
    const { rows } = await box.db.owner.execute<{ name: string; column: string }>(sql`
      select table_name as name, column_name as column from information_schema.columns
      where table_schema = current_schema() and column_name in ('token_hash', 'password_hash', 'secret', 'asked_hash')`)
    const placesOf = (value: string) => [...entries].flatMap(([path, text]) => (text.includes(value) ? [path] : []))
    for (const { name, column } of rows) {
      const { rows: secrets } = await box.db.owner.execute<{ value: string | null }>(
        sql`select ${sql.identifier(column)}::text as value from ${sql.identifier(name)}`,
      )
      for (const { value } of secrets)
        if (value && value.length >= leastSecret) expect([name, value, placesOf(value)]).toEqual([name, value, []])
    }
    const ids = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
    expect(JSON.stringify(rowsOf(entries, 'mails')).replaceAll(ids, '')).not.toMatch(/(\/|token=)[A-Za-z0-9_-]{30,}/)
  })

  it('goes on after its server was killed, in Arabic too, and is gone after its days', async () => {
    const { schoolId } = alnoor
    const id = crypto.randomUUID()
    const begun = {
      schoolId,
      id,
      askedHash: '',
      studentId: file.studentId,
      language: 'ar' as const,
      state: 'running' as const,
    }
    const [known] = await box.db.owner.select().from(accesses)
    if (!known) return expect.fail('none')
    await box.db.owner.insert(accesses).values({ ...begun, startedAt: known.startedAt, byUser: known.byUser })
    const list = async () =>
      SubjectAccess.array().parse(
        (await call(box.app, head(), subjectAccesses, { student_id: file.studentId })).body['accesses'],
      )
    const steps: number[] = []
    for (let n = 0; n < 40 && (await list()).some(({ state }) => state === 'running'); n += 1) {
      let left = 1
      await runAccess(box.deps, schoolId, id, () => (left -= 1) < 0)
      steps.push((await list()).find((each) => each.id === id)?.done ?? 0)
    }
    expect(steps.length).toBeGreaterThan(3)
    expect(steps).toEqual(steps.toSorted((a, b) => a - b))
    const again = await openAccess(box, head(), id)
    expect(again.get('index.html')).toMatch(/^<!doctype html><html lang="ar" dir="rtl">.*<h1>البيانات/s)
    expect([...again.keys()].toSorted()).toEqual([...entries.keys()].toSorted())
    const { body } = await call(box.app, head(), auditList, {})
    expect(JSON.stringify(body)).toContain('subject-access-taken')
    box.clock.advance(6 * 86_400_000)
    await runAccesses(box.deps, schoolId)
    expect((await box.db.owner.select().from(accesses)).map((each) => each.id)).toContain(access.id)
    box.clock.advance(2 * 86_400_000)
    await runAccesses(box.deps, schoolId)
    expect(await box.db.owner.select().from(accesses)).toEqual([])
  })
})

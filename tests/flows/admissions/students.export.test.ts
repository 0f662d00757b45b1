import { sql } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addGuardians } from '#server/features/students/record/guardian-contact.service.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import { ForkedTypesetter } from '#server/node/typesetter/typesetter.ts'
import { relationWords } from '#shared/admissions/import/import-words.rules.ts'
import { studentExport } from '#shared/admissions/student-export.contract.ts'
import { apiPrefix } from '#shared/kernel/endpoint.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import { auditList } from '#shared/overview/audit.contract.ts'
import { exportColumnCodes, isGuardianColumn } from '#shared/students/export-columns.rules.ts'
import { outcomeWords, sourceWords, statusWords, studentColumnCodes } from '#shared/students/student-columns.rules.ts'
import { languages, wordsOf } from '#tests/support/checks/words.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { pdfPages, pdfText } from '#tests/support/letters/letter-pdf.ts'
import { hashOf } from '#tests/support/letters/letter-press.ts'
import { type MadeStudent, makeStudents, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('students taken out as a file on %s', (engine) => {
  let box: Box
  let school: TestSchool
  let all: MadeStudent[]
  let registrar: Caller
  beforeAll(async () => {
    box = await openBox(engine)
    school = await makeSchool(box, 'alnoor')
    await makeStudents(box, await makeSchool(box, 'manara'), 3)
    registrar = await signInAs(box, school, 'registrar', ['registrar'])
    const { userId } = await signInAs(box, school, 'owner', ['admission-officer'])
    all = await makeStudents(box, school, 2100, (no) => (no === 7 ? { nameLatin: '=cmd|calc', ownerId: userId } : {}))
  })
  afterAll(() => box.close())

  const take = async (asked: Record<string, unknown>) => {
    const response = await box.app.request(`http://localhost${apiPrefix}${studentExport.path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'client-id': 'alnoor',
        authorization: `Bearer ${registrar.token}`,
      },
      body: JSON.stringify({ language: 'en', ...asked }),
    })
    return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
  }
  const linesOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8').trimEnd().split('\r\n')

  it('everybody is in it once, in the list’s order, over more than one page of the database', async () => {
    const { response, bytes } = await take({ format: 'csv', sort: 'oldest', columns: ['reference', 'nameEn', 'owner'] })
    expect(response.headers.get('content-disposition')).toContain('students-2030-03-03.csv')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const [head, ...lines] = linesOf(bytes)
    expect(head?.slice(1)).toBe('Reference,Name in English,Looked after by')
    const order = all.toSorted((a, b) => (a.appliedAt + a.id < b.appliedAt + b.id ? -1 : 1))
    expect(lines.map((line) => line.split(',')[0])).toEqual(order.map(({ reference }) => formatReference(reference)))
    expect(lines.filter((line) => line.includes('cmd'))).toEqual([expect.stringMatching(/,'=cmd\|calc,[^,]+$/)])
  })

  it('an Arabic workbook has Arabic heads and words, and only whom the filter finds', async () => {
    const { bytes } = await take({
      language: 'ar',
      filter: { status: ['waiting'], grade: ['1'] },
      columns: ['nameAr', 'status', 'birthDate'],
    })
    const body = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
    const found = all.filter(({ status, grade }) => status === 'waiting' && grade === '1')
    expect(found.length).toBeGreaterThan(10)
    expect(body).toContain('rightToLeft="1"')
    expect(body.match(/<row /g)).toHaveLength(found.length + 1)
    expect(body.match(/>قائمة الانتظار</g)).toHaveLength(found.length)
    expect(body).toContain('>تاريخ الميلاد<')
  })

  it('has only those who are selected, whatever the filter says', async () => {
    const few = [all[5], all[50], all[500]].flatMap((each) => each ?? [])
    const ids = few.map(({ id }) => id)
    const { bytes } = await take({ format: 'csv', ids, filter: { text: 'nobody' }, columns: ['reference'] })
    expect(linesOf(bytes).slice(1).toSorted()).toEqual(
      few.map(({ reference }) => formatReference(reference)).toSorted(),
    )
  })

  it('names a source in words, and the guardians in their order where they are asked for', async () => {
    const [one, other] = [all[60], all[61]]
    const ids = [one?.id ?? '', other?.id ?? '']
    const from = sql`case when id = ${one?.id} then 'web' else 'the-fair' end`
    await box.db.owner.execute(sql`update students set source = ${from} where id = any(${uuidList(ids)})`)
    const of = {
      schoolId: school.schoolId,
      studentId: one?.id ?? '',
      nowMs: box.clock.nowMs(),
      random: box.deps.random,
    }
    const contact = { nameArabic: 'هند المانع', phone: null, email: 'hind@home.example', language: 'ar' as const }
    const guardians = [
      { ...contact, nameLatin: 'Hind Al Mana', relation: 'mother' as const },
      { ...contact, nameLatin: 'Ali Al Mana', relation: 'sibling' as const },
      { ...contact, nameLatin: 'Third Al Mana', relation: null },
    ]
    await box.deps.db.tenant(school.schoolId, (tx) => addGuardians(tx, of, guardians))
    const columns = ['source', 'guardian1NameEn', 'guardian1Relation', 'guardian1Email', 'guardian2NameEn']
    const { bytes } = await take({ format: 'csv', ids, columns })
    expect(linesOf(bytes).slice(1).toSorted()).toEqual([
      'Search or website,Hind Al Mana,Mother,hind@home.example,Ali Al Mana',
      'the-fair,,,,',
    ])
    const arabic = await take({ format: 'csv', language: 'ar', ids: ids.slice(0, 1), columns: ['guardian2Relation'] })
    expect(linesOf(arabic.bytes).map((line) => line.replace('\uFEFF', ''))).toEqual([
      'ولي الأمر 2: صلة القرابة',
      'أخ أو أخت بالغ',
    ])
  })

  it('is one moment: what changes while it is written does not come twice or go missing', async () => {
    const [taken] = await Promise.all([
      take({ format: 'csv', sort: 'waiting-longest', columns: ['reference'] }),
      box.db.owner.execute(sql`update students set status_since = now() where school_id = ${school.schoolId}`),
    ])
    const references = linesOf(taken.bytes).slice(1)
    expect(new Set(references).size).toBe(all.length)
    expect(references).toHaveLength(all.length)
  })

  it('is set on paper up to two thousand rows, the same each time; more is refused, and goes into a workbook', async () => {
    const typesetter = new ForkedTypesetter(box.deps.log, { size: 1 })
    box.deps.typesetter = typesetter
    const waiting = { filter: { status: ['waiting'] }, columns: ['reference', 'nameEn', 'status', 'birthDate'] }
    const { response, bytes } = await take({ format: 'pdf', ...waiting })
    expect(response.headers.get('content-type')).toBe('application/pdf')
    const text = await pdfText(bytes)
    const found = all.filter(({ status }) => status === 'waiting')
    for (const { reference } of found) expect(text).toContain(formatReference(reference))
    expect(hashOf((await take({ format: 'pdf', ...waiting })).bytes)).toBe(hashOf(bytes))
    const alone = await take({ format: 'pdf', language: 'ar', filter: { grade: ['1'] }, columns: ['nameAr'] })
    expect(await pdfText(alone.bytes)).toContain('سارة')
    const all2100 = await take({ format: 'pdf', columns: ['reference'] })
    expect([all2100.response.status, Buffer.from(all2100.bytes).toString()]).toEqual([
      413,
      expect.stringContaining('request.too-large'),
    ])
    expect((await take({ format: 'pdf' })).response.status).toBe(400)
    expect((await take({ format: 'xlsx', columns: ['reference'] })).response.status).toBe(200)
    await typesetter.close()
  })

  it('fills two thousand rows of paper in time, line by line', async () => {
    const typesetter = new ForkedTypesetter(box.deps.log, { size: 1 })
    box.deps.typesetter = typesetter
    const meant = all.slice(100).map(({ id }) => id)
    await box.db.owner.execute(sql`update students set grade = 'list' where id = any(${uuidList(meant)})`)
    const { response, bytes } = await take({
      format: 'pdf',
      filter: { grade: ['list'] },
      columns: ['reference', 'nameEn'],
    })
    expect(response.status).toBe(200)
    const pages = await pdfPages(bytes)
    expect(pages.length).toBeGreaterThan(40)
    const text = pages.join('')
    expect(all.slice(100).filter(({ reference }) => !text.includes(formatReference(reference)))).toEqual([])
    // The head of the table stands on every page.
    expect(pages.filter((page) => page.includes('NameinEnglish')).length).toBeGreaterThanOrEqual(pages.length - 1)
    await typesetter.close()
  })

  it('stands in the record with how many there were, and nobody else may', async () => {
    box.clock.advance(1)
    await take({ format: 'csv', filter: { text: 'cmd' } })
    const admin = await signInAs(box, school, 'admin', ['admin'])
    const { body } = await call(box.app, admin, auditList, { group: 'students' })
    const { entries } = auditList.reply.parse(body)
    expect(entries.find(({ what }) => what === 'students-exported')?.facts).toEqual({ count: 1, format: 'csv' })
    for (const role of ['admission-officer', 'finance', 'auditor'] as const) {
      const other = await signInAs(box, school, role, [role])
      expect((await call(box.app, other, studentExport, { language: 'en' })).body.messageId).toBe('access.denied')
    }
  })

  it('speaks the words of the screens, and tells nothing that is not listed', () => {
    for (const lng of languages) {
      const words = wordsOf(lng, 'students')
      for (const [code, word] of Object.entries(statusWords)) expect(word[lng]).toBe(words.get(`status.${code}`))
      for (const [code, word] of Object.entries(outcomeWords)) expect(word[lng]).toBe(words.get(`outcome.${code}`))
      for (const [code, word] of Object.entries(sourceWords)) expect(word[lng]).toBe(words.get(`source.${code}`))
      const inFile = wordsOf(lng, 'students.file')
      for (const [code, spoken] of Object.entries(relationWords))
        expect(spoken[lng === 'ar' ? 1 : 0]).toBe(inFile.get(`relation.${code}`))
    }
    expect(exportColumnCodes.filter((code) => !isGuardianColumn(code))).toEqual(studentColumnCodes)
    expect(exportColumnCodes).toHaveLength(studentColumnCodes.length + 12)
    expect(studentColumnCodes).toMatchInlineSnapshot(`
      [
        "reference",
        "nameEn",
        "nameAr",
        "status",
        "outcome",
        "statusSince",
        "grade",
        "entryYear",
        "birthDate",
        "nationality",
        "source",
        "campus",
        "stream",
        "language",
        "owner",
        "nextActionOn",
        "appliedOn",
      ]
    `)
  })
})

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { faceAudit } from '#server/features/faces/face-record.table.ts'
import { auditActs } from '#shared/audit/audit.rules.ts'
import { login } from '#shared/identity/sign-in.contract.ts'
import { changeRoles, invitePerson } from '#shared/identity/staff.contract.ts'
import { CustomerId } from '#shared/kernel/fields.ts'
import { formatReference, makeReference, referenceBytes } from '#shared/kernel/text/reference-number.rules.ts'
import { hourMs, toInstant } from '#shared/kernel/time.ts'
import { auditExport, auditList } from '#shared/overview/audit.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, makeUser, password, type TestSchool } from '#tests/support/factories.ts'
import { bookFrom, linesFrom } from '#tests/support/records/export-kit.ts'
import { staySignedIn } from '#tests/support/records/offers-made.ts'
import { commandOn, decide, makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

type Asked = z.input<typeof auditList.body>

describe.each(engines)('the record on %s', (engine) => {
  let box: Box
  let school: TestSchool
  let mona: Caller & { userId: string }
  let asim: Caller & { userId: string }
  beforeAll(async () => {
    box = await openBox(engine)
    school = await makeSchool(box, 'alnoor')
    mona = await signInAs(box, school, 'mona', ['admin'])
    asim = await signInAs(box, school, 'asim', ['auditor'])
    box.clock.advance(hourMs)
  })
  afterAll(() => box.close())

  const search = async (asked: Asked = {}, by: Caller = asim) => {
    const { status, body } = await call(box.app, by, auditList, asked)
    if (status !== 200) throw new Error(JSON.stringify(body))
    return auditList.reply.parse(body)
  }
  const found = async (asked: Asked['filter']) => (await search({ filter: asked, limit: 200 })).entries

  it('says who signed in and what was refused: no name, no address, nothing that was typed', async () => {
    await call(box.app, { school: 'alnoor', address: '192.0.2.77' }, login, {
      userName: 'mona',
      password: 'Hunter-1234',
    })
    box.clock.advance(1)
    await call(box.app, { school: 'alnoor', address: '192.0.2.77' }, login, { userName: 'nobody-here', password })
    const entries = await found({ group: 'accounts' })
    const refused = entries.filter(({ what }) => what === 'sign-in-refused')
    expect(refused.map(({ by, about }) => [by, about?.id])).toEqual([
      [null, undefined],
      [null, mona.userId],
    ])
    expect(refused[0]?.facts).toEqual({ kind: 'staff', why: 'auth.wrong-credentials' })
    const { rows } = await box.db.owner.execute<{ all: string }>(
      sql`select string_agg(e::text, ' ') as all from audit_events e`,
    )
    expect(rows[0]?.all).not.toMatch(/192\.0\.2|Hunter|nobody-here|mona|@/)
    const ins = entries.filter(({ what, by }) => what === 'sign-in' && by?.id === asim.userId)
    expect(ins[0]).toMatchObject({ by: { name: { en: 'asim' } }, about: { kind: 'person', name: { en: 'asim' } } })
  })

  it('stands or falls with the act: what was refused is not in it', async () => {
    await staySignedIn(box)
    const hind = await makeUser(box, school, 'hind', ['finance'])
    const give = (roles: string[]) => call(box.app, mona, changeRoles, { id: hind, knownRoles: ['finance'], roles })
    expect((await give(['head', 'it'])).status).toBe(200)
    expect((await give(['head'])).body.messageId).toBe('staff.changed')
    const entries = await found({ about: { kind: 'person', id: hind } })
    expect(entries.map(({ what, facts }) => [what, facts])).toEqual([
      ['person-roles', { added: 'head it', removed: 'finance' }],
    ])
    const taken = {
      names: { en: 'A', ar: '' },
      email: 'a@home.example',
      userName: 'hind',
      roles: ['it'],
      language: 'en',
    }
    expect((await call(box.app, mona, invitePerson, taken)).status).toBe(409)
    expect((await found({ group: 'people' })).map(({ what }) => what)).toEqual(['person-roles'])
  })

  it('shows what students’ and faces’ own histories say among the rest, by time, and copies none of it', async () => {
    const lina = await signInAs(box, school, 'lina', ['registrar'])
    const student = await makeStudent(box, school)
    box.clock.advance(1)
    await decide(box, lina, commandOn(student, { kind: 'move', to: 'shortlisted' }))
    const pupil = CustomerId.parse(crypto.randomUUID())
    await box.db.database.tenant(school.schoolId, (tx) =>
      tx.insert(faceAudit).values({
        schoolId: school.schoolId,
        id: crypto.randomUUID(),
        at: toInstant(box.clock.nowMs() + 1),
        action: 'deleted',
        customerId: pupil,
        detail: { reason: 'withdrawn' },
      }),
    )
    const [first] = await found({})
    expect(first).toMatchObject({ source: 'faces', what: 'face-deleted', about: { kind: 'pupil', id: pupil } })
    const steps = await found({ about: { kind: 'student', id: student.id } })
    expect(steps.map(({ source, facts }) => [source, facts.to])).toEqual([
      ['students', 'shortlisted'],
      ['students', 'new'],
    ])
    expect((await found({ by: steps[0]?.by?.id })).map(({ what }) => what)).toEqual(['student-moved', 'sign-in'])
    expect((await found({ group: 'faces' })).length).toBe(1)
    const { rows } = await box.db.owner.execute<{ n: number }>(
      sql`select count(*)::int as n from audit_events where kind in ('student', 'pupil')`,
    )
    expect(rows[0]?.n).toBe(0)
  })

  it('is read page by page, each entry once, whatever has the same instant', async () => {
    const whole = (await search({ limit: 200 })).entries
    const seen: string[] = []
    let after: string | undefined
    do {
      const page = await search({ limit: 2, ...(after ? { after } : {}) })
      seen.push(...page.entries.map(({ id }) => id))
      after = page.next ?? undefined
    } while (after)
    expect(whole.length).toBeGreaterThan(6)
    expect(seen).toEqual(whole.map(({ id }) => id))
    for (const wrong of ['x', '2030-01-01|x', `|${mona.userId}`]) {
      expect((await call(box.app, asim, auditList, { after: wrong })).body.messageId).toBe('request.invalid')
    }
  })

  it('is narrowed by days of the school, both included', async () => {
    const today = (await search({ limit: 200 })).entries.filter(({ at }) => at >= '2030-03-02T21:00:00.000Z')
    expect((await found({ from: '2030-03-03', to: '2030-03-03' })).length).toBe(today.length)
    expect(await found({ from: '2030-03-04' })).toEqual([])
    expect((await found({ to: '2030-03-02' })).every(({ at }) => at < '2030-03-02T21:00:00.000Z')).toBe(true)
  })

  it('is for auditors, heads and administrators, each of their own school', async () => {
    const manara = await makeSchool(box, 'manara')
    const head = await signInAs(box, manara, 'huda', ['head'])
    const { entries, people } = await search({}, head)
    expect(entries.map(({ by }) => by?.id)).toEqual([head.userId])
    expect(people.map(({ id }) => id)).toEqual([head.userId])
    const clerk = await signInAs(box, school, 'clerk', ['registrar'])
    expect((await call(box.app, clerk, auditList)).body.messageId).toBe('access.denied')
  })

  it('cannot be changed or taken away by anything that serves a school', async () => {
    const rowsNow = async () =>
      (
        await box.db.owner.execute<{ all: string }>(
          sql`select string_agg(e::text, ' ' order by id) as all from audit_events e`,
        )
      ).rows[0]?.all
    const before = await rowsNow()
    const change = (statement: ReturnType<typeof sql>) =>
      box.db.database.tenant(
        school.schoolId,
        async (tx) => (await tx.execute(statement.append(sql` returning id`))).rows,
      )
    expect(await change(sql`update audit_events set by_user = null`)).toEqual([])
    expect(await change(sql`delete from audit_events`)).toEqual([])
    await expect(change(sql`truncate audit_events`)).rejects.toThrow()
    expect(await rowsNow()).toBe(before)
  })

  it('is searched by the reference of a student in any way it is written, and names students by it', async () => {
    const lina = await signInAs(box, school, 'lina-too', ['admission-officer'])
    const adam = await makeStudent(box, school, { reference: makeReference(new Uint8Array(referenceBytes).fill(7)) })
    const noor = await makeStudent(box, school, { reference: 'NOOR' })
    for (const each of [adam, noor]) await decide(box, lina, commandOn(each, { kind: 'move', to: 'shortlisted' }))
    const entries = await found({ reference: ` ${formatReference(adam.reference).toLowerCase()} ` })
    const about = { id: adam.id, reference: adam.reference }
    expect(entries.map((each) => each.about)).toMatchObject([about, about])
    expect(await found({ reference: 'nothing' })).toEqual([])
  })

  it('is taken out whole, over more than one page, in the words of its screen, and that stands in it', async () => {
    const { schoolId } = school
    const rows = sql`insert into audit_events (school_id, id, at, what, act_group, kind, facts)
      select ${schoolId}, gen_random_uuid(), date_trunc('second', now()), 'list-exported', 'exports', 'settings',
        '{"list": "people", "count": 2, "format": "csv"}' from generate_series(1, 1100)`
    await box.db.owner.execute(rows)
    await staySignedIn(box)
    const whole = await linesFrom(box, asim, auditExport, { columns: ['act', 'details', 'by'] })
    expect(whole[0]).toBe('Action,Details,By')
    expect(whole.filter((line) => line === 'Exported a list,"People and roles, 2 rows, CSV",Unknown')).toHaveLength(
      1100,
    )
    expect(whole).toContain('Changed roles,"added: head, IT, removed: finance",mona')
    expect(whole).toContainEqual(expect.stringMatching(/^Changed a student’s status,Shortlisted,lina$/))
    // Nobody who works here hands an application in.
    expect(whole).toContainEqual(expect.stringMatching(/^Changed a student’s status,New,the family$/))
    expect((await found({ group: 'exports', by: asim.userId })).map(({ facts }) => facts)).toEqual([
      { list: 'record', count: whole.length - 1, format: 'csv' },
    ])
    const book = await bookFrom(box, asim, auditExport, { filter: { group: 'faces' } })
    expect(book).toContain('rightToLeft="1"')
    expect(book).toContain('<c r="A2" s="8"><v>')
    expect(book).toContain('>تعديل بيانات وجه<')
  })
})

it('keeps of no act a fact that could be a name or what somebody typed', () => {
  const facts = new Set(Object.values(auditActs).flatMap((act): readonly string[] => act.facts))
  // Written a second time on purpose: a new one has to be thought about here.
  expect([...facts].toSorted()).toEqual([
    'added',
    'again',
    'agreed',
    'cause',
    'claim',
    'count',
    'days',
    'declined',
    'entryYear',
    'event',
    'events',
    'form',
    'formality',
    'format',
    'fromYear',
    'grade',
    'group',
    'how',
    'isClosed',
    'isNecessary',
    'isNew',
    'isRepriced',
    'isTracked',
    'kind',
    'list',
    'method',
    'overOffer',
    'pack',
    'parts',
    'purpose',
    'removed',
    'revision',
    'rights',
    'roles',
    'school',
    'scopes',
    'seats',
    'sellsOut',
    'source',
    'state',
    'takes',
    'to',
    'version',
    'why',
    'year',
  ])
})

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { studentRehearse } from '#shared/admissions/student-rehearse.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { commandOn, decide, type MadeStudent, makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('a change of many students, tried out on %s', (engine) => {
  let box: Box
  let school: TestSchool
  let registrar: Caller
  beforeAll(async () => {
    box = await openBox(engine)
    school = await makeSchool(box, 'alnoor')
    registrar = await signInAs(box, school, 'registrar', ['registrar'])
  })
  afterAll(() => box.close())

  const rehearse = async (students: readonly MadeStudent[], change: unknown, caller = registrar) => {
    const asked = students.map(({ id, revision }) => ({ student_id: id, revision }))
    const { status, body } = await call(box.app, caller, studentRehearse, { students: asked, change })
    return status === 200
      ? studentRehearse.reply.parse(body).results.map(({ comes, messageId }) => messageId ?? comes)
      : body.messageId
  }
  const everything = async () => {
    const { rows } = await box.db.owner.execute(sql`
      select (select json_agg(s order by id) from students s) as students, (select count(*) from student_changes) as steps,
        (select count(*) from student_commands) as commands, (select count(*) from student_proposals) as proposals`)
    return rows
  }

  it('says of each what the decision itself then says, and changes nothing', async () => {
    const many = [
      await makeStudent(box, school),
      await makeStudent(box, school, { birthDate: null }),
      await makeStudent(box, school, { status: 'confirmed' }),
      await makeStudent(box, school),
    ]
    await decide(box, registrar, commandOn(many[3] as MadeStudent, { kind: 'assign', owner: null, nextActionOn: null }))
    const before = await everything()
    const change = { kind: 'move', to: 'shortlisted' } as const
    const said = (await rehearse(many, change)) as string[]
    expect(said).toEqual(['taken', 'student.age-unknown', 'student.no-such-move', 'student.changed'])
    expect(await everything()).toEqual(before)
    for (const [no, student] of many.entries()) {
      const came = await decide(box, registrar, commandOn(student, change))
      expect('refused' in came ? came.refused : 'taken').toBe(said[no])
    }
  })

  it('tells whom another person would have to agree for', async () => {
    const booked = await makeStudent(box, school, { status: 'booked' })
    const change = { kind: 'move', to: 'rejected', outcome: 'refused-by-school', reason: 'mistake' }
    expect(await rehearse([booked], change)).toEqual(['proposed'])
  })

  it('refuses the whole list where "something else" is not said in words, and takes it with them', async () => {
    const many = [await makeStudent(box, school), await makeStudent(box, school)]
    const change = { kind: 'move', to: 'waiting', reason: 'other' }
    expect(await rehearse(many, change)).toBe('student.note-missing')
    expect(await rehearse(many, { ...change, note: ' ' })).toBe('student.note-missing')
    expect(await rehearse(many, { ...change, note: 'Moves in spring' })).toEqual(['taken', 'taken'])
    const [one] = many as [MadeStudent]
    const alone = { kind: 'move', to: 'waiting', reason: 'other' } as const
    expect(await decide(box, registrar, commandOn(one, alone))).toMatchObject({
      refused: 'student.note-missing',
      field: 'note',
    })
  })

  it('is for who decides, of this school, and for so many at once', async () => {
    const auditor = await signInAs(box, school, 'auditor', ['auditor'])
    const student = await makeStudent(box, school)
    const change = { kind: 'assign', owner: null, nextActionOn: null }
    expect(await rehearse([student], change, auditor)).toBe('access.denied')
    const manara = await makeSchool(box, 'manara')
    const stranger = await signInAs(box, manara, 'stranger', ['admin'])
    expect(await rehearse([student], change, stranger)).toEqual(['request.not-found'])
    expect(
      await rehearse(
        Array.from({ length: 101 }, () => student),
        change,
      ),
    ).toBe('request.invalid')
  })
})

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { studentTasks } from '#server/features/students/record/student-record.table.ts'
import { students } from '#server/features/students/student.table.ts'
import { accessCheck } from '#shared/identity/auth.contract.ts'
import { login } from '#shared/identity/sign-in.contract.ts'
import { roleNames } from '#shared/identity/role-names.rules.ts'
import { InvitedRow, invitePeople, leavePerson, peopleList, StaffPerson } from '#shared/identity/staff.contract.ts'
import { mailRows } from '#tests/support/account-kit.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, makeUser, password, type TestSchool } from '#tests/support/factories.ts'
import { makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { speak } from '#tests/support/records/person.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

it('reads the names of roles that screens show', () => {
  for (const [role, name] of Object.entries(roleNames))
    expect(name).toEqual({
      en: speak('en')(`identity.staff:role.${role}`),
      ar: speak('ar')(`identity.staff:role.${role}`),
    })
})

describe.each(engines)('many people at once, and people who leave, on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let admin: Caller

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    admin = await signInAs(box, alnoor, 'admin', ['admin'])
  })
  afterAll(() => box.close())

  const invite = async (list: string, isApplied: boolean) => {
    box.clock.advance(1)
    const { body } = await call(box.app, admin, invitePeople, { list, roles: ['registrar'], language: 'en', isApplied })
    return InvitedRow.array().parse(body.rows)
  }
  const people = async () => StaffPerson.array().parse((await call(box.app, admin, peopleList)).body.people)
  const leave = (id: string, heir: string | null, isApplied: boolean) =>
    call(box.app, admin, leavePerson, { id, heir, isApplied })

  it('refuses a line that is too long to be one, and reads the others', async () => {
    const rows = await invite(`${'<@'.repeat(40_000)}\nsara@alnoor.example`, false)
    expect(rows.map(({ problem, state }) => [problem, state])).toEqual([
      ['line-too-long', 'refused'],
      [null, 'new'],
    ])
  })

  it('invites a list: first as a rehearsal, then once, and the same again nobody', async () => {
    const list =
      'sara@alnoor.example\nAli Haddad <ali@alnoor.example>, till operator + finance\nOmar, omar@alnoor.example, أمين الصندوق'
    const before = (await people()).length
    expect((await invite(list, false)).map(({ state, roles }) => [state, roles])).toEqual([
      ['new', ['registrar']],
      ['new', ['operator', 'finance']],
      ['new', ['operator']],
    ])
    expect(await people()).toHaveLength(before)
    await invite(list, true)
    const invited = (await people()).filter(({ state }) => state === 'invited')
    expect(invited.map(({ email }) => email).toSorted()).toEqual([
      'ali@alnoor.example',
      'omar@alnoor.example',
      'sara@alnoor.example',
    ])
    const mailed = async () => (await mailRows(box)).filter(({ template }) => template === 'invited').length
    expect(await mailed()).toBe(3)
    expect((await invite(`${list}\nsara@alnoor.example`, true)).map(({ state }) => state)).toEqual([
      'known',
      'known',
      'known',
      'refused',
    ])
    await invite(list, true)
    expect(await mailed()).toBe(3)
    expect(await people()).toHaveLength(before + 3)
  })

  it('invites nobody while a line is refused, and names the line', async () => {
    const before = (await people()).length
    const rows = await invite('new@alnoor.example\nbad@@alnoor, registrar\nlate@alnoor.example, Late, wizard', true)
    expect(rows.map(({ row, problem }) => [row, problem])).toEqual([
      [1, null],
      [2, 'not-an-email'],
      [3, 'unknown-role'],
    ])
    expect(await people()).toHaveLength(before)
  })

  it('takes a person out in one step: signed out, without roles, and what they held is a colleague’s', async () => {
    const leaver = await signInAs(box, alnoor, 'leaver', ['admission-officer'])
    const [leaverId, heirId] = await idsOf('leaver', await makeUser(box, alnoor, 'heir', ['registrar']))
    const { id: studentId } = await makeStudent(box, alnoor, { ownerId: leaverId })
    const { id: closedId } = await makeStudent(box, alnoor, { ownerId: leaverId, status: 'confirmed' })
    await box.db.database.tenant(alnoor.schoolId, (tx) =>
      tx.insert(studentTasks).values({
        schoolId: alnoor.schoolId,
        id: '0190a5a5-0000-7000-8000-00000000c001',
        studentId,
        task: 'Call',
        dueOn: '2030-03-04',
        ownerId: leaverId,
        byUser: heirId,
        at: '2030-03-03T06:00:00.000Z',
      }),
    )
    const owned = { files: 1, tasks: 1, proposals: 0, filters: 0 }
    expect((await leave(leaverId, heirId, false)).body).toEqual({ owned })
    expect((await call(box.app, leaver, accessCheck, { path: '/dashboard' })).status).toBe(200)

    expect((await leave(leaverId, heirId, true)).body).toEqual({ owned })
    expect((await call(box.app, leaver, accessCheck, { path: '/dashboard' })).status).toBe(401)
    const again = await call(box.app, { school: 'alnoor' }, login, { userName: 'leaver', password })
    expect(again.body.messageId).toBe('auth.account-disabled')
    expect((await people()).find(({ id }) => id === leaverId)).toMatchObject({ state: 'disabled', roles: [] })
    const ownerOf = async (id: string) =>
      (await box.db.owner.select().from(students).where(eq(students.id, id)))[0]?.ownerId
    expect([await ownerOf(studentId), await ownerOf(closedId)]).toEqual([heirId, leaverId])
    expect((await box.db.owner.select().from(studentTasks))[0]?.ownerId).toBe(heirId)
    expect((await leave(leaverId, heirId, false)).body).toEqual({ owned: { ...owned, files: 0, tasks: 0 } })
  })

  it('hands over to nobody who may not have it, and leaves no school without an administrator', async () => {
    const tills = await makeUser(box, alnoor, 'tills', ['operator'])
    const other = await makeUser(box, alnoor, 'other', ['finance'])
    for (const to of [tills, other])
      expect((await leave(other, to, true)).body).toMatchObject({ messageId: 'request.invalid', field: 'heir' })
    const [adminId] = await idsOf('admin')
    expect((await leave(adminId, null, true)).body.messageId).toBe('staff.last-admin')
    const there = await makeUser(box, await makeSchool(box, 'manara'), 'elsewhere', ['registrar'])
    expect((await leave(there, null, true)).status).toBe(404)
    expect((await leave(other, there, true)).status).toBe(404)
  })

  async function idsOf(userName: string, ...more: string[]) {
    const found = (await people()).find((each) => each.userName === userName)
    if (!found) throw new Error(`${userName} is not there`)
    return [found.id, ...more] as [typeof found.id, typeof found.id]
  }
})

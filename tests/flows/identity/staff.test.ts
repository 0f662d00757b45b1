import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '#server/features/identity/sessions/auth.table.ts'
import { register, resetPassword, verifyEmail } from '#shared/identity/account.contract.ts'
import { accessCheck, loginPos, SignedIn } from '#shared/identity/auth.contract.ts'
import { login } from '#shared/identity/sign-in.contract.ts'
import {
  changeRoles,
  disablePerson,
  inviteAgain,
  invitePerson,
  peopleExport,
  peopleList,
  StaffPerson,
} from '#shared/identity/staff.contract.ts'
import type { Role } from '#shared/kernel/roles.ts'
import { mailTo, newPassword } from '#tests/support/account-kit.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, makeUser, password, type TestSchool } from '#tests/support/factories.ts'
import { linesFrom } from '#tests/support/records/export-kit.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('the people of a school on %s', (engine) => {
  let box: Box
  let school: TestSchool
  let mona: Caller & { userId: string }
  beforeAll(async () => {
    box = await openBox(engine)
    school = await makeSchool(box, 'alnoor')
    mona = await signInAs(box, school, 'mona', ['admin'])
    await makeUser(box, school, 'amal', ['family'])
  })
  afterAll(() => box.close())

  const from = { school: 'alnoor' }
  const list = async () => peopleList.reply.parse((await call(box.app, mona, peopleList)).body).people
  const person = (body: Record<string, unknown>) => StaffPerson.parse(body.person)
  const invite = async (userName: string, roles: Role[], by: Caller = mona) => {
    box.clock.advance(1)
    const names = { en: '', ar: 'هند' }
    const email = `${userName}@home.example`
    return call(box.app, by, invitePerson, { names, email, userName, roles, language: 'ar' })
  }
  const signIn = (userName: string, secret = password) => call(box.app, from, login, { userName, password: secret })
  const roles = (id: string, knownRoles: Role[], now: Role[], by: Caller = mona) =>
    call(box.app, by, changeRoles, { id, knownRoles, roles: now })
  const shut = (id: string, isDisabled: boolean, by: Caller = mona) =>
    call(box.app, by, disablePerson, { id, isDisabled })
  const isIn = async (caller: Caller) => (await call(box.app, caller, accessCheck, { path: '/' })).status === 200

  it('are listed without families', async () => {
    expect((await list()).map(({ userName, state }) => [userName, state])).toEqual([['mona', 'active']])
  })

  it('are taken out as the list finds them, in the words of the screen', async () => {
    const columns = ['userName', 'roles', 'state']
    expect(await linesFrom(box, mona, peopleExport, { columns })).toEqual([
      'Username,Roles,Status',
      'mona,administrator,Active',
    ])
    expect(await linesFrom(box, mona, peopleExport, { columns, filter: { role: 'it' } })).toHaveLength(1)
  })

  it('are invited by a mail in their language, and are in as soon as they have chosen a password', async () => {
    const invited = person((await invite('hind', ['registrar', 'registrar'])).body)
    expect(invited).toMatchObject({ userName: 'hind', roles: ['registrar'], state: 'invited' })
    const mail = await mailTo(box, 'hind@home.example')
    expect(mail).toMatchObject({ template: 'invited', language: 'ar' })
    expect(mail.links[0]).toMatch(/\/reset-password\?lng=\w+#token=/)
    const set = { token: mail.token, password: newPassword, language: 'ar' }
    expect((await call(box.app, from, resetPassword, set)).status).toBe(200)
    expect((await signIn('hind', newPassword)).body.user).toMatchObject({ authority: ['registrar'] })
    expect((await list()).find(({ userName }) => userName === 'hind')?.state).toBe('active')
    expect((await call(box.app, from, resetPassword, set)).body.messageId).toBe('auth.link-over')
    const again = await call(box.app, mona, inviteAgain, { id: invited.id, language: 'en' })
    expect(again.body.messageId).toBe('staff.has-joined')
  })

  it('get their link from the administrator where no email is sent, and from nobody else where one is', async () => {
    const byHand = (await invite('lina', ['operator'])).body
    const { token } = await mailTo(box, 'lina@home.example')
    expect(byHand.link).toMatch(new RegExp(`^http.*/reset-password#token=${token}$`))
    const again = await call(box.app, mona, inviteAgain, { id: person(byHand).id, language: 'ar' })
    expect(again.body.link).not.toBe(byHand.link)
    box.deps.mailer = { send: async () => undefined }
    expect((await invite('rami', ['operator'])).body.link).toBeNull()
    box.deps.mailer = undefined
  })

  it('get another link when the first is lost or over, and only the last one opens', async () => {
    const { id } = person((await invite('omar', ['it'])).body)
    const first = await mailTo(box, 'omar@home.example')
    box.clock.advance(1)
    expect((await call(box.app, mona, inviteAgain, { id, language: 'en' })).status).toBe(200)
    const second = await mailTo(box, 'omar@home.example')
    const use = (token: string) => call(box.app, from, resetPassword, { token, password: newPassword, language: 'en' })
    expect((await use(first.token)).body.messageId).toBe('auth.link-over')
    expect((await use(second.token)).status).toBe(200)
  })

  it('cannot be got ahead of: anyone who registers with an invited address gets neither its roles nor its password', async () => {
    await call(box.app, mona, invitePerson, {
      names: { en: 'Nour', ar: '' },
      email: 'nour@home.example',
      roles: ['head'],
      language: 'en',
    })
    const registered = { name: 'Somebody', email: 'nour@home.example', password: newPassword, language: 'en' }
    box.clock.advance(1)
    await call(box.app, from, register, registered)
    const { template, token } = await mailTo(box, 'nour@home.example')
    expect(template).toBe('address-known')
    expect((await call(box.app, from, verifyEmail, { token })).status).toBe(410)
    expect((await signIn('nour@home.example', newPassword)).body.messageId).toBe('auth.wrong-credentials')
  })

  it('are refused in words: a name that is taken, no name, no role, and the role of a family', async () => {
    expect((await invite('mona', ['it'])).body).toMatchObject({ messageId: 'auth.user-name-taken', field: 'userName' })
    const good = { names: { en: 'A', ar: '' }, email: 'a@home.example', roles: ['it'], language: 'en' }
    for (const bad of [{ names: { en: ' ', ar: '' } }, { roles: [] }, { roles: ['family'] }, { email: 'a' }]) {
      expect((await call(box.app, mona, invitePerson, { ...good, ...bad })).body.messageId).toBe('request.invalid')
    }
  })

  it('get what a role opens from their next call on, and are signed out when they lose one', async () => {
    const salem = await signInAs(box, school, 'salem', ['finance'])
    const sees = async () => (await call(box.app, salem, accessCheck, { path: '/forms' })).body.success
    expect(await sees()).toBe(false)
    expect((await roles(salem.userId, ['finance'], ['finance', 'registrar'])).status).toBe(200)
    expect(await sees()).toBe(true)
    expect((await roles(salem.userId, ['finance'], ['head'])).body.messageId).toBe('staff.changed')
    expect((await roles(salem.userId, ['registrar', 'finance'], ['registrar'])).status).toBe(200)
    expect(await isIn(salem)).toBe(false)
    expect((await signIn('salem')).status).toBe(200)
  })

  it('stay parents where they are', async () => {
    const dina = await makeUser(box, school, 'dina', ['head', 'family'])
    const { body } = await roles(dina, ['head', 'family'], ['auditor'])
    expect(person(body).roles).toEqual(['auditor', 'family'])
  })

  it('are shut out at once, at the desk and at the till, with what was mailed to them, and let in again', async () => {
    const sami = await signInAs(box, school, 'sami', ['operator'])
    const till = await call(box.app, from, loginPos, { userName: 'sami', password })
    const atTill = { ...from, token: SignedIn.parse(till.body).token }
    expect(person((await shut(sami.userId, true)).body).state).toBe('disabled')
    expect([await isIn(sami), await isIn(atTill)]).toEqual([false, false])
    expect((await signIn('sami')).body.messageId).toBe('auth.account-disabled')
    expect(person((await shut(sami.userId, false)).body).state).toBe('active')
    expect(await isIn(sami)).toBe(false)
    expect((await signIn('sami')).status).toBe(200)
    const { id } = person((await invite('late', ['it'])).body)
    const { token } = await mailTo(box, 'late@home.example')
    await shut(id, true)
    await shut(id, false)
    const use = await call(box.app, from, resetPassword, { token, password: newPassword, language: 'en' })
    expect(use.body.messageId).toBe('auth.link-over')
  })

  it('always have an administrator who can sign in, no matter who takes the place away', async () => {
    expect((await roles(mona.userId, ['admin'], ['head'])).body.messageId).toBe('staff.last-admin')
    expect((await shut(mona.userId, true)).body.messageId).toBe('staff.last-admin')
    // One who was invited and one who is shut out cannot sign in.
    await invite('notyet', ['admin'])
    const gone = await makeUser(box, school, 'gone', ['admin'])
    await shut(gone, true)
    expect((await shut(mona.userId, true)).body.messageId).toBe('staff.last-admin')
    expect(await isIn(mona)).toBe(true)
  })

  it('also when two of them take each other’s place at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const two = await signInAs(box, school, `two-${round}`, ['admin'])
      const outcomes = await Promise.all([
        roles(two.userId, ['admin'], ['it'], mona),
        shut(mona.userId, true, two),
        roles(mona.userId, ['admin'], ['it'], two),
        shut(two.userId, true, mona),
      ])
      const admins = (await box.db.owner.select().from(users).where(eq(users.schoolId, school.schoolId))).filter(
        ({ roles: has, disabledAt, invitedAt }) => has.includes('admin') && disabledAt === null && invitedAt === null,
      )
      expect(admins.length, JSON.stringify(outcomes.map(({ body }) => body.messageId))).toBe(1)
      await box.db.owner
        .update(users)
        .set({ disabledAt: null, roles: ['admin'] })
        .where(eq(users.userName, 'mona'))
      await box.db.owner
        .update(users)
        .set({ roles: ['it'] })
        .where(eq(users.id, two.userId))
      mona = { ...mona, token: SignedIn.parse((await signIn('mona')).body).token }
    }
  })

  it('are nobody’s business at another school', async () => {
    const manara = await makeSchool(box, 'manara')
    const theirs = await signInAs(box, manara, 'mona', ['admin'])
    for (const reply of [await roles(mona.userId, ['admin'], ['it'], theirs), await shut(mona.userId, true, theirs)]) {
      expect(reply.body.messageId).toBe('request.not-found')
    }
  })
})

import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { linkedAccounts } from '#server/features/identity/linked-schools/linked-school.table.ts'
import { mails } from '#server/features/mail/mail.table.ts'
import { forgetPassword, resetPassword } from '#shared/identity/account.contract.ts'
import { login } from '#shared/identity/sign-in.contract.ts'
import {
  enterSchool,
  linkByInvitation,
  linkedSchools,
  linkSchool,
  switchSchool,
} from '#shared/identity/linked-schools.contract.ts'
import { changePassword, profileRead } from '#shared/identity/profile.contract.ts'
import { changeRoles, disablePerson } from '#shared/identity/staff.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, makeUser, password, type TestSchool } from '#tests/support/factories.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const codes = ['alnoor', 'manara', 'pearl', 'cedar'] as const
type Code = (typeof codes)[number]
const other = 'another good battery staple'

describe.each(engines)('the proof of linked schools on %s', (engine) => {
  let box: Box
  const school: Record<Code, TestSchool> = Object.create(null)
  let no = 0
  let name = ''

  beforeAll(async () => {
    box = await openBox(engine, { publicUrl: 'https://schools.example' })
    for (const code of codes) {
      school[code] = await makeSchool(box, code)
      await makeUser(box, school[code], 'huda', ['admin'])
    }
  })
  // A person of her own for each test, in every school.
  beforeEach(async () => {
    name = `mona-${(no += 1)}`
    box.clock.advance(20 * 60_000)
    for (const code of codes) await makeUser(box, school[code], name, ['registrar', 'finance'])
  })
  afterAll(() => box.close())

  const enter = async (code: Code, by = password, userName = name): Promise<Caller> => {
    const { body } = await call(box.app, { school: code }, login, { userName, password: by })
    return { school: code, token: String(body['token']) }
  }
  const link = (from: Caller, to: Code, more: Record<string, string> = {}) =>
    call(box.app, from, linkSchool, { schoolAddress: to, userName: name, password, language: 'en', ...more })
  const open = (from: Caller, to: Code) => call(box.app, from, switchSchool, { schoolId: school[to].schoolId })
  const tokenOf = (address: unknown): string => /#token=([\w-]{43})/.exec(String(address))?.[1] ?? ''
  const opened = async (from: Caller, to: Code): Promise<Caller> => {
    const token = tokenOf((await open(from, to)).body['address'])
    const { body } = await call(box.app, { school: to }, enterSchool, { token })
    return { school: to, token: String(body['token']) }
  }
  const refusal = async (from: Caller, to: Code) => (await open(from, to)).body['messageId']
  const mayRead = async (caller: Caller) => (await call(box.app, caller, profileRead)).status === 200
  const reset = async (code: Code) => {
    const email = `${name}@school.example`
    await call(box.app, { school: code }, forgetPassword, { email, language: 'en' })
    const [mail] = await box.db.owner
      .select()
      .from(mails)
      .where(
        and(
          eq(mails.schoolId, school[code].schoolId),
          eq(mails.template, 'reset-password'),
          eq(mails.recipient, email),
        ),
      )
    const asked = { token: tokenOf(JSON.stringify(mail?.params)), password: other, language: 'en' }
    expect((await call(box.app, { school: code }, resetPassword, asked)).status).toBe(200)
  }
  const idIn = async (code: Code): Promise<string> => {
    const found = await box.db.owner.execute(
      sql`select id from users where user_name = ${name} and school_id = ${school[code].schoolId}`,
    )
    return String((found as unknown as { rows: { id: string }[] }).rows[0]?.id)
  }

  it('does not join a taken-over account to the schools it was linked to, by whichever side it is linked again', async () => {
    await link(await enter('alnoor'), 'manara')
    await reset('alnoor')
    const taken = await enter('alnoor', other)
    // With an account of the intruder’s own in another school.
    expect((await link(taken, 'pearl')).status).toBe(200)
    expect(await refusal(taken, 'manara')).toBe('request.not-found')
    expect(await refusal(await enter('pearl'), 'manara')).toBe('request.not-found')
    // The same from the intruder’s school to the account taken over.
    await link(await enter('manara'), 'cedar')
    await reset('manara')
    expect((await link(await enter('pearl'), 'manara', { password: other })).status).toBe(200)
    expect(await refusal(await enter('pearl'), 'cedar')).toBe('request.not-found')
    // Nothing is left of a link that has one side only.
    const left = await box.db.owner
      .select()
      .from(linkedAccounts)
      .where(eq(linkedAccounts.ofSchoolId, school.cedar.schoolId))
    expect(left).toEqual([])
  })

  it('does not open an account whose owner has replaced its password or address since', async () => {
    await link(await enter('alnoor'), 'manara')
    const before = await enter('manara')
    expect((await open(before, 'alnoor')).status).toBe(200)
    await reset('alnoor')
    expect(await refusal(before, 'alnoor')).toBe('auth.school-unproven')
    const { schools } = linkedSchools.reply.parse((await call(box.app, before, linkedSchools)).body)
    expect(schools.map(({ host, state }) => `${host} ${state}`)).toEqual([
      'alnoor.schools.example unproven',
      'manara.schools.example open',
    ])
    expect((await link(await enter('manara'), 'alnoor', { password: other })).status).toBe(200)
    expect((await open(before, 'alnoor')).status).toBe(200)
    await box.db.owner.execute(sql`update users set email = ${`${name}@else.example`} where user_name = ${name}
      and school_id = ${school.alnoor.schoolId}`)
    expect(await refusal(before, 'alnoor')).toBe('auth.school-unproven')
  })

  it('ends what a session opened in other schools with it: by a reset, another password, a role or the account taken away', async () => {
    await link(await enter('alnoor'), 'manara')
    const begin = async () => {
      const here = await enter('alnoor')
      const there = await opened(here, 'manara')
      const waiting = tokenOf((await open(here, 'manara')).body['address'])
      expect([await mayRead(here), await mayRead(there)]).toEqual([true, true])
      return { here, there, waiting }
    }
    const ended = async ({ here, there, waiting }: Awaited<ReturnType<typeof begin>>) => {
      const late = await call(box.app, { school: 'manara' }, enterSchool, { token: waiting })
      return [await mayRead(here), await mayRead(there), late.body['messageId']]
    }
    const over = [false, false, 'auth.link-over']
    const own = await enter('manara')
    const admin = await enter('alnoor', password, 'huda')
    const id = await idIn('alnoor')

    const first = await begin()
    const asked = { id, knownRoles: ['registrar', 'finance'], roles: ['registrar'] }
    expect((await call(box.app, admin, changeRoles, asked)).status).toBe(200)
    expect(await ended(first)).toEqual(over)

    const second = await begin()
    const changed = { current: password, password: other, language: 'en' }
    const keeper = await enter('alnoor')
    const kept = await opened(keeper, 'manara')
    expect((await call(box.app, keeper, changePassword, changed)).status).toBe(200)
    expect(await ended(second)).toEqual(over)
    expect([await mayRead(keeper), await mayRead(kept)]).toEqual([true, true])
    const back = { current: other, password, language: 'en' }
    expect((await call(box.app, keeper, changePassword, back)).status).toBe(200)

    const third = await begin()
    expect((await call(box.app, admin, disablePerson, { id, isDisabled: true })).status).toBe(200)
    expect(await ended(third)).toEqual(over)
    expect((await call(box.app, admin, disablePerson, { id, isDisabled: false })).status).toBe(200)

    const fourth = await begin()
    await reset('alnoor')
    expect(await ended(fourth)).toEqual(over)
    // What was signed in by its own password is not of that sign-in.
    expect(await mayRead(own)).toBe(true)
  })

  it('asks for the own password where the sign-in is not fresh, counts the tries, and tells both addresses', async () => {
    const here = await enter('alnoor')
    const asks = async (from: Caller) =>
      linkedSchools.reply.parse((await call(box.app, from, linkedSchools)).body).asksPassword
    expect(await asks(here)).toBe(false)
    box.clock.advance(10 * 60_000)
    expect(await asks(here)).toBe(true)
    const wrong = { messageId: 'auth.password-wrong', field: 'ownPassword' }
    expect((await link(here, 'manara')).body).toMatchObject(wrong)
    expect((await link(here, 'manara', { ownPassword: other })).body).toMatchObject(wrong)
    const invitation = { link: 'https://manara.schools.example/x#token=no', language: 'en' }
    expect((await call(box.app, here, linkByInvitation, invitation)).body).toMatchObject(wrong)
    expect((await link(here, 'manara', { ownPassword: password })).status).toBe(200)
    const sent = await box.db.owner
      .select()
      .from(mails)
      .where(and(eq(mails.template, 'school-linked'), eq(mails.recipient, `${name}@school.example`)))
    const told = new Map(sent.map(({ schoolId, params }) => [schoolId, params]))
    expect(told.get(school.alnoor.schoolId)).toMatchObject({ host: 'manara.schools.example' })
    expect(told.get(school.manara.schoolId)).toMatchObject({ host: 'alnoor.schools.example' })
    // A session that another school has opened proves nothing of its own.
    expect(await asks(await opened(await enter('alnoor'), 'manara'))).toBe(true)
    for (let tries = 0; tries < 5; tries += 1)
      expect((await link(here, 'pearl', { ownPassword: other })).body).toMatchObject(wrong)
    expect((await link(here, 'pearl', { ownPassword: password })).body['messageId']).toBe('auth.too-many-attempts')
  })
})

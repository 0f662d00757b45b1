import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEvents } from '#server/features/audit/audit.table.ts'
import { schoolHandOvers } from '#server/features/identity/linked-schools/linked-school.table.ts'
import { users } from '#server/features/identity/sessions/auth.table.ts'
import { mails } from '#server/features/mail/mail.table.ts'
import { resetPassword, forgetPassword } from '#shared/identity/account.contract.ts'
import { loginPos, signOut } from '#shared/identity/auth.contract.ts'
import { login } from '#shared/identity/sign-in.contract.ts'
import type { Endpoint } from '#shared/kernel/endpoint.ts'
import {
  enterSchool,
  linkByInvitation,
  linkedSchools,
  linkSchool,
  switchSchool,
  unlinkSchool,
} from '#shared/identity/linked-schools.contract.ts'
import { changePassword, profileRead } from '#shared/identity/profile.contract.ts'
import { invitePerson } from '#shared/identity/staff.contract.ts'
import { type Instant, toInstant } from '#shared/kernel/time.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, makeUser, password, type TestSchool } from '#tests/support/factories.ts'
import { type Box, type Caller, call, logged, openBox } from '#tests/support/server.ts'

const codes = ['alnoor', 'manara', 'pearl'] as const
type Code = (typeof codes)[number]
const other = 'another good battery staple'

describe.each(engines)('a person of several schools on %s', (engine) => {
  let box: Box
  const school: Record<Code, TestSchool> = Object.create(null)

  beforeAll(async () => {
    box = await openBox(engine, { publicUrl: 'https://schools.example' })
    for (const code of codes) {
      school[code] = await makeSchool(box, code)
      await makeUser(box, school[code], 'mona', ['registrar', 'operator'])
      await makeUser(box, school[code], 'huda', ['admin'])
    }
  })
  afterAll(() => box.close())

  const enter = async (code: Code, userName = 'mona', by = password, to: Endpoint = login): Promise<Caller> => {
    const { body } = await call(box.app, { school: code }, to, { userName, password: by })
    return { school: code, token: String(body['token']) }
  }
  const link = (from: Caller, to: string, by = password, userName = 'mona') =>
    call(box.app, from, linkSchool, { schoolAddress: to, userName, password: by, language: 'en' })
  const listed = async (from: Caller) => {
    const { schools, isProven } = linkedSchools.reply.parse((await call(box.app, from, linkedSchools)).body)
    return { hosts: schools.map(({ host, state }) => `${host} ${state}`), isProven }
  }
  const open = (from: Caller, to: Code) => call(box.app, from, switchSchool, { schoolId: school[to].schoolId })
  const tokenOf = (address: unknown): string => /#token=([\w-]{43})/.exec(String(address))?.[1] ?? ''
  const follow = async (code: Code, token: string) => {
    const { status, body } = await call(box.app, { school: code }, enterSchool, { token })
    return { status, body, caller: { school: code, token: String(body['token']) } }
  }
  const mayRead = async (caller: Caller) => (await call(box.app, caller, profileRead)).status === 200
  const acts = async (code: Code, what: 'school-linked' | 'school-unlinked' | 'sign-in-refused') => {
    const rows = await box.db.owner
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.schoolId, school[code].schoolId), eq(auditEvents.what, what)))
    return rows.map(({ facts }) => facts)
  }

  it('links an account by its password alone, and no other way', async () => {
    const here = await enter('alnoor')
    expect((await open(here, 'manara')).body['messageId']).toBe('request.not-found')
    expect((await link(here, 'manara', 'a wrong guess')).body['messageId']).toBe('auth.wrong-credentials')
    expect((await link(here, 'nowhere')).body['messageId']).toBe('request.not-found')
    expect((await link(here, 'alnoor')).body['messageId']).toBe('auth.school-linked')
    expect(await listed(here)).toEqual({ hosts: [], isProven: true })
    expect((await link(here, 'https://manara.schools.example/sign-in')).status).toBe(200)
    const both = { hosts: ['alnoor.schools.example open', 'manara.schools.example open'], isProven: true }
    expect(await listed(here)).toEqual(both)
    expect(await listed(await enter('manara'))).toEqual(both)
    expect(await listed(await enter('pearl'))).toEqual({ hosts: [], isProven: true })
    expect(await acts('alnoor', 'school-linked')).toEqual([{ school: 'manara' }])
    expect(await acts('manara', 'school-linked')).toEqual([{ school: 'alnoor' }])
  })

  it('counts wrong passwords by the limits of the other school’s sign-in', async () => {
    const here = await enter('alnoor')
    for (let tries = 0; tries < 5; tries += 1)
      expect((await link(here, 'pearl', 'guess', 'huda')).body['messageId']).toBe('auth.wrong-credentials')
    expect((await link(here, 'pearl', password, 'huda')).body['messageId']).toBe('auth.too-many-attempts')
    expect(await acts('pearl', 'sign-in-refused')).toHaveLength(5)
  })

  it('changes schools by a token that works once, within a minute, in that school only', async () => {
    const here = await enter('alnoor')
    const { body } = await open(here, 'manara')
    expect(body['address']).toMatch(/^https:\/\/manara\.schools\.example\/enter-school#token=[\w-]{43}&user=/)
    const token = tokenOf(body['address'])
    expect((await follow('pearl', token)).body['messageId']).toBe('auth.link-over')
    const there = await follow('manara', token)
    expect(there.status).toBe(200)
    expect(await mayRead(there.caller)).toBe(true)
    expect((await follow('manara', token)).body['messageId']).toBe('auth.link-over')
    // Each session is of one school.
    expect(await mayRead({ ...there.caller, school: 'alnoor' })).toBe(false)
    const late = tokenOf((await open(here, 'manara')).body['address'])
    box.clock.advance(60_001)
    expect((await follow('manara', late)).body['messageId']).toBe('auth.link-over')
    expect(JSON.stringify(await box.db.owner.select().from(schoolHandOvers))).not.toContain(token)
    expect(logged(box)).not.toContain(token)
  })

  it('ends with the sign-in: by time, and by one sign-out for all schools', async () => {
    const here = await enter('alnoor')
    const own = await enter('manara')
    box.clock.advance(11 * 3_600_000)
    const there = await follow('manara', tokenOf((await open(here, 'manara')).body['address']))
    const again = await follow('alnoor', tokenOf((await open(there.caller, 'alnoor')).body['address']))
    box.clock.advance(3_600_000 - 1)
    expect([await mayRead(there.caller), await mayRead(again.caller)]).toEqual([true, true])
    box.clock.advance(1)
    expect([await mayRead(there.caller), await mayRead(again.caller), await mayRead(own)]).toEqual([
      false,
      false,
      false,
    ])
    const [first, alone] = [await enter('alnoor'), await enter('manara')]
    const next = await follow('manara', tokenOf((await open(first, 'manara')).body['address']))
    await call(box.app, { school: 'alnoor' }, signOut, { token: first.token })
    expect([await mayRead(first), await mayRead(next.caller), await mayRead(alone)]).toEqual([false, false, true])
  })

  it('is opened by nobody who has got hold of one account through its school', async () => {
    await call(box.app, { school: 'alnoor' }, forgetPassword, { email: 'mona@school.example', language: 'en' })
    const [mail] = await box.db.owner.select().from(mails).where(eq(mails.template, 'reset-password'))
    const reset = { token: tokenOf(JSON.stringify(mail?.params)), password: other, language: 'en' }
    expect((await call(box.app, { school: 'alnoor' }, resetPassword, reset)).status).toBe(200)
    const taken = await enter('alnoor', 'mona', other)
    expect((await listed(taken)).isProven).toBe(false)
    expect((await open(taken, 'manara')).body['messageId']).toBe('auth.school-unproven')
    // Whoever knows the password there links it again.
    expect((await link(taken, 'manara')).status).toBe(200)
    expect((await open(taken, 'manara')).status).toBe(200)
    // A password changed by its owner changes nothing.
    await call(box.app, taken, changePassword, { current: other, password, language: 'en' })
    expect((await open(await enter('alnoor'), 'manara')).status).toBe(200)
    // An address that the school has replaced is where codes for signing in would go.
    await box.db.owner.execute(sql`update users set email = 'else@where.example' where user_name = 'mona'
      and school_id = ${school.alnoor.schoolId}`)
    expect((await open(await enter('alnoor'), 'manara')).body['messageId']).toBe('auth.school-unproven')
    expect((await link(await enter('alnoor'), 'manara')).status).toBe(200)
  })

  it('accepts an invitation by its link, and enters without another password', async () => {
    const admin = await enter('pearl', 'huda')
    const person = { names: { en: 'Mona', ar: '' }, email: 'mona@work.example', roles: ['registrar'], language: 'en' }
    expect((await call(box.app, admin, invitePerson, person)).status).toBe(200)
    const [mail] = await box.db.owner.select().from(mails).where(eq(mails.template, 'invited'))
    const path = /\/reset-password#token=[\w-]{43}/.exec(JSON.stringify(mail?.params))?.[0] ?? ''
    const here = await enter('manara')
    const accept = (at: string) => call(box.app, here, linkByInvitation, { link: at + path, language: 'en' })
    expect((await accept('https://pearl.schools.example/x#token=no')).body['messageId']).toBe('auth.link-over')
    expect((await accept('https://pearl.schools.example')).status).toBe(200)
    expect((await accept('https://pearl.schools.example')).body['messageId']).toBe('auth.link-over')
    expect((await listed(here)).hosts).toHaveLength(3)
    const there = await follow('pearl', tokenOf((await open(await enter('alnoor'), 'pearl')).body['address']))
    expect(there.body['user']).toMatchObject({ userName: 'mona@work.example', authority: ['registrar'] })
    // Two accounts of one school are never one person’s.
    expect((await link(here, 'pearl')).body['messageId']).toBe('auth.school-linked')
  })

  it('is not opened from a till, nor once the school has ended the account', async () => {
    const atTill = await enter('alnoor', 'mona', password, loginPos)
    for (const to of [linkedSchools, switchSchool, linkSchool, unlinkSchool, linkByInvitation]) {
      const input = {
        schoolId: school.manara.schoolId,
        schoolAddress: 'manara',
        userName: 'mona',
        password,
        link: 'x',
        language: 'en',
      }
      expect((await call(box.app, atTill, to, input)).body['messageId']).toBe('access.denied')
    }
    const here = await enter('alnoor')
    const disable = (at: Instant | null) =>
      box.db.owner
        .update(users)
        .set({ disabledAt: at })
        .where(and(eq(users.schoolId, school.manara.schoolId), eq(users.userName, 'mona')))
    const waiting = tokenOf((await open(here, 'manara')).body['address'])
    await disable(toInstant(box.clock.nowMs()))
    expect((await open(here, 'manara')).body['messageId']).toBe('auth.account-disabled')
    expect((await follow('manara', waiting)).body['messageId']).toBe('auth.account-disabled')
    expect((await listed(here)).hosts).toContain('manara.schools.example closed')
    await disable(null)
  })

  it('is taken apart by its owner, which ends what was opened and is recorded in both schools', async () => {
    const here = await enter('alnoor')
    const there = await follow('manara', tokenOf((await open(here, 'manara')).body['address']))
    expect((await call(box.app, here, unlinkSchool, { schoolId: school.manara.schoolId })).status).toBe(200)
    expect(await mayRead(there.caller)).toBe(false)
    expect((await open(here, 'manara')).body['messageId']).toBe('request.not-found')
    expect([await acts('alnoor', 'school-unlinked'), await acts('manara', 'school-unlinked')]).toEqual([
      [{ school: 'manara' }],
      [{ school: 'alnoor' }],
    ])
    const next = await follow('pearl', tokenOf((await open(here, 'pearl')).body['address']))
    // Leaving: of the two that are left neither is linked to anything.
    expect((await call(box.app, here, unlinkSchool, { schoolId: school.alnoor.schoolId })).status).toBe(200)
    expect(await mayRead(next.caller)).toBe(false)
    expect(await listed(here)).toEqual({ hosts: [], isProven: true })
    expect(await listed(await enter('manara'))).toEqual({ hosts: [], isProven: true })
  })
})

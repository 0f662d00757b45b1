import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { linkedAccounts } from '#server/features/identity/linked-schools/linked-school.table.ts'
import { mails } from '#server/features/mail/mail.table.ts'
import { forgetPassword, resetPassword } from '#shared/identity/account.contract.ts'
import { login } from '#shared/identity/auth.contract.ts'
import { linkedSchools, linkSchool, switchSchool } from '#shared/identity/linked-schools.contract.ts'
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
    call(box.app, from, linkSchool, { schoolAddress: to, userName: name, password, ...more })
  const open = (from: Caller, to: Code) => call(box.app, from, switchSchool, { schoolId: school[to].schoolId })
  const tokenOf = (address: unknown): string => /#token=([\w-]{43})/.exec(String(address))?.[1] ?? ''
  const refusal = async (from: Caller, to: Code) => (await open(from, to)).body['messageId']
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
    expect((await link(before, 'alnoor', { password: other })).status).toBe(200)
    expect((await open(before, 'alnoor')).status).toBe(200)
    await box.db.owner.execute(sql`update users set email = ${`${name}@else.example`} where user_name = ${name}
      and school_id = ${school.alnoor.schoolId}`)
    expect(await refusal(before, 'alnoor')).toBe('auth.school-unproven')
  })
})

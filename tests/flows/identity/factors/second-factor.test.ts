import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { auditEvents } from '#server/features/audit/audit.table.ts'
import { recoveryCodes as codeRows, totpFactors } from '#server/features/identity/second-factor/second-factor.table.ts'
import { mails } from '#server/features/mail/mail.table.ts'
import { loginPos, SignedIn } from '#shared/identity/auth.contract.ts'
import { authOtp, verifyAuthOtp } from '#shared/identity/account.contract.ts'
import { changePassword, profileRead } from '#shared/identity/profile.contract.ts'
import {
  beginFactorByTicket,
  confirmFactorByTicket,
  NewTotp,
  recoveryCodesRenew,
  secondFactorRead,
  secondFactorReset,
  signInByFactor,
  totpBegin,
  totpConfirm,
  totpOff,
} from '#shared/identity/second-factor.contract.ts'
import { signInSettingsRead, signInSettingsSet } from '#shared/identity/sign-in-settings.contract.ts'
import { login, SecondFactorAsked } from '#shared/identity/sign-in.contract.ts'
import { hourMs, minuteMs } from '#shared/kernel/time.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, makeUser, password, type TestSchool } from '#tests/support/factories.ts'
import { appCode, enterDesk, setUpApp } from '#tests/support/checks/second-factor-kit.ts'
import { type Box, type Caller, call, logged, openBox } from '#tests/support/server.ts'

const periodMs = 30_000

describe.each(engines)('a second factor on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  const users: Record<string, Awaited<ReturnType<typeof makeUser>>> = {}
  beforeEach(async () => {
    await box?.close()
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    for (const [name, role] of [
      ['huda', 'admin'],
      ['mona', 'finance'],
      ['rana', 'registrar'],
    ] as const)
      users[name] = await makeUser(box, alnoor, name, [role, ...(name === 'mona' ? (['operator'] as const) : [])])
  })
  afterAll(() => box.close())

  const enter = (userName: string): Promise<Caller> => enterDesk(box, 'alnoor', userName)
  const signIn = (userName: string, by = password, address?: string) =>
    call(box.app, { school: 'alnoor', ...(address && { address }) }, login, { userName, password: by })
  const ticketOf = async (userName: string): Promise<string> =>
    SecondFactorAsked.parse((await signIn(userName)).body).secondFactor.ticket
  const finish = (ticket: string, code: string, from: Partial<Caller> = {}) =>
    call(box.app, { school: 'alnoor', ...from }, signInByFactor, { ticket, code })
  const require = async (admin: Caller, requiresSecondFactor: boolean) => {
    const { body } = await call(box.app, admin, signInSettingsRead)
    return call(box.app, admin, signInSettingsSet, { ...body, requiresSecondFactor })
  }
  const told = () =>
    box.db.database.tenant(alnoor.schoolId, async (tx) =>
      (await tx.select({ to: mails.recipient, template: mails.template }).from(mails)).map(
        ({ to, template }) => `${to} ${template}`,
      ),
    )
  const acts = () =>
    box.db.database.tenant(alnoor.schoolId, async (tx) => (await tx.select().from(auditEvents)).map(({ what }) => what))

  it('is set up with its first code, asked for after the password, and no code opens twice', async () => {
    const mona = await enter('mona')
    const { secret } = NewTotp.parse((await call(box.app, mona, totpBegin)).body)
    // Not confirmed yet: it protects nothing, and nobody is kept out by it.
    expect((await signIn('mona')).body).toMatchObject({ user: { userName: 'mona' } })
    const wrong = await call(box.app, mona, totpConfirm, { code: '000000', language: 'en' })
    expect([wrong.status, wrong.body.messageId]).toEqual([400, 'auth.factor-wrong'])
    const code = appCode(box, secret)
    const { body } = await call(box.app, mona, totpConfirm, { code, language: 'en' })
    expect(totpConfirm.reply.parse(body).recoveryCodes).toHaveLength(10)
    expect(await told()).toContain('mona@school.example second-factor-set')

    const asked = await signIn('mona')
    expect(asked.body).toMatchObject({ user: null, token: null, secondFactor: { kinds: ['totp'], mustSetUp: false } })
    const { ticket } = SecondFactorAsked.parse(asked.body).secondFactor
    expect((await finish(ticket, code)).body.messageId).toBe('auth.factor-wrong')
    box.clock.advance(periodMs)
    const entered = await finish(ticket, appCode(box, secret))
    expect(entered.body).toMatchObject({ user: { userName: 'mona' }, usedRecoveryCode: false })
    expect((await finish(ticket, appCode(box, secret, 1))).body.messageId).toBe('auth.ticket-over')
    expect((await finish(await ticketOf('mona'), appCode(box, secret))).body.messageId).toBe('auth.factor-wrong')
  })

  it('takes clocks that differ by one period, and no more', async () => {
    const { secret } = await setUpApp(box, await enter('mona'))
    box.clock.advance(10 * periodMs)
    expect((await finish(await ticketOf('mona'), appCode(box, secret, -2))).status).toBe(400)
    expect((await finish(await ticketOf('mona'), appCode(box, secret, 2))).status).toBe(400)
    expect((await finish(await ticketOf('mona'), appCode(box, secret, -1))).status).toBe(200)
    expect((await finish(await ticketOf('mona'), appCode(box, secret, 1))).status).toBe(200)
  })

  it('is replaced by each recovery code once, and new ones end the former', async () => {
    const mona = await enter('mona')
    const { recoveryCodes } = await setUpApp(box, mona)
    const [first = '', second = ''] = recoveryCodes
    expect((await finish(await ticketOf('mona'), first.toLowerCase())).body).toMatchObject({ usedRecoveryCode: true })
    expect((await finish(await ticketOf('mona'), first)).body.messageId).toBe('auth.factor-wrong')
    expect((await call(box.app, mona, secondFactorRead)).body).toMatchObject({ recoveryCodesLeft: 9 })
    const { body } = await call(box.app, mona, recoveryCodesRenew)
    expect((await finish(await ticketOf('mona'), second)).body.messageId).toBe('auth.factor-wrong')
    const [fresh = ''] = recoveryCodesRenew.reply.parse(body).recoveryCodes
    expect((await finish(await ticketOf('mona'), fresh)).status).toBe(200)
    expect(await acts()).toEqual(expect.arrayContaining(['recovery-code-used', 'recovery-codes-made']))
  })

  it('is guarded by limits as passwords are: five tries from one address, which close nothing elsewhere', async () => {
    const { secret } = await setUpApp(box, await enter('mona'))
    box.clock.advance(periodMs)
    const ticket = await ticketOf('mona')
    for (let i = 0; i < 5; i += 1) expect((await finish(ticket, '000000')).status).toBe(400)
    const right = appCode(box, secret)
    expect((await finish(ticket, right)).body.messageId).toBe('auth.too-many-attempts')
    expect((await finish(ticket, right, { address: '198.51.100.7' })).status).toBe(200)
    expect((await acts()).filter((what) => what === 'sign-in-refused')).toHaveLength(5)
  })

  it('keeps out a day of guesses from everywhere, whatever is paid for them', async () => {
    const { secret } = await setUpApp(box, await enter('mona'))
    const ticket = await ticketOf('mona')
    const replies: unknown[] = []
    for (let i = 0; i < 31; i += 1)
      replies.push((await finish(ticket, '000000', { address: `198.51.100.${i}` })).body.messageId)
    expect([replies.at(29), replies.at(30)]).toEqual(['auth.factor-wrong', 'robots.proof-needed'])
    box.clock.advance(20 * minuteMs)
    expect((await finish(await ticketOf('mona'), appCode(box, secret))).status).toBe(200)
  })

  it('ends its half of a sign-in after a while, with a new password, and in another school', async () => {
    const mona = await enter('mona')
    const { secret } = await setUpApp(box, mona)
    const late = await ticketOf('mona')
    box.clock.advance(16 * minuteMs)
    expect((await finish(late, appCode(box, secret))).body.messageId).toBe('auth.ticket-over')
    const before = await ticketOf('mona')
    const next = { current: password, password: 'three words of nobody', language: 'en' }
    expect((await call(box.app, mona, changePassword, next)).status).toBe(200)
    expect((await finish(before, appCode(box, secret))).body.messageId).toBe('auth.ticket-over')
    await makeSchool(box, 'manara')
    const { secondFactor } = SecondFactorAsked.parse((await signIn('mona', 'three words of nobody')).body)
    box.clock.advance(periodMs)
    const elsewhere = await finish(secondFactor.ticket, appCode(box, secret), { school: 'manara' })
    expect(elsewhere.body.messageId).toBe('auth.ticket-over')
    expect((await finish('none', '123456')).status).toBe(410)
  })

  it('is asked for after a mailed code too, and not at a till', async () => {
    const { secret } = await setUpApp(box, await enter('mona'))
    box.clock.advance(periodMs)
    const { body } = await call(box.app, { school: 'alnoor' }, authOtp, { email: 'mona', language: 'en' })
    const mailed = await box.db.database.tenant(alnoor.schoolId, (tx) => tx.select().from(mails))
    const params = mailed.find(({ template }) => template === 'sign-in-code')?.params as { code: string }
    const proved = await call(box.app, { school: 'alnoor' }, verifyAuthOtp, { ticket: body.ticket, code: params.code })
    const { ticket } = SecondFactorAsked.parse(proved.body).secondFactor
    expect((await finish(ticket, appCode(box, secret))).status).toBe(200)
    const atTill = await call(box.app, { school: 'alnoor' }, loginPos, { userName: 'mona', password })
    const till = { school: 'alnoor', token: SignedIn.parse(atTill.body).token }
    expect((await call(box.app, till, secondFactorRead)).body.messageId).toBe('access.denied')
  })

  it('is led to by the next sign-in of strong roles where the school requires it, and stays on', async () => {
    const huda = await enter('huda')
    expect((await require(huda, true)).status).toBe(200)
    const { body: settings } = await call(box.app, huda, signInSettingsRead)
    const asRana = await call(box.app, await enter('rana'), signInSettingsSet, {
      ...settings,
      requiresSecondFactor: false,
    })
    expect(asRana.status).toBe(403)
    // Who is signed in goes on working.
    expect((await call(box.app, huda, profileRead)).status).toBe(200)

    const asked = SecondFactorAsked.parse((await signIn('mona')).body).secondFactor
    expect(asked).toMatchObject({ kinds: [], mustSetUp: true })
    expect((await finish(asked.ticket, '123456')).body.messageId).toBe('auth.ticket-over')
    const at = { school: 'alnoor' }
    const { secret } = NewTotp.parse((await call(box.app, at, beginFactorByTicket, { ticket: asked.ticket })).body)
    const typed = { ticket: asked.ticket, language: 'ar' }
    expect((await call(box.app, at, confirmFactorByTicket, { ...typed, code: '000000' })).status).toBe(400)
    const set = await call(box.app, at, confirmFactorByTicket, { ...typed, code: appCode(box, secret) })
    expect(set.body).toMatchObject({ user: { userName: 'mona' }, recoveryCodes: expect.any(Array) })
    const mona = { school: 'alnoor', token: String(set.body.token) }
    const off = await call(box.app, mona, totpOff, { language: 'en' })
    expect([off.status, off.body.messageId]).toEqual([409, 'auth.factor-required'])
    expect((await signIn('mona')).body).toMatchObject({ secondFactor: { mustSetUp: false } })
  })

  it('is turned off by its owner, and reset for a colleague who has lost it: recorded and mailed', async () => {
    const mona = await enter('mona')
    await setUpApp(box, mona)
    expect((await call(box.app, mona, totpOff, { language: 'en' })).status).toBe(200)
    expect((await signIn('mona')).body).toMatchObject({ user: { userName: 'mona' } })
    box.clock.advance(periodMs)
    await setUpApp(box, mona)
    const asked = { id: users['mona'], language: 'en' }
    expect((await call(box.app, await enter('rana'), secondFactorReset, asked)).status).toBe(403)
    const huda = await enter('huda')
    expect((await call(box.app, huda, secondFactorReset, asked)).status).toBe(200)
    expect((await call(box.app, huda, secondFactorReset, asked)).status).toBe(404)
    expect((await signIn('mona')).body).toMatchObject({ user: { userName: 'mona' } })
    expect(await told()).toEqual(
      expect.arrayContaining(['mona@school.example second-factor-off', 'mona@school.example second-factor-reset']),
    )
    expect(await acts()).toEqual(
      expect.arrayContaining(['second-factor-set', 'second-factor-off', 'second-factor-reset']),
    )
  })

  it('is kept encrypted, its recovery codes hashed, and neither is logged', async () => {
    const { secret, recoveryCodes } = await setUpApp(box, await enter('mona'))
    const rows = await box.db.database.tenant(alnoor.schoolId, async (tx) =>
      JSON.stringify([await tx.select().from(totpFactors), await tx.select().from(codeRows)]),
    )
    for (const told of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))]) {
      expect(rows).not.toContain(told)
      expect(logged(box)).not.toContain(told)
    }
  })

  it('asks for a fresh proof before it is changed', async () => {
    const mona = await enter('mona')
    box.clock.advance(hourMs)
    const { status, body } = await call(box.app, mona, totpBegin)
    expect([status, body.messageId]).toEqual([403, 'auth.step-up-needed'])
  })
})

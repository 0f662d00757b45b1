import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { users } from '#server/features/identity/sessions/auth.table.ts'
import { forgetPassword, registerUser, resetPassword } from '#shared/identity/account.contract.ts'
import { accessCheck, loginPos, SignedIn } from '#shared/identity/auth.contract.ts'
import { login } from '#shared/identity/sign-in.contract.ts'
import { dayMs, hourMs } from '#shared/kernel/time.ts'
import { latestMail, mailRows, mailTo, newPassword, shapeOf, signUp } from '#tests/support/account-kit.ts'
import { quickProof } from '#tests/support/checks/proofs.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, makeUser, password, type TestSchool } from '#tests/support/factories.ts'
import { type Box, type Caller, call, logged, openBox } from '#tests/support/server.ts'

describe.each(engines)('getting an account back on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let callers = 0
  let from: Caller

  const forget = (email: string, language = 'en', caller = from) => {
    box.clock.advance(1)
    return call(box.app, caller, forgetPassword, { email, language })
  }
  const reset = async (token: string, more: Record<string, unknown> = {}, caller = from) => {
    box.clock.advance(1)
    const input = { token, password: newPassword, language: 'en', ...more }
    const { status, body } = await call(box.app, caller, resetPassword, input)
    return status === 200 ? 200 : body.messageId
  }
  const join = async (token: string, more: Record<string, unknown>) => {
    const input = { token, name: 'Sami Haddad', password: newPassword, ...more }
    const { status, body } = await call(box.app, from, registerUser, input)
    return status === 200 ? SignedIn.parse(body) : body.messageId
  }
  const signIn = async (userName: string, word = newPassword, caller = from) => {
    const { status, body } = await call(box.app, caller, login, { userName, password: word })
    return status === 200 ? SignedIn.parse(body) : body.messageId
  }
  const tokenOf = async (userName: string, word?: string, caller?: Caller) =>
    SignedIn.parse(await signIn(userName, word, caller)).token
  const isIn = async (token: string, caller = from) =>
    (await call(box.app, { ...caller, token }, accessCheck, { path: '/dashboard' })).status === 200

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    const manara = await makeSchool(box, 'manara')
    await makeUser(box, alnoor, 'mona', ['supervisor'])
    await makeUser(box, manara, 'mona', ['supervisor'])
  })
  beforeEach(() => {
    callers += 1
    box.clock.advance(dayMs)
    from = { school: 'alnoor', host: 'alnoor.localhost:3000', address: `192.0.2.${callers}` }
  })
  afterAll(() => box.close())

  it('replaces the password by the mailed link, ends every session and every remembered PIN, and says so by mail', async () => {
    const there = { ...from, school: 'manara', host: 'manara.localhost:3000' }
    const [desk, till] = [
      await tokenOf('mona', password),
      await call(box.app, from, loginPos, { userName: 'mona', password }),
    ]
    const elsewhere = await tokenOf('mona', password, there)
    expect((await forget('Mona@School.example', 'ar')).body).toMatchObject({ success: true, user: null, token: null })
    const mail = await mailTo(box, 'mona@school.example')
    expect(mail).toMatchObject({ template: 'reset-password', subject: 'إعادة تعيين كلمة المرور' })
    expect(mail.links).toEqual([`http://alnoor.localhost:3000/reset-password?lng=ar#token=${mail.token}`])
    expect(mail.words).toContain('\u2068mona\u2069')
    expect(await reset(mail.token)).toBe(200)

    expect(await isIn(desk)).toBe(false)
    expect(await isIn(SignedIn.parse(till.body).token)).toBe(false)
    expect(await isIn(elsewhere, there)).toBe(true)
    expect(await signIn('mona', password)).toBe('auth.wrong-credentials')
    expect(SignedIn.parse(await signIn('mona')).user).toMatchObject({ pinEpoch: 1 })
    expect((await mailTo(box, 'mona@school.example')).template).toBe('password-changed')
  })

  it('takes a link once, for an hour, in its school, for its purpose, and none that is older than the change', async () => {
    await makeUser(box, alnoor, 'layla', ['finance'])
    await forget('layla')
    const first = await mailTo(box, 'layla@school.example')
    await forget('layla')
    const second = await mailTo(box, 'layla@school.example')
    expect(await reset(first.token, {}, { ...from, school: 'manara', host: 'localhost' })).toBe('auth.link-over')
    expect(await join(first.token, { userName: 'layla2' })).toBe('auth.link-over')
    expect(await reset(first.token, { password: 'Password123' })).toBe('auth.password-common')
    expect(await reset(first.token, { password: 'layla layla' })).toBe('auth.password-common')
    const all = await Promise.all(Array.from({ length: 8 }, () => reset(first.token)))
    expect(all.filter((answer) => answer === 200)).toHaveLength(1)
    expect(await reset(second.token)).toBe('auth.link-over')
    expect(await reset('no-such-token')).toBe('auth.link-over')
    await forget('layla')
    const third = await mailTo(box, 'layla@school.example')
    box.clock.advance(hourMs)
    expect(await reset(third.token)).toBe('auth.link-over')
  })

  it('answers alike for known and unknown addresses, and mails to both, so that neither takes longer', async () => {
    const before = (await mailRows(box)).length
    const known = await forget('mona@school.example')
    const unknown = await forget('nobody@home.example')
    expect(shapeOf(unknown)).toEqual(shapeOf(known))
    expect((await mailRows(box)).length - before).toBe(2)
    expect((await mailTo(box, 'nobody@home.example')).template).toBe('no-account')
    expect(shapeOf(await forget('nobody'))).toEqual(shapeOf(known))
  })

  it('confirms an account that was never confirmed, since anyone who has the link reads its mails', async () => {
    await signUp(box, from, 'late@home.example', { password: 'never confirmed this' })
    await forget('late@home.example')
    expect(await reset((await mailTo(box, 'late@home.example')).token)).toBe(200)
    expect(SignedIn.parse(await signIn('late@home.example')).user.authority).toEqual(['family'])
  })

  it('lets anyone who has forgotten their password in at once, after wrong tries too', async () => {
    await makeUser(box, alnoor, 'rami', ['head'])
    for (let i = 0; i < 5; i += 1) expect(await signIn('rami', 'wrong')).toBe('auth.wrong-credentials')
    expect(await signIn('rami', password)).toBe('auth.too-many-attempts')
    await forget('rami')
    expect(await reset((await mailTo(box, 'rami@school.example')).token)).toBe(200)
    expect(SignedIn.parse(await signIn('rami')).user.userName).toBe('rami')
  })

  it('gives two families of one address an account each, by a link in a mail', async () => {
    await makeUser(box, alnoor, 'first', ['family'])
    await box.db.owner.update(users).set({ email: 'Shared@home.example' }).where(eq(users.userName, 'first'))
    await signUp(box, from, 'shared@home.example')
    const mail = await mailTo(box, 'Shared@home.example')
    expect(mail.template).toBe('address-known')
    expect(await join(mail.token, { userName: 'first' })).toBe('auth.user-name-taken')
    expect(await join(mail.token, { userName: 'not@a.name' })).toBe('request.invalid')
    const joined = SignedIn.parse(await join(mail.token, { userName: 'Family Two'.replace(' ', '-') }))
    expect(joined.user).toMatchObject({ userName: 'family-two', email: 'Shared@home.example', authority: ['family'] })
    expect(await isIn(joined.token)).toBe(true)
    expect(await join(mail.token, { userName: 'third' })).toBe('auth.link-over')

    // Each finds their own way back: a link each, to the same mailbox, that says whose it is.
    const before = (await mailRows(box)).length
    await forget('family-two')
    const own = await mailTo(box, 'Shared@home.example')
    expect((await mailRows(box)).length - before).toBe(1)
    expect(own.params).toMatchObject({ userName: 'family-two' })
    expect(await reset(own.token, { password: 'only for family two' })).toBe(200)
    expect(SignedIn.parse(await signIn('family-two', 'only for family two')).user.userName).toBe('family-two')
    expect(SignedIn.parse(await signIn('first', password)).user.userName).toBe('first')
  })

  it('fills nobody’s mailbox, the same for addresses without an account', async () => {
    for (const email of ['mona@school.example', 'void@home.example']) {
      const answers = async (addressOf: (i: number) => string) => {
        const said: unknown[] = []
        for (let i = 0; i < 8; i += 1) {
          const { status, body } = await forget(email, 'en', { ...from, address: addressOf(i) })
          said.push(status === 200 ? 200 : [status, body.messageId, Number(body.retryAfterMs) > 800_000])
        }
        return said
      }
      // Six from one address, and twelve from all without a challenge.
      const [refusal, toProve] = ['auth.too-many-mails', 'robots.proof-needed'].map((id) => [429, id, true])
      expect(await answers(() => '198.51.100.99')).toEqual([200, 200, 200, 200, 200, 200, refusal, refusal])
      const elsewhere = await answers((i) => `198.51.100.${i}`)
      expect(elsewhere).toEqual([200, 200, 200, 200, 200, 200, toProve, toProve])
      const proof = await quickProof(box, alnoor)
      const paid = await call(box.app, from, forgetPassword, { email, language: 'en', proof })
      expect(paid.status).toBe(200)
    }
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, i) => forget('burst@home.example', 'en', { ...from, address: `203.0.113.${i}` })),
    )
    expect(all.filter(({ status }) => status === 200)).toHaveLength(12)
    expect(await latestMail(box, 'burst@home.example')).toMatchObject({ template: 'no-account' })
    expect(logged(box)).not.toMatch(/home\.example|school\.example|camels/)
  })
})

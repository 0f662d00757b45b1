import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { schools } from '#server/features/school/school.table.ts'
import { users } from '#server/features/identity/sessions/auth.table.ts'
import { authOtp, resendAuthOtp, validateSchoolId, verifyAuthOtp } from '#shared/identity/account.contract.ts'
import { SignedIn } from '#shared/identity/auth.contract.ts'
import { dayMs, minuteMs } from '#shared/kernel/time.ts'
import { mailList } from '#shared/mail/mail.contract.ts'
import { tillList } from '#shared/sync/device.contract.ts'
import { mailRows, mailTo, shapeOf, signUp } from '#tests/support/account-kit.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, makeUser, type TestSchool } from '#tests/support/factories.ts'
import { type Box, type Caller, call, logged, openBox } from '#tests/support/server.ts'

describe.each(engines)('signing in with a mailed code on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let callers = 0
  let from: Caller

  const ask = (email: string, caller = from) => {
    box.clock.advance(1)
    return call(box.app, caller, authOtp, { email, language: 'en' })
  }
  const again = (ticket: unknown) => {
    box.clock.advance(1)
    return call(box.app, from, resendAuthOtp, { email: 'whoever', ticket, language: 'en' })
  }
  const enter = async (ticket: unknown, code: string, caller = from) => {
    const { status, body } = await call(box.app, caller, verifyAuthOtp, { ticket, code })
    return status === 200 ? SignedIn.parse(body) : body.messageId
  }
  const wrongThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    await makeSchool(box, 'manara')
    await makeUser(box, alnoor, 'amal', ['family'])
    await makeUser(box, alnoor, 'it', ['it'])
  })
  beforeEach(() => {
    callers += 1
    box.clock.advance(dayMs)
    from = { school: 'alnoor', host: 'alnoor.localhost:3000', address: `192.0.2.${callers}` }
  })
  afterAll(() => box.close())

  it('lets in anyone who has the code and the page that asked for it, once', async () => {
    const { body } = await ask('amal@school.example')
    const { code, words } = await mailTo(box, 'amal@school.example')
    expect(words).toContain('\u2068amal\u2069')
    const other = await ask('amal@school.example')
    expect(await enter(other.body.ticket, code)).toBe('auth.code-wrong')
    expect(await enter(body.ticket, code, { ...from, school: 'manara', host: 'localhost' })).toBe('auth.code-over')
    const entered = SignedIn.parse(await enter(body.ticket, ` ${code.slice(0, 3)}-${code.slice(3)}`))
    expect(entered.user).toMatchObject({ userName: 'amal', authority: ['family'] })
    expect(await enter(body.ticket, code)).toBe('auth.code-over')
    const asFamily = await call(box.app, { ...from, token: entered.token }, tillList)
    expect([asFamily.status, asFamily.body.messageId]).toEqual([403, 'access.denied'])
  })

  it('lets fifty tries at once be five, and the right code be too late after them', async () => {
    const { body } = await ask('amal')
    const { code } = await mailTo(box, 'amal@school.example')
    const guesses = Array.from({ length: 50 }, (_, i) => `${i}`.padStart(6, code === '000000' ? '1' : '0'))
    const answers = await Promise.all(
      guesses.map((guess) => enter(body.ticket, guess === code ? wrongThan(code) : guess)),
    )
    expect(answers.filter((answer) => answer === 'auth.code-wrong')).toHaveLength(5)
    expect(answers.filter((answer) => answer === 'auth.code-over')).toHaveLength(45)
    expect(await enter(body.ticket, code)).toBe('auth.code-over')
  })

  it('lets one of fifty right codes at once in', async () => {
    const { body } = await ask('amal')
    const { code } = await mailTo(box, 'amal@school.example')
    const answers = await Promise.all(Array.from({ length: 50 }, () => enter(body.ticket, code)))
    expect(answers.filter((answer) => typeof answer === 'object')).toHaveLength(1)
  })

  it('stops guesses at one account for the day, however many pages ask for codes', async () => {
    let wrong = 0
    for (let page = 0; page < 9; page += 1) {
      box.clock.advance(16 * minuteMs)
      const { body } = await ask('amal', { ...from, address: `198.51.100.${page}` })
      const { code } = await mailTo(box, 'amal@school.example')
      for (let i = 0; i < 5; i += 1) wrong += (await enter(body.ticket, wrongThan(code))) === 'auth.code-wrong' ? 1 : 0
    }
    expect(wrong).toBe(30)
  })

  it('sends another code after a wait that grows, at most four mails for one page, and the earlier code still counts', async () => {
    const { body } = await ask('amal')
    const first = await mailTo(box, 'amal@school.example')
    const { ticket } = body
    expect((await again(ticket)).body).toMatchObject({ messageId: 'auth.resend-too-soon', retryAfterMs: 29_999 })
    const waits: unknown[] = []
    for (const waitMs of [30_000, 60_000, 120_000]) {
      box.clock.advance(waitMs)
      const resent = await again(ticket)
      expect(resent.body.ticket).toBe(ticket)
      waits.push(resent.body.resendAfterMs)
    }
    expect(waits).toEqual([60_000, 120_000, 240_000])
    box.clock.advance(240_000)
    expect((await again(ticket)).body.messageId).toBe('auth.too-many-mails')
    const last = await mailTo(box, 'amal@school.example')
    expect(last.code).not.toBe(first.code)
    expect(SignedIn.parse(await enter(ticket, first.code)).user.userName).toBe('amal')
    // The page has had its answer: anyone who asks again with it begins again.
    expect((await again(ticket)).body.ticket).not.toBe(ticket)
  })

  it('is over after fifteen minutes, also for a code whose page was sent another one', async () => {
    const { body } = await ask('amal')
    const first = await mailTo(box, 'amal@school.example')
    box.clock.advance(14 * minuteMs)
    await again(body.ticket)
    const second = await mailTo(box, 'amal@school.example')
    box.clock.advance(minuteMs)
    expect(await enter(body.ticket, first.code)).toBe('auth.code-wrong')
    box.clock.advance(14 * minuteMs)
    expect(await enter(body.ticket, second.code)).toBe('auth.code-over')
  })

  it('answers alike whether the address has an account, an unconfirmed one, several, or none', async () => {
    await signUp(box, from, 'waiting@home.example')
    await makeUser(box, alnoor, 'twin1', ['family'])
    await makeUser(box, alnoor, 'twin2', ['family'])
    for (const name of ['twin1', 'twin2'])
      await box.db.owner.update(users).set({ email: 'twins@home.example' }).where(eq(users.userName, name))
    const known = await ask('amal')
    const shapes = [shapeOf(known)]
    for (const email of ['waiting@home.example', 'twins@home.example', 'none@home.example', 'no-such-name'])
      shapes.push(shapeOf(await ask(email)))
    expect(shapes.every((shape) => JSON.stringify(shape) === JSON.stringify(shapes[0]))).toBe(true)
    expect((await mailTo(box, 'waiting@home.example')).template).toBe('confirm-first')
    expect((await mailTo(box, 'none@home.example')).template).toBe('no-account')
    const { body } = await ask('none@home.example')
    expect(await enter(body.ticket, '123456')).toBe('auth.code-wrong')
  })

  it('gives each account of one address a code of its own', async () => {
    const { body } = await ask('twins@home.example')
    const sent = (await mailRows(box)).filter(({ recipient }) => recipient === 'twins@home.example').slice(0, 2)
    const second = sent.find(({ params }) => params.userName === 'twin2')
    expect(SignedIn.parse(await enter(body.ticket, String(second?.params.code))).user.userName).toBe('twin2')
  })

  it('shuts out anyone who was disabled meanwhile', async () => {
    await makeUser(box, alnoor, 'leaver', ['family'])
    const { body } = await ask('leaver')
    const { code } = await mailTo(box, 'leaver@school.example')
    await box.db.owner.update(users).set({ disabledAt: '2030-01-01T00:00:00.000Z' }).where(eq(users.userName, 'leaver'))
    expect(await enter(body.ticket, code)).toBe('auth.account-disabled')
  })

  it('says whether there is a school', async () => {
    const ask = async (caller: Caller) => (await call(box.app, caller, validateSchoolId)).body
    expect(await ask({ school: 'alnoor' })).toEqual({ success: true, messageId: '', user: null, token: null })
    expect(await ask({ school: 'nowhere' })).toMatchObject({ success: false, messageId: 'tenant.unknown' })
    expect(await ask({})).toMatchObject({ success: false, messageId: 'tenant.missing' })
    expect(await ask({ ...from, school: 'manara' })).toMatchObject({ messageId: 'tenant.mismatch' })
  })

  it('shows the mails of a server that sends none to those who look after it, without codes and links', async () => {
    const { body } = await ask('it')
    const { code } = await mailTo(box, 'it@school.example')
    const { token } = SignedIn.parse(await enter(body.ticket, code))
    const list = await call(box.app, { ...from, token }, mailList)
    expect(list.body.isSending).toBe(false)
    const { mails } = mailList.reply.parse(list.body)
    expect(mails[0]).toMatchObject({ to: 'it@school.example', subject: 'Your sign-in code' })
    expect([list.body.hasSecrets, JSON.stringify(mails).includes(code)]).toEqual([false, false])
    // At a school to try out nobody is real, and its mails are read here.
    const [row] = await box.db.owner.select().from(schools).where(eq(schools.code, 'alnoor'))
    const write = (profile: typeof row) =>
      box.db.owner.update(schools).set({ profile: profile?.profile }).where(eq(schools.code, 'alnoor'))
    if (row) await write({ ...row, profile: { ...row.profile, isDemo: true } })
    const shown = mailList.reply.parse((await call(box.app, { ...from, token }, mailList)).body)
    await write(row)
    expect(shown.hasSecrets).toBe(true)
    expect(shown.mails[0]?.blocks).toContainEqual({ kind: 'code', text: code })
    const family = await ask('amal')
    const entered = SignedIn.parse(await enter(family.body.ticket, (await mailTo(box, 'amal@school.example')).code))
    const refused = await call(box.app, { ...from, token: entered.token }, mailList)
    expect([refused.status, refused.body.messageId]).toEqual([403, 'access.denied'])
    expect(logged(box)).not.toMatch(new RegExp(`school\\.example|home\\.example|"${code}"|${String(body.ticket)}`))
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { users } from '#server/features/identity/sessions/auth.table.ts'
import { resendVerifyEmail, verifyEmail } from '#shared/identity/account.contract.ts'
import { SignedIn } from '#shared/identity/auth.contract.ts'
import { login } from '#shared/identity/sign-in.contract.ts'
import { dayMs, minuteMs } from '#shared/kernel/time.ts'
import { latestMail, mailRows, mailTo, newPassword, shapeOf, signUp } from '#tests/support/account-kit.ts'
import { quickProof } from '#tests/support/checks/proofs.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, makeUser, type TestSchool } from '#tests/support/factories.ts'
import { type Box, type Caller, call, logged, openBox } from '#tests/support/server.ts'

describe.each(engines)('opening an account on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let callers = 0
  let from: Caller

  const confirm = async (input: Record<string, unknown>, caller = from) => {
    const { status, body } = await call(box.app, caller, verifyEmail, input)
    return status === 200 ? 200 : body.messageId
  }
  const signIn = async (userName: string, password = newPassword, caller = from) => {
    const { status, body } = await call(box.app, caller, login, { userName, password })
    return status === 200 ? SignedIn.parse(body).user : body.messageId
  }
  const ticketOf = async (email: string, more?: Record<string, unknown>) => {
    const { status, body } = await signUp(box, from, email, more)
    expect(status).toBe(200)
    return String(body.ticket)
  }

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    await makeSchool(box, 'manara')
    await makeUser(box, alnoor, 'mona', ['supervisor'])
  })
  beforeEach(() => {
    callers += 1
    box.clock.advance(dayMs)
    from = { school: 'alnoor', host: 'alnoor.localhost:3000', address: `192.0.2.${callers}` }
  })
  afterAll(() => box.close())

  it('lets a family in once it has confirmed its address by code, with the role of a family', async () => {
    const { status, body } = await signUp(box, from, ' Amal@Home.Example ')
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      messageId: '',
      user: null,
      token: null,
      ticket: expect.stringMatching(/^[\w-]{43}$/),
      resendAfterMs: 30_000,
      expiresAt: expect.any(String),
    })
    const mail = await mailTo(box, 'amal@home.example')
    expect(mail).toMatchObject({ template: 'verify-account', language: 'en', state: 'queued' })
    expect(mail.links).toEqual([`http://alnoor.localhost:3000/verify-account?lng=en#token=${mail.token}`])
    expect(await signIn('amal@home.example')).toBe('auth.not-verified')

    // Typed with the digits of an Arabic keyboard, and a space.
    const arabic = [...mail.code].map((digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]).join('')
    const code = `${arabic.slice(0, 3)} ${arabic.slice(3)}`
    expect(await confirm({ ticket: body.ticket, code })).toBe(200)
    expect(await signIn('AMAL@home.example ')).toMatchObject({
      userName: 'amal@home.example',
      name: { en: 'Amal Haddad', ar: '' },
      authority: ['family'],
    })
  })

  it('or by the link, on any device, in the language of the page', async () => {
    await ticketOf('huda@home.example', { name: 'هدى المنصور', language: 'ar' })
    const mail = await mailTo(box, 'huda@home.example')
    expect(mail.subject).toBe('تأكيد حسابك')
    const elsewhere = { ...from, address: '203.0.113.7' }
    expect(await confirm({ token: mail.token }, elsewhere)).toBe(200)
    expect(await signIn('huda@home.example')).toMatchObject({ name: { en: '', ar: 'هدى المنصور' } })
  })

  it('takes a code and a link once, for their time, in their school and in their page only', async () => {
    const ticket = await ticketOf('once@home.example')
    const { code, token } = await mailTo(box, 'once@home.example')
    expect(await confirm({ token }, { ...from, school: 'manara', host: 'localhost' })).toBe('auth.link-over')
    expect(await confirm({ ticket, code }, { ...from, school: 'manara', host: 'localhost' })).toBe('auth.code-over')
    const stranger = await ticketOf('stranger@home.example')
    expect(await confirm({ ticket: stranger, code })).toBe('auth.code-wrong')
    expect(await confirm({ ticket, code })).toBe(200)
    expect(await confirm({ ticket, code })).toBe('auth.code-over')
    expect(await confirm({ token })).toBe(200)
    expect(await confirm({ token })).toBe('auth.link-over')

    const late = await ticketOf('late@home.example')
    const mail = await mailTo(box, 'late@home.example')
    box.clock.advance(15 * minuteMs)
    expect(await confirm({ ticket: late, code: mail.code })).toBe('auth.code-over')
    box.clock.advance(dayMs)
    expect(await confirm({ token: mail.token })).toBe('auth.link-over')
    expect(await signIn('late@home.example')).toBe('auth.not-verified')
  })

  it('tells nobody whether an address has an account: not the answer, and not what is done for it', async () => {
    const fresh = await signUp(box, from, 'new@home.example')
    const known = await signUp(box, from, 'mona@school.example')
    expect(shapeOf(known)).toEqual(shapeOf(fresh))
    const mail = await mailTo(box, 'mona@school.example')
    expect(mail.template).toBe('address-known')
    expect(mail.links.map((href) => new URL(href).pathname)).toEqual(['/sign-in', '/forgot-password', '/sign-up'])
    expect(await confirm({ ticket: known.body.ticket, code: '123456' })).toBe('auth.code-wrong')
    expect(await confirm({ ticket: fresh.body.ticket, code: 'abc' })).toBe('request.invalid')
    const again = { language: 'en', email: 'x' }
    box.clock.advance(minuteMs)
    const resent = await call(box.app, from, resendVerifyEmail, { ...again, ticket: fresh.body.ticket })
    const resentKnown = await call(box.app, from, resendVerifyEmail, { ...again, ticket: known.body.ticket })
    expect(shapeOf(resentKnown)).toEqual(shapeOf(resent))
  })

  it('only tells who knows the password that an account is not confirmed yet', async () => {
    await ticketOf('quiet@home.example')
    expect(await signIn('quiet@home.example', 'some other password')).toBe('auth.wrong-credentials')
    expect(await signIn('nobody@home.example')).toBe('auth.wrong-credentials')
    expect(await signIn('quiet@home.example')).toBe('auth.not-verified')
  })

  it('gives an address to its owner, no matter who else begins a registration with it before, after or between', async () => {
    const owners = 'what the owner chose'
    await ticketOf('owner@home.example', { password: 'what a stranger chose' })
    const ticket = await ticketOf('owner@home.example', { password: owners })
    const { code } = await mailTo(box, 'owner@home.example')
    box.clock.advance(1)
    const strangers = await ticketOf('owner@home.example', { password: 'what a stranger chose' })
    expect(await confirm({ ticket: strangers, code })).toBe('auth.code-wrong')
    expect(await confirm({ ticket, code })).toBe(200)
    expect(await signIn('owner@home.example', owners)).toMatchObject({ userName: 'owner@home.example' })
    expect(await signIn('owner@home.example', 'what a stranger chose')).toBe('auth.wrong-credentials')
    // The stranger's own mail is in the owner's mailbox; pressed later it changes nothing.
    const later = await mailTo(box, 'owner@home.example')
    expect(await confirm({ token: later.token })).toBe(200)
    expect(await signIn('owner@home.example', owners)).toMatchObject({ userName: 'owner@home.example' })
  })

  it('is closed to nobody by strangers who register with the address: beyond twelve mails a solved challenge buys one', async () => {
    const email = 'victim@home.example'
    const elsewhere = (no: number) => ({ ...from, address: `198.51.100.${no}` })
    for (let i = 0; i < 6; i += 1) expect((await signUp(box, elsewhere(1), email)).status).toBe(200)
    expect((await signUp(box, elsewhere(1), email)).body.messageId).toBe('auth.too-many-mails')
    // Whoever it belongs to is elsewhere.
    const { body } = await signUp(box, from, email)
    for (let i = 0; i < 5; i += 1) expect((await signUp(box, elsewhere(2), email)).status).toBe(200)
    const refused = await signUp(box, from, email)
    expect([refused.status, refused.body.messageId]).toEqual([429, 'robots.proof-needed'])
    expect((await signUp(box, from, email, { proof: await quickProof(box, alnoor) })).status).toBe(200)
    const proof = await quickProof(box, alnoor)
    box.clock.advance(minuteMs)
    const again = await call(box.app, from, resendVerifyEmail, { email, ticket: body.ticket, language: 'en', proof })
    expect(again.status).toBe(200)
    expect(await confirm({ ticket: body.ticket, code: (await mailTo(box, email)).code })).toBe(200)
  })

  it('refuses passwords that are short or that everybody has, before anything is kept', async () => {
    const refused = async (password: string) => {
      const { body } = await signUp(box, from, 'weak@home.example', { password })
      return [body.messageId, body.field]
    }
    expect(await refused('ninechars')).toEqual(['request.invalid', 'password'])
    expect(await refused('Password123')).toEqual(['auth.password-common', 'password'])
    expect(await refused('weak weak weak')).toEqual(['auth.password-common', 'password'])
    expect(await latestMail(box, 'weak@home.example')).toBeUndefined()
    const rows = await box.db.owner.select().from(users)
    expect(rows.some(({ email }) => email === 'weak@home.example')).toBe(false)
  })

  it('keeps accounts of one address in two schools apart', async () => {
    const there = { school: 'manara', host: 'manara.localhost:3000', address: from.address ?? '' }
    const ticket = await ticketOf('two@home.example')
    const here = await mailTo(box, 'two@home.example')
    expect(await confirm({ ticket, code: here.code })).toBe(200)
    const second = await signUp(box, there, 'two@home.example', { password: 'another school entirely' })
    const mail = await mailTo(box, 'two@home.example')
    expect(mail.template).toBe('verify-account')
    expect(mail.links[0]).toContain('http://manara.localhost:3000/')
    expect(await signIn('two@home.example', 'another school entirely', there)).toBe('auth.not-verified')
    expect(await confirm({ ticket: second.body.ticket, code: mail.code }, there)).toBe(200)
    expect(await signIn('two@home.example', 'another school entirely')).toBe('auth.wrong-credentials')
    expect(await signIn('two@home.example', 'another school entirely', there)).toMatchObject({ authority: ['family'] })
  })

  it('keeps no code, token or ticket that opens anything, and says nothing personal in the log', async () => {
    const ticket = await ticketOf('secret@home.example')
    const { code, token } = await mailTo(box, 'secret@home.example')
    const kept = await box.db.owner.execute('select * from account_challenges, account_links')
    expect(JSON.stringify(kept.rows)).not.toMatch(new RegExp(`${ticket}|${token}|"${code}"`))
    expect(logged(box)).not.toMatch(/home\.example|Amal|camels/)
    expect((await mailRows(box)).length).toBeGreaterThan(10)
  })
})

import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import {
  passkeyAdd,
  passkeyBegin,
  passkeyProve,
  passkeyProveBegin,
  passkeyRemove,
  passkeySignIn,
  passkeySignInBegin,
  passkeysRead,
} from '#shared/identity/passkey.contract.ts'
import { secondFactorReset } from '#shared/identity/second-factor.contract.ts'
import { signInSettingsRead, signInSettingsSet } from '#shared/identity/sign-in-settings.contract.ts'
import { login } from '#shared/identity/sign-in.contract.ts'
import { peopleExport } from '#shared/identity/staff.contract.ts'
import type { Endpoint } from '#shared/kernel/endpoint.ts'
import { hourMs, minuteMs } from '#shared/kernel/time.ts'
import { enterDesk } from '#tests/support/checks/second-factor-kit.ts'
import { softPasskey } from '#tests/support/checks/soft-passkey.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, makeUser, password } from '#tests/support/factories.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const at = { school: 'alnoor' }
const begun = (body: unknown) => passkeyBegin.reply.parse(body)

describe.each(engines)('passkeys on %s', (engine) => {
  let box: Box
  let mona: Caller
  let huda: Caller
  let monaId: string
  let page: { origin: string; host: string }
  beforeEach(async () => {
    await box?.close()
    box = await openBox(engine)
    const alnoor = await makeSchool(box, 'alnoor')
    monaId = await makeUser(box, alnoor, 'mona', ['finance'])
    await makeUser(box, alnoor, 'huda', ['admin'])
    mona = await enterDesk(box, 'alnoor', 'mona')
    huda = await enterDesk(box, 'alnoor', 'huda')
    const { body } = await call(box.app, huda, signInSettingsRead)
    const { origin, hostname: host } = new URL(String(body.redirectUri))
    page = { origin, host }
  })
  afterAll(() => box.close())

  const make = async (who = mona, key = softPasskey(page)) => {
    const { ticket, options } = begun((await call(box.app, who, passkeyBegin, { host: page.host })).body)
    const added = await call(box.app, who, passkeyAdd, { ticket, passkeyName: 'Laptop', answer: key.make(options) })
    expect(added.body).toEqual({})
    return key
  }
  const use = async (
    key: ReturnType<typeof softPasskey>,
    {
      who = at,
      calls = [passkeySignInBegin, passkeySignIn],
      isVerified = true,
    }: { who?: Caller; calls?: [Endpoint, Endpoint]; isVerified?: boolean } = {},
  ) => {
    const { ticket, options } = begun((await call(box.app, who, calls[0], { host: page.host })).body)
    return call(box.app, who, calls[1], { ticket, answer: key.use(options, isVerified) })
  }

  it('sign in without a name as both factors, and the password alone opens nothing any more', async () => {
    const key = await make()
    expect((await use(key)).body).toMatchObject({ user: { userName: 'mona' } })
    expect((await call(box.app, mona, passkeysRead)).body).toMatchObject({
      passkeys: [{ id: key.id, name: 'Laptop', host: page.host, usedAt: expect.any(String) }],
    })
    const byPassword = await call(box.app, at, login, { userName: 'mona', password })
    expect(byPassword.body).toMatchObject({ user: null, secondFactor: { kinds: ['passkey'], mustSetUp: false } })
    expect((await call(box.app, mona, passkeyRemove, { passkey: key.id })).status).toBe(200)
    expect((await use(key)).body.messageId).toBe('auth.passkey-refused')
  })

  it('count once, at their own page, behind a finger or a PIN, and in their own school', async () => {
    const key = await make()
    const { ticket, options } = begun((await call(box.app, at, passkeySignInBegin, { host: page.host })).body)
    const answer = key.use(options)
    expect((await call(box.app, at, passkeySignIn, { ticket, answer })).status).toBe(200)
    expect((await call(box.app, at, passkeySignIn, { ticket, answer })).body.messageId).toBe('auth.ticket-over')
    const other = begun((await call(box.app, at, passkeySignInBegin, { host: page.host })).body)
    expect((await call(box.app, at, passkeySignIn, { ticket: other.ticket, answer })).body.messageId).toBe(
      'auth.passkey-refused',
    )
    expect((await use(key, { isVerified: false })).body.messageId).toBe('auth.passkey-refused')
    const elsewhere = await call(box.app, at, passkeySignInBegin, { host: 'evil.example' })
    expect([elsewhere.status, elsewhere.body.field]).toEqual([400, 'host'])
    const phished = softPasskey({ ...page, origin: 'https://evil.example' })
    const asked = begun((await call(box.app, mona, passkeyBegin, { host: page.host })).body)
    const added = { ticket: asked.ticket, passkeyName: 'x', answer: phished.make(asked.options) }
    expect((await call(box.app, mona, passkeyAdd, added)).body.messageId).toBe('auth.passkey-refused')
    await makeSchool(box, 'manara')
    const late = begun((await call(box.app, at, passkeySignInBegin, { host: page.host })).body)
    const there = { ticket: late.ticket, answer: key.use(late.options) }
    expect((await call(box.app, { school: 'manara' }, passkeySignIn, there)).body.messageId).toBe('auth.ticket-over')
    box.clock.advance(6 * minuteMs)
    expect((await call(box.app, at, passkeySignIn, there)).body.messageId).toBe('auth.ticket-over')
  })

  it('prove again who sits at the screen, and nobody else’s does', async () => {
    const key = await make(huda)
    const monas = await make(mona)
    box.clock.advance(hourMs)
    const asked = { language: 'en', format: 'csv' }
    expect((await call(box.app, huda, peopleExport, asked)).body.messageId).toBe('auth.step-up-needed')
    const prove = { who: huda, calls: [passkeyProveBegin, passkeyProve] as [Endpoint, Endpoint] }
    expect((await use(monas, prove)).body.messageId).toBe('auth.passkey-refused')
    expect((await use(key, prove)).status).toBe(200)
    expect((await call(box.app, huda, peopleExport, asked)).status).toBe(200)
  })

  it('satisfy a school that requires a second factor, the last one stays, and an administrator resets them', async () => {
    const key = await make()
    const { body } = await call(box.app, huda, signInSettingsRead)
    expect((await call(box.app, huda, signInSettingsSet, { ...body, requiresSecondFactor: true })).status).toBe(200)
    expect((await call(box.app, mona, passkeyRemove, { passkey: key.id })).body.messageId).toBe('auth.factor-required')
    expect((await use(key)).status).toBe(200)
    expect((await call(box.app, huda, secondFactorReset, { id: monaId, language: 'en' })).status).toBe(200)
    expect((await use(key)).body.messageId).toBe('auth.passkey-refused')
  })
})

import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { mails } from '#server/features/mail/mail.table.ts'
import { loginPos, SignedIn } from '#shared/identity/auth.contract.ts'
import { login } from '#shared/identity/sign-in.contract.ts'
import type { Endpoint } from '#shared/kernel/endpoint.ts'
import {
  changePassword,
  Profile,
  profileRead,
  profileSave,
  setAvatar,
  signOutElsewhere,
} from '#shared/identity/profile.contract.ts'
import { peopleList } from '#shared/identity/staff.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, makeUser, password } from '#tests/support/factories.ts'
import { smallWebp as webp } from '#tests/support/checks/small-webp.ts'
import { type Box, type Caller, call, openBox, send } from '#tests/support/server.ts'

const said = {
  phoneNumber: '+974 5512 3456',
  relation: 'Mother',
  address: '',
  city: 'الدوحة',
  state: '',
  country: 'QA',
}
const next = 'three words of nobody'

describe.each(engines)('one’s own account on %s', (engine) => {
  let box: Box
  beforeEach(async () => {
    await box?.close()
    box = await openBox(engine)
    const alnoor = await makeSchool(box, 'alnoor')
    await makeUser(box, alnoor, 'hind', ['family'])
    await makeUser(box, alnoor, 'mona', ['registrar', 'operator'])
    await makeUser(box, alnoor, 'huda', ['admin'])
  })
  afterAll(() => box.close())

  const enter = async (
    userName: string,
    by = password,
    to: Endpoint = login,
    userAgent = 'Firefox/140',
  ): Promise<Caller> => {
    const headers = { 'user-agent': userAgent }
    const { body } = await call(box.app, { school: 'alnoor', headers }, to, { userName, password: by })
    return { school: 'alnoor', token: SignedIn.parse(body).token }
  }
  const read = async (caller: Caller) => {
    const { status, body } = await call(box.app, caller, profileRead)
    return { status, ...(status === 200 ? profileRead.reply.parse(body) : { profile: undefined, sessions: [] }) }
  }

  it('is read with where one is signed in, and keeps what one writes', async () => {
    const hind = await enter('hind')
    await enter('mona')
    await enter('hind', password, login, 'Safari/605')
    const first = await read(hind)
    expect(first.profile).toMatchObject({ userName: 'hind', authority: ['family'], city: '', mayRename: true })
    const seen = Object.fromEntries(first.sessions.map(({ userAgent, isThis }) => [userAgent, isThis]))
    expect(seen).toEqual({ 'Firefox/140': true, 'Safari/605': false })
    const { body } = await call(box.app, hind, profileSave, { ...said, name: 'هند المناعي' })
    // The name in the other script is nobody's to make up.
    expect(Profile.parse(body.profile)).toMatchObject({ ...said, name: { en: 'hind', ar: 'هند المناعي' } })
    expect((await read(hind)).profile).toMatchObject(said)
  })

  it('takes no name from staff, nothing from a till, and nothing that no field is for', async () => {
    const mona = await enter('mona')
    const renamed = await call(box.app, mona, profileSave, { ...said, name: 'Mona II' })
    expect([renamed.status, renamed.body.messageId]).toEqual([403, 'access.denied'])
    expect((await call(box.app, mona, profileSave, { ...said, city: 'a\u0000b' })).status).toBe(400)
    await call(box.app, mona, profileSave, { ...said, roles: ['admin'], email: 'else@where.example' })
    expect((await read(mona)).profile).toMatchObject({ ...said, email: 'mona@school.example', name: { en: 'mona' } })
    const atTill = await enter('mona', password, loginPos)
    expect((await read(atTill)).status).toBe(403)
  })

  it('gets another password by the one in force, which signs out everywhere else and is told by mail', async () => {
    const [here, there] = [await enter('mona'), await enter('mona')]
    const { status } = await call(box.app, here, changePassword, { current: password, password: next, language: 'en' })
    expect(status).toBe(200)
    expect((await read(here)).sessions).toHaveLength(1)
    expect((await read(there)).status).toBe(401)
    expect((await call(box.app, { school: 'alnoor' }, login, { userName: 'mona', password })).status).toBe(401)
    await enter('mona', next)
    const sent = await box.db.owner.select().from(mails)
    expect(sent.map(({ template }) => template)).toEqual(['password-changed'])
  })

  it('keeps its password from who does not know it, however often they try, and ends no session for that', async () => {
    const mona = await enter('mona')
    const change = (current: string, to = next) =>
      call(box.app, mona, changePassword, { current, password: to, language: 'en' })
    expect((await change(password, 'password123')).body.messageId).toBe('auth.password-common')
    expect((await change(password, 'Mona mona-mona')).body.messageId).toBe('auth.password-common')
    expect((await change(password, password)).body).toMatchObject({
      messageId: 'auth.password-same',
      field: 'password',
    })
    box.clock.advance(16 * 60_000)
    expect((await change(password, 'short')).body.messageId).toBe('request.invalid')
    for (let tries = 0; tries < 5; tries += 1)
      expect((await change('guess')).body.messageId).toBe('auth.password-wrong')
    expect((await change(password)).body.messageId).toBe('auth.too-many-attempts')
    expect((await read(mona)).status).toBe(200)
    box.clock.advance(16 * 60_000)
    expect((await change(password)).status).toBe(200)
  })

  it('is signed out everywhere but here, and nobody else with it', async () => {
    const [here, there, other] = [await enter('mona'), await enter('mona'), await enter('hind')]
    expect((await call(box.app, here, signOutElsewhere)).body).toEqual({ ended: 1 })
    expect([await read(here), await read(there), await read(other)].map(({ status }) => status)).toEqual([
      200, 401, 200,
    ])
  })

  it('has a picture, under a name that cannot be guessed, which colleagues see and nobody changes but its owner', async () => {
    const [mona, boss] = [await enter('mona'), await enter('huda')]
    const put = (caller: Caller, data: string | null) => call(box.app, caller, setAvatar, { data })
    const served = async (path: string) => (await send(box.app, {}, 'get', path)).status
    expect((await put(mona, Buffer.from('<svg onload="x"/>').toString('base64'))).body.messageId).toBe(
      'profile.avatar-refused',
    )
    const first = String((await put(mona, webp(0))).body['avatar'])
    expect(first).toMatch(/^\/branding\/[\w-]{36}\/person\/[0-9a-f]{32}$/)
    expect(await served(first)).toBe(200)
    expect((await read(mona)).profile?.avatar).toBe(first)
    const { body } = await call(box.app, boss, peopleList)
    expect(peopleList.reply.parse(body).people.map(({ avatar }) => avatar)).toContain(first)
    // The same picture again has another name: the former address is over.
    const second = String((await put(mona, webp(0))).body['avatar'])
    expect(second).not.toBe(first)
    expect([await served(first), await served(second)]).toEqual([404, 200])
    expect((await put(mona, null)).body['avatar']).toBe('')
    expect(await served(second)).toBe(404)
    expect((await read(mona)).profile?.avatar).toBe('')
    expect((await put(await enter('mona', password, loginPos), webp(0))).body.messageId).toBe('access.denied')
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { signOut } from '#shared/identity/auth.contract.ts'
import { login } from '#shared/identity/sign-in.contract.ts'
import { schoolDetails, schoolList } from '#shared/school/school.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool } from '#tests/support/factories.ts'
import { type Box, call, logged, openBox, send } from '#tests/support/server.ts'

const loginPath = '/api/v1/oa/auth/login'

describe.each(engines)('every call on %s', (engine) => {
  let box: Box

  beforeAll(async () => {
    box = await openBox(engine)
    await makeSchool(box, 'alnoor')
    await makeSchool(box, 'manara')
  })
  afterAll(() => box.close())

  it('names the field that does not fit', async () => {
    const { status, body } = await call(box.app, { school: 'alnoor' }, login, { userName: 'a', password: 7 })
    expect(status).toBe(400)
    expect(body).toMatchObject({ success: false, messageId: 'request.invalid', field: 'password' })
  })

  it.each([
    ['broken', '{"userName":'],
    ['half a character', new Uint8Array([0x22, 0xff, 0x22])],
    ['no JSON at all', 'userName=a'],
  ])('refuses a body that is %s', async (_, input) => {
    const { status, body } = await send(box.app, { school: 'alnoor' }, 'post', loginPath, input)
    expect([status, body.messageId]).toEqual([400, 'request.not-json'])
  })

  it('refuses JSON that comes as something which a foreign form can send', async () => {
    const headers = { 'content-type': 'text/plain' }
    const reply = await call(box.app, { school: 'alnoor', headers }, login, { userName: 'a', password: 'b' })
    expect([reply.status, reply.body.messageId]).toEqual([400, 'request.not-json'])
  })

  it.each([
    ['a NUL', '{"userName":"a\\u0000","password":"b"}', 'userName'],
    ['half a surrogate pair', '{"userName":"a","password":"\\ud800"}', 'password'],
    ['a bottomless nesting', `{"userName":${'['.repeat(5000)}${']'.repeat(5000)}}`, 'userName'],
  ])('refuses %s before it reaches the database', async (_, input, field) => {
    const { status, body } = await send(box.app, { school: 'alnoor' }, 'post', loginPath, input)
    expect([status, body.messageId, body.field]).toEqual([400, 'request.invalid', field])
  })

  it('refuses a body over the limit, by what it says and by what it is', async () => {
    const large = JSON.stringify({ userName: 'a', password: 'b'.repeat(70_000) })
    const said = { school: 'alnoor', headers: { 'content-length': String(large.length) } }
    expect((await send(box.app, said, 'post', loginPath, large)).status).toBe(413)
    const lied = { school: 'alnoor', headers: { 'content-length': '10' } }
    const { status, body } = await send(box.app, lied, 'post', loginPath, large)
    expect([status, body.messageId]).toEqual([413, 'request.too-large'])
  })

  it('stops reading an endless body', async () => {
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull: (stream) => {
        sent += 1
        stream.enqueue(new Uint8Array(8192).fill(0x20))
      },
    })
    const { status } = await send(box.app, { school: 'alnoor' }, 'post', loginPath, endless)
    expect(status).toBe(413)
    expect(sent).toBeLessThan(20)
  })

  it('answers unknown addresses and methods as JSON', async () => {
    const unknown = await send(box.app, {}, 'get', '/api/v1/oa/nothing')
    expect([unknown.status, unknown.body.messageId]).toEqual([404, 'request.not-found'])
    const wrong = await send(box.app, {}, 'put', loginPath, '{}')
    expect([wrong.status, wrong.body.messageId, wrong.headers.get('allow')]).toEqual([405, 'request.not-found', 'POST'])
  })

  it('lets no other origin in and nobody keep what was answered', async () => {
    const { headers } = await call(
      box.app,
      { school: 'alnoor', headers: { origin: 'https://evil.example' } },
      schoolDetails,
    )
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  })

  it('finds the school by header or host, and refuses to choose between two', async () => {
    const codeOf = async (caller: Parameters<typeof call>[1]) => {
      const { status, body } = await call(box.app, caller, schoolDetails)
      return status === 200 ? JSON.stringify(body).match(/"school_code":"(\w+)"/)?.[1] : [status, body.messageId]
    }
    expect(await codeOf({ school: 'alnoor' })).toBe('alnoor')
    expect(await codeOf({ headers: { 'school-id': 'manara' } })).toBe('manara')
    expect(await codeOf({ host: 'alnoor.localhost:3000' })).toBe('alnoor')
    expect(await codeOf({ host: 'ALNOOR.example.school', school: 'alnoor' })).toBe('alnoor')
    expect(await codeOf({ host: 'app.example.school', school: 'manara' })).toBe('manara')
    expect(await codeOf({ host: 'alnoor.localhost', school: 'manara' })).toEqual([400, 'tenant.mismatch'])
    expect(await codeOf({ school: 'alnoor', headers: { 'school-id': 'manara' } })).toEqual([400, 'tenant.mismatch'])
    expect(await codeOf({ school: 'nobody' })).toEqual([404, 'tenant.unknown'])
    expect(await codeOf({ school: "x' or 1=1" })).toEqual([404, 'tenant.unknown'])
    expect(await codeOf({ host: '127.0.0.1:3000' })).toEqual([400, 'tenant.missing'])
    expect(await codeOf({ headers: { 'x-forwarded-host': 'alnoor.localhost' } })).toEqual([400, 'tenant.missing'])
  })

  it('in production goes by the host alone: a header opens no school that the address does not name', async () => {
    const app = createApp({ ...box.deps, settings: { ...box.deps.settings, mode: 'production' } })
    const answered = async (caller: Parameters<typeof call>[1]) => {
      const { status, body } = await call(app, caller, schoolDetails)
      return status === 200 ? 200 : [status, body.messageId]
    }
    for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'school-server']) {
      expect(await answered({ host }), host).toEqual([400, 'tenant.missing'])
      expect(await answered({ host, school: 'alnoor' }), host).toEqual([400, 'tenant.missing'])
      expect(await answered({ host, headers: { 'school-id': 'alnoor' } }), host).toEqual([400, 'tenant.missing'])
    }
    expect(await answered({ host: 'app.localhost', school: 'alnoor' })).toEqual([404, 'tenant.unknown'])
    expect(await answered({ host: 'app.localhost' })).toEqual([404, 'tenant.unknown'])
    expect(await answered({ host: 'alnoor.localhost:3000', school: 'alnoor' })).toBe(200)
    expect(await answered({ host: 'alnoor.localhost:3000' })).toBe(200)
    expect(await answered({ host: 'alnoor.localhost', school: 'manara' })).toEqual([400, 'tenant.mismatch'])
    expect((await call(app, { host: 'localhost:3000' }, schoolList)).body).toMatchObject({ byHost: true })

    // By the hosts of the settings alone each school has a link as well.
    const settings = {
      ...box.deps.settings,
      mode: 'production' as const,
      hosts: ['*.school.lan', 'manara.example.com'],
    }
    const { body } = await call(createApp({ ...box.deps, settings }), { host: 'school.lan' }, schoolList)
    const listed = schoolList.reply.parse(body)
    expect([listed.byHost, listed.publicUrl]).toEqual([true, null])
    expect(Object.fromEntries(listed.result.map(({ code, host }) => [code, host]))).toMatchObject({
      alnoor: 'alnoor.school.lan',
      manara: 'manara.example.com',
    })
    for (const { code, host } of listed.result) {
      const at = await call(createApp({ ...box.deps, settings }), { host: host ?? '' }, schoolDetails)
      expect(at.status, code).toBe(200)
    }

    const developing = createApp({ ...box.deps, settings: { ...box.deps.settings, mode: 'development' } })
    expect((await call(developing, { host: 'localhost:3000', school: 'alnoor' }, schoolDetails)).status).toBe(200)
    expect((await call(developing, {}, schoolList)).body).toMatchObject({ byHost: false, publicUrl: null })
  })

  it('says what the specification says when no school is named, except on common calls', async () => {
    const { body } = await call(box.app, {}, signOut, { token: 'x' })
    expect(body).toEqual({ success: false, messageId: 'tenant.missing', message: 'Missing client-id' })
    expect((await call(box.app, {}, schoolList)).status).toBe(200)
  })

  it('believes a proxy only when told to', async () => {
    const trusting = createApp({
      ...box.deps,
      settings: { ...box.deps.settings, hosts: ['*.example.school'], trustProxy: true },
    })
    const headers = { 'x-forwarded-host': 'evil.example, alnoor.example.school:443', 'x-request-id': 'from-the-proxy' }
    const reply = await call(trusting, { headers }, schoolDetails)
    expect([reply.status, reply.headers.get('x-request-id')]).toEqual([200, 'from-the-proxy'])
    const plain = await call(box.app, { school: 'alnoor', headers }, schoolDetails)
    expect(plain.headers.get('x-request-id')).toMatch(/^[\w-]{16}$/)
  })

  it('logs the pattern of a call and nothing that was sent', async () => {
    box.log.length = 0
    await send(box.app, { school: 'alnoor' }, 'post', `${loginPath}?offer=tok-secret`, {
      userName: 'mona',
      password: 5,
    })
    expect(box.log).toHaveLength(1)
    expect(box.log[0]?.fields).toMatchObject({ method: 'POST', route: loginPath, school: 'alnoor', status: 400 })
    expect(logged(box)).not.toMatch(/secret|mona/)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { schools } from '#server/features/school/school.table.ts'
import { route } from '#server/http/serve.ts'
import { login } from '#shared/identity/sign-in.contract.ts'
import { schoolDetails } from '#shared/school/school.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool } from '#tests/support/factories.ts'
import { type Box, call, logged, openBox, send } from '#tests/support/server.ts'

describe.each(engines)('a failing server on %s', (engine) => {
  let box: Box

  /** The same app, whose database fails from now on. */
  const failing = (error: Error) => {
    const fail = async () => {
      throw error
    }
    return createApp({ ...box.deps, db: { ...box.deps.db, tenant: fail, directory: fail, probe: fail } })
  }

  beforeAll(async () => {
    box = await openBox(engine)
    await makeSchool(box, 'alnoor')
  })
  afterAll(() => box.close())

  it('tells nobody what happened, and the log no more than where', async () => {
    box.log.length = 0
    const cause = Object.assign(new Error('Key (user_name)=(mona) exists'), { code: '23505', constraint: 'users_key' })
    const app = failing(new Error('Failed query: insert\nparams: mona,secret\n    at mona:1:1', { cause }))
    const { status, body, headers } = await call(app, { school: 'alnoor' }, schoolDetails)
    expect(status).toBe(500)
    expect(Object.keys(body).sort()).toEqual(['message', 'messageId', 'success'])
    expect(body.messageId).toBe('server.failed')
    const [line] = box.log
    expect(line).toMatchObject({ level: 'error', fields: { code: '23505', constraint: 'users_key' } })
    expect(line?.fields.requestId).toBe(headers.get('x-request-id'))
    expect(line?.fields.stack).toEqual(expect.arrayContaining([expect.stringContaining('http.failures')]))
    expect(logged(box)).not.toMatch(/mona|secret/)
  })

  it.each([
    ['refused connection', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
    ['socket that is away', Object.assign(new Error('connect'), { code: 'ENOENT', syscall: 'connect' })],
    ['shutdown', Object.assign(new Error('terminating'), { code: '57P01' })],
    ['exhausted pool', new Error('timeout exceeded when trying to connect')],
    ['conflict that would not end', new Error('query', { cause: Object.assign(new Error('x'), { code: '40P01' }) })],
  ])('says "busy" on a %s, with the time to wait', async (_, error) => {
    const { status, body, headers } = await call(failing(error), { school: 'alnoor' }, schoolDetails)
    expect([status, body.messageId, headers.get('retry-after')]).toEqual([503, 'server.busy', '2'])
  })

  it('answers a value that the database cannot hold as the sender’s error', async () => {
    box.log.length = 0
    const error = new Error('Failed query', {
      cause: Object.assign(new Error('mona is out of range'), { code: '22003' }),
    })
    const { status, body } = await call(failing(error), { school: 'alnoor' }, schoolDetails)
    expect([status, body.messageId]).toEqual([400, 'request.invalid'])
    expect(box.log[0]).toMatchObject({ level: 'warn', fields: { code: '22003' } })
    expect(logged(box)).not.toContain('mona')
  })

  it('is alive without its database but not ready', async () => {
    const app = failing(new Error('gone'))
    const healthz = await send(app, {}, 'get', '/healthz')
    expect([healthz.status, healthz.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect((await send(app, {}, 'get', '/readyz')).status).toBe(503)
    expect((await send(box.app, {}, 'get', '/readyz')).status).toBe(200)
  })

  it('sends nothing of a reply that breaks the contract', async () => {
    const broken = await makeSchool(box, 'broken')
    await box.db.database.tenant(broken.schoolId, (tx) => tx.update(schools).set({ currency: 'XXX' as 'QAR' }))
    box.log.length = 0
    const { status, body } = await call(box.app, { school: 'broken' }, schoolDetails)
    expect([status, body.messageId, body.result]).toEqual([500, 'server.failed', undefined])
    expect(box.log[0]?.fields.places).toEqual(['result.settings.currency: invalid_value'])
  })

  it('remembers no failure to find a school', async () => {
    let down = true
    const db = { ...box.deps.db, directory: box.deps.db.directory }
    db.directory = (work) => (down ? Promise.reject(new Error('gone')) : box.deps.db.directory(work))
    const app = createApp({ ...box.deps, db })
    expect((await call(app, { school: 'alnoor' }, schoolDetails)).status).toBe(500)
    down = false
    expect((await call(app, { school: 'alnoor' }, schoolDetails)).status).toBe(200)
  })

  it('does not start with a handler for the wrong audience', () => {
    expect(() => route.session(login, () => Promise.reject(new Error('never')))).toThrow(/auth\/login is for open/)
  })
})

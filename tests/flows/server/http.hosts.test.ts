import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import type { AppSettings } from '#server/kernel/deps.ts'
import { listen } from '#server/node/listen.ts'
import { composeApp } from '#server/node/run-server.ts'
import { headersFor, securityHeaders } from '#server/node/security-headers.ts'
import { apiPrefix } from '#shared/kernel/endpoint.ts'
import { forgetPassword } from '#shared/identity/account.contract.ts'
import { publicInfo, schoolDetails, schoolList } from '#shared/school/school.contract.ts'
import { mailRows } from '#tests/support/account-kit.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool } from '#tests/support/factories.ts'
import { type Box, call, logged, openBox } from '#tests/support/server.ts'

const noFolder = join(import.meta.dirname, 'none')

describe.each(engines)('the host of a call on %s', (engine) => {
  let box: Box

  const answerAt = async (settings: Partial<AppSettings>, host: string, headers: Record<string, string> = {}) => {
    const app = createApp({ ...box.deps, settings: { ...box.deps.settings, mode: 'production', ...settings } })
    const { status, body } = await call(app, { host, headers }, schoolDetails)
    return status === 200 ? 200 : body.messageId
  }

  beforeAll(async () => {
    box = await openBox(engine)
    await makeSchool(box, 'alnoor')
  })
  afterAll(() => box.close())

  it('names a school below localhost, the public address and the hosts of the settings, and nowhere else', async () => {
    const publicUrl = 'https://example.school:8443/ignored'
    const lan = { hosts: ['*.school.lan', 'alnoor.other.lan'] }
    expect(await answerAt({}, 'AlNoor.localhost.:3000')).toBe(200)
    expect(await answerAt({ publicUrl }, 'alnoor.example.school')).toBe(200)
    expect(await answerAt({ publicUrl }, 'alnoor.localhost:3000')).toBe(200)
    expect(await answerAt(lan, 'alnoor.school.lan:3000')).toBe(200)
    expect(await answerAt(lan, 'alnoor.other.lan')).toBe(200)
    expect(await answerAt(lan, 'nobody.school.lan')).toBe('tenant.unknown')
    for (const host of [
      'alnoor.localhost.evil.test',
      'alnoor.example.school.evil.test',
      'alnoor.evil.test',
      'alnoor.x.localhost',
      'x.alnoor.example.school',
      'manara.other.lan',
      'example.school',
      'alnoor',
      '192.168.1.5:3000',
      '[::1]:3000',
    ]) {
      expect(await answerAt({ publicUrl, ...lan }, host), host).toBe('tenant.missing')
    }
  })

  it('is one for trials where the settings say so: there the school is chosen, in production too', async () => {
    const settings = { mode: 'production', testHosts: ['trial.school.lan', '*.try.lan'] } as const
    const named = { 'client-id': 'alnoor' }
    for (const host of ['trial.school.lan:3000', 'any.try.lan']) {
      expect(await answerAt(settings, host, named), host).toBe(200)
      expect(await answerAt(settings, host, { 'client-id': 'nobody' }), host).toBe('tenant.unknown')
      // A browser that has chosen none yet names the first label of the host: it gets the list.
      expect(await answerAt(settings, host, { 'client-id': host.split('.')[0] ?? '' }), host).toBe('tenant.missing')
    }
    for (const host of ['x.trial.school.lan', 'trial.lan', 'try.lan', 'x.any.try.lan'])
      expect(await answerAt(settings, host, named), host).toBe('tenant.missing')
    const app = createApp({ ...box.deps, settings: { ...box.deps.settings, ...settings } })
    const at = { host: 'trial.school.lan', headers: named }
    // By this the browser keeps its choice for the host.
    expect((await call(app, at, schoolDetails)).body).toMatchObject({ result: { settings: { domain: at.host } } })
    expect((await call(app, at, schoolList)).body).toMatchObject({ byHost: false })
    expect((await call(app, { host: 'school.lan' }, schoolList)).body).toMatchObject({ byHost: true })
  })

  it('of assets is where logos are fetched from, and pages allow it for pictures alone', async () => {
    const assetsUrl = 'https://assets.example'
    const app = createApp({ ...box.deps, settings: { ...box.deps.settings, assetsUrl } })
    const logo = `${assetsUrl}/branding/alnoor/logo.svg`
    const { body } = await call(app, { school: 'alnoor' }, schoolDetails)
    expect(body).toMatchObject({ result: { schoolNameLogo: [{ logo }] } })
    expect((await call(app, { school: 'alnoor' }, publicInfo)).body).toMatchObject({ result: { logo } })
    const policy = headersFor({ assetsUrl })['content-security-policy'] ?? ''
    expect(policy.split('; ').filter((part) => part.includes(assetsUrl))).toEqual([
      `img-src 'self' ${assetsUrl} data: blob:`,
    ])
    expect(headersFor({})['content-security-policy']).not.toContain('assets')
    const served = new Hono().use(securityHeaders({ assetsUrl })).get('*', (c) => c.text(''))
    const policyOf = async (path: string) => (await served.request(path)).headers.get('cross-origin-resource-policy')
    expect(await policyOf('/branding/alnoor/logo.svg')).toBe('cross-origin')
    expect(await policyOf('/branding/alnoor/person/abc')).toBe('same-origin')
  })

  it('counts alike where a proxy passes it on', async () => {
    const proxied = (host: string) =>
      answerAt({ hosts: ['*.school.lan'], trustProxy: true }, 'inner:3000', { 'x-forwarded-host': host })
    expect(await proxied('evil.test, alnoor.school.lan:443')).toBe(200)
    for (const host of ['alnoor.evil.test', 'alnoor.127.0.0.1', 'alnoor.school.lan:99999', '']) {
      expect(await proxied(host), host).toBe('tenant.missing')
    }
  })

  it('leads no link of a mail to a foreign name', async () => {
    const app = createApp({ ...box.deps, settings: { ...box.deps.settings, mode: 'production' } })
    const asked = { email: 'mona@school.example', language: 'en' }
    const foreign = await call(app, { host: 'alnoor.localhost.evil.test' }, forgetPassword, asked)
    expect(foreign.body.messageId).toBe('tenant.missing')
    expect(await mailRows(box)).toEqual([])
  })

  it('that is no host at all is the caller’s error, and no address gets into the log', async () => {
    box.log.length = 0
    const app = createApp({ ...box.deps, settings: { ...box.deps.settings, mode: 'production' } })
    const listening = await listen(composeApp(app, { current: noFolder, previous: noFolder }), 0)
    const path = `${apiPrefix}${schoolDetails.path}?offerLetterToken=secret`
    const asked = request({
      host: '127.0.0.1',
      port: listening.port,
      path,
      headers: { host: 'alnoor.127.0.0.1' },
    }).end()
    const [answer]: IncomingMessage[] = await once(asked, 'response')
    expect(answer && [answer.statusCode, answer.headers['cache-control'], await json(answer)]).toEqual([
      400,
      'no-store',
      { success: false, messageId: 'tenant.missing', message: 'Missing client-id' },
    ])
    await listening.stop(1000)
    expect(box.log.map(({ level }) => level)).toEqual(['info'])
    expect(logged(box)).not.toMatch(/secret|alnoor/)
  })
})

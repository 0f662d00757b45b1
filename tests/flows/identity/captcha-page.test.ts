import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { composeApp } from '#server/node/run-server.ts'
import { makeSchool } from '#tests/support/factories.ts'
import { type Box, openBox } from '#tests/support/server.ts'

const given = {
  provider: 'hcaptcha',
  siteKey: 'key "of" <us>',
  secret: 'closed',
  verifyUrl: 'https://captcha.example',
} as const

describe('the page of an outside captcha', () => {
  let box: Box
  const base = mkdtempSync(join(tmpdir(), 'bawaba-captcha-'))
  const folders = { current: join(base, 'dist'), previous: join(base, 'none') }
  const served = (captcha: typeof given | undefined) => {
    const outside = captcha && { ...captcha, verify: () => Promise.resolve(true) }
    return composeApp(createApp({ ...box.deps, captcha: outside }), folders, { captcha })
  }
  const get = (path: string, captcha?: typeof given) =>
    served(captcha).request(`http://alnoor.localhost${path}`, { headers: { accept: 'text/html' } })
  const policyOf = ({ headers }: Response) => headers.get('content-security-policy') ?? ''

  beforeAll(async () => {
    box = await openBox('pglite')
    await makeSchool(box, 'alnoor')
  })
  afterAll(() => box.close())

  it('lets in its provider and nobody else, and is shown in our own frames only', async () => {
    const page = await get('/captcha.html', given)
    expect(page.status).toBe(200)
    const origins = new Set(policyOf(page).match(/https?:\/\/[^\s;]+/g))
    expect([...origins]).toEqual(['https://hcaptcha.com', 'https://*.hcaptcha.com'])
    expect(policyOf(page)).toMatch(/^default-src 'none';.*frame-ancestors 'self'$/)
    expect(policyOf(page)).not.toContain('unsafe')
    expect(await page.text()).toContain('data-sitekey="key &quot;of&quot; &lt;us>"')
  })

  it('makes every other page let in a frame of ours, and no stranger', async () => {
    const policy = policyOf(await get('/api/v1/oa/public/school_details', given))
    expect(policy).toMatch(/; frame-src 'self'$/)
    expect(policy).not.toContain('http')
  })

  it('is not there where none is configured, and nothing is wider', async () => {
    expect((await get('/captcha.html')).status).toBe(404)
    expect(policyOf(await get('/api/v1/oa/public/school_details'))).not.toContain('frame-src')
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { schools } from '#server/features/school/school.table.ts'
import { schoolDetails, schoolList } from '#shared/school/school.contract.ts'
import { readSchoolDetails } from '#shared/school/school-read.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { type Box, call, openBox, send } from '#tests/support/server.ts'

const host = 'alnoor.localhost:3000'

describe.each(engines)("a school's face on %s", (engine) => {
  let box: Box
  let alnoor: TestSchool
  const get = (path: string, caller: Parameters<typeof send>[1] = {}) => send(box.app, caller, 'get', path)

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor', {
      name: { en: 'Al Noor International School', ar: 'مدرسة النور' },
      language: 'ar',
      logoSvg: '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    })
    await makeSchool(box, 'manara', { name: { en: '<Manara> & Sons', ar: 'المنارة' } })
  })
  afterAll(() => box.close())

  it('is told in the names of the specification, and read back into our own', async () => {
    const { body } = await call(box.app, { school: 'alnoor' }, schoolDetails)
    const details = readSchoolDetails(schoolDetails.reply.parse(body))
    expect(details).toMatchObject({
      code: 'alnoor',
      name: { ar: 'مدرسة النور' },
      logo: '/branding/alnoor/logo.svg',
      homePage: '/sign-in',
      conditionalScreens: null,
      dates: [{ startsOn: '2030-01-01', endsOn: '2030-06-30' }],
      currency: 'QAR',
      language: 'ar',
    })
    expect(JSON.stringify(body)).not.toMatch(/tillPolicy|schoolId|logoSvg/)
  })

  it('lists all schools for a person who has to choose, by name, colour and address only', async () => {
    const { body } = await call(box.app, {}, schoolList)
    const result = body.result as Record<string, unknown>[]
    expect(result.map(({ code }) => code)).toEqual(['alnoor', 'manara'])
    expect(Object.keys(result[0] ?? {}).sort()).toEqual(['brand', 'code', 'host', 'logo', 'name'])
  })

  it('makes each school an app of its own', async () => {
    const { status, body, headers } = await get('/manifest.webmanifest', { host })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toContain('application/manifest+json')
    expect(body).toMatchObject({
      name: 'مدرسة النور',
      short_name: 'مدرسة النور',
      lang: 'ar',
      dir: 'rtl',
      display: 'standalone',
      start_url: '/',
      theme_color: '#0f766e',
    })
    const other = await get('/branding/manara/manifest.webmanifest')
    expect(other.body).toMatchObject({ dir: 'ltr', short_name: '<Manara> &' })
    const bare = await get('/manifest.webmanifest')
    expect(bare.body).toMatchObject({ name: 'Bawaba', id: '/' })
    expect(new Set([body.id, other.body.id, bare.body.id]).size).toBe(3)
  })

  it('serves every icon that a manifest names, as a drawing that runs nothing', async () => {
    for (const [path, caller] of [
      ['/manifest.webmanifest', { host }],
      ['/manifest.webmanifest', {}],
    ] as const) {
      const icons = (await get(path, caller)).body.icons as { src: string; type: string }[]
      expect(icons).toHaveLength(2)
      for (const { src, type } of icons) {
        const { status, headers, body } = await get(src, caller)
        expect([src, status]).toEqual([src, 200])
        expect(headers.get('content-type')).toContain(type)
        expect(headers.get('content-security-policy')).toBe(
          "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
        )
        expect(headers.get('x-content-type-options')).toBe('nosniff')
        expect(body.text).toMatch(/^<svg xmlns/)
      }
    }
  })

  it('draws the first letter of the name, without the article and without harm', async () => {
    expect((await get('/branding/icon.svg', { host })).body.text).toContain('>م</text>')
    expect((await get('/branding/manara/icon.svg')).body.text).toContain('>&lt;</text>')
    expect((await get('/branding/maskable.svg')).body.text).toContain('>ب</text>')
  })

  it('shows the logo by host and by code, and no logo of a school that is none', async () => {
    expect((await get('/branding/logo.svg', { host })).body.text).toContain('<script>')
    expect((await get('/branding/alnoor/logo.svg')).headers.get('content-security-policy')).toMatch(
      /default-src 'none'/,
    )
    const nobody = await get('/branding/nobody/logo.svg')
    expect([nobody.status, nobody.body.messageId]).toEqual([404, 'tenant.unknown'])
    expect((await get('/branding/alnoor/../../etc/passwd')).status).toBe(404)
  })

  it('is sent again only when it has changed', async () => {
    const first = await get('/branding/alnoor/logo.svg')
    const headers = { 'if-none-match': `"other", W/${first.headers.get('etag')}` }
    const again = await get('/branding/alnoor/logo.svg', { headers })
    expect([again.status, again.body.text]).toEqual([304, ''])
    await box.db.database.tenant(alnoor.schoolId, (tx) => tx.update(schools).set({ logoSvg: '<svg/>' }))
    expect((await get('/branding/alnoor/logo.svg', { headers })).body.text).toBe('<svg/>')
  })

  it('is looked up again after thirty seconds', async () => {
    expect((await call(box.app, { school: 'newcomer' }, schoolDetails)).status).toBe(404)
    await makeSchool(box, 'newcomer')
    expect((await call(box.app, { school: 'newcomer' }, schoolDetails)).status).toBe(404)
    box.clock.advance(30_000)
    expect((await call(box.app, { school: 'newcomer' }, schoolDetails)).status).toBe(200)
  })
})

describe('missing words', () => {
  it('are collected in development, bounded, and nowhere else', async () => {
    const box = await openBox('pglite')
    const words = { 'sign-in.title': 'Sign in' }
    expect((await send(box.app, {}, 'post', '/locales/add/en/common', words)).status).toBe(404)
    expect((await send(box.app, {}, 'get', '/locales/missing')).status).toBe(404)

    const app = createApp({ ...box.deps, settings: { ...box.deps.settings, mode: 'development' } })
    const add = (path: string, input: unknown) => send(app, {}, 'post', `/locales/add/${path}`, input)
    expect((await add('en/common', words)).status).toBe(200)
    expect((await add('ar/common', words)).status).toBe(200)
    expect((await add('en/common', words)).status).toBe(200)
    expect((await add('fr/common', words)).status).toBe(404)
    expect((await add('en/..%2Fsecret', words)).status).toBe(404)
    expect((await add('en/common', { key: 5 })).status).toBe(400)
    expect((await add('en/common', { key: 'x'.repeat(20_000) })).status).toBe(413)
    const missing = await send(app, {}, 'get', '/locales/missing')
    expect(missing.body).toEqual({ 'ar/common:sign-in.title': 'Sign in', 'en/common:sign-in.title': 'Sign in' })
    expect(box.log.filter(({ level }) => level === 'warn').map(({ fields }) => fields.missing)).toEqual([1, 2])

    for (let page = 0; page < 25; page += 1) {
      await add('en/flood', Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`k${page}-${i}`, ''])))
    }
    expect(Object.keys((await send(app, {}, 'get', '/locales/missing')).body)).toHaveLength(2000)
    await box.close()
  })
})

import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { composeApp } from './run-server.ts'

const base = mkdtempSync(join(tmpdir(), 'bawaba-static-'))
const folders = { current: join(base, 'dist'), previous: join(base, 'dist-previous') }
const script = 'console.log("بوابة")\n'.repeat(200)
const page = { accept: 'text/html,*/*' }

const app = composeApp(
  new Hono()
    .get('/api/v1/oa/known', (c) => c.json({ success: true }))
    .post('/locales/add/en/pos', (c) => c.json({ success: true }))
    .notFound((c) => c.json({ success: false, messageId: 'unknown' }, 404)),
  folders,
  { publicUrl: 'https://example.school' },
)
const get = (path: string, headers: Record<string, string> = {}) => app.request(path, { headers })

beforeAll(() => {
  const write = (path: string, text: string) => {
    mkdirSync(join(base, path, '..'), { recursive: true })
    writeFileSync(join(base, path), text)
  }
  write('dist/index.html', '<!doctype html><title>first</title>')
  write('dist/sw.js', 'self')
  write('dist/.inputs', 'secret')
  write('dist/assets/app-1a2b3c4d.js', script)
  write('dist/assets/face-worker-1a2b3c4d.js', script)
  write('dist/models/face/1.0.0/some_model.bin', script)
  write('dist/models/face/1.0.0/wasm/some.wasm', script)
  write('dist/locales/en/pos.json', '{}')
  write('dist-previous/assets/app-00000000.js', 'old')
  write('dist-previous/secret.txt', 'secret')
  write('secret.txt', 'secret')
})
afterAll(() => rmSync(base, { recursive: true }))

describe('the client’s files', () => {
  it('are there for everyone who asks at once, after a start and after a build', async () => {
    const atOnce = (path: string) => Promise.all(Array.from({ length: 8 }, async () => (await get(path)).status))
    expect(await atOnce('/sw.js')).toEqual(Array(8).fill(200))
    const fresh = join(base, 'dist/assets/app-9f8e7d6c.js')
    writeFileSync(fresh, 'new')
    utimesSync(join(base, 'dist/index.html'), new Date(2040, 0), new Date(2040, 0))
    expect(await atOnce('/assets/app-9f8e7d6c.js')).toEqual(Array(8).fill(200))
  })

  it('are kept for ever when their name holds their hash, and asked for again otherwise', async () => {
    const asset = await get('/assets/app-1a2b3c4d.js')
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(asset.headers.get('content-type')).toMatch(/^text\/javascript/)
    for (const path of ['/', '/index.html', '/sw.js', '/locales/en/pos.json']) {
      const response = await get(path)
      expect([path, response.status, response.headers.get('cache-control')]).toEqual([path, 200, 'no-cache'])
    }
    expect(await (await get('/assets/app-00000000.js')).text()).toBe('old')
  })

  it('are not sent again when the browser has them', async () => {
    const etag = (await get('/sw.js')).headers.get('etag') ?? ''
    const again = await get('/sw.js', { 'if-none-match': `W/"other", ${etag}` })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect((await get('/sw.js', { 'if-none-match': 'W/"other"' })).status).toBe(200)
  })

  it('are compressed as the browser wishes', async () => {
    const fetched = async (accepted: string) => {
      const response = await get('/assets/app-1a2b3c4d.js', { 'accept-encoding': accepted })
      expect(response.headers.get('vary')).toBe('accept-encoding')
      return { encoding: response.headers.get('content-encoding'), bytes: Buffer.from(await response.arrayBuffer()) }
    }
    const brotli = await fetched('gzip, deflate, br, zstd')
    expect([brotli.encoding, brotliDecompressSync(brotli.bytes).toString()]).toEqual(['br', script])
    const zipped = await fetched('gzip, br;q=0')
    expect([zipped.encoding, gunzipSync(zipped.bytes).toString()]).toEqual(['gzip', script])
    const plain = await fetched('')
    expect([plain.encoding, plain.bytes.toString()]).toEqual([null, script])
  })

  it.each(['/models/face/1.0.0/some_model.bin', '/models/face/1.0.0/wasm/some.wasm'])(
    'of the recogniser are kept for ever and compressed: %s',
    async (path) => {
      const response = await get(path, { 'accept-encoding': 'br' })
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(response.headers.get('content-encoding')).toBe('br')
      expect(brotliDecompressSync(Buffer.from(await response.arrayBuffer())).toString()).toBe(script)
      expect(response.headers.get('content-type')).toMatch(/^application\/(wasm|octet-stream)$/)
    },
  )

  it('answer HEAD without a body', async () => {
    const head = await app.request('/index.html', { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '35', ''])
  })

  it.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/../../secret.txt',
    '/.inputs',
    '/%00',
    '/%',
  ])('are the only ones: %s', async (path) => {
    const response = await app.request(new Request(`http://localhost${path}`, { headers: page }))
    expect(await response.text()).not.toContain('secret')
  })

  it('follow a new build', async () => {
    writeFileSync(join(folders.current, 'index.html'), '<!doctype html><title>second</title>')
    utimesSync(join(folders.current, 'index.html'), 1, 1)
    expect(await (await get('/')).text()).toContain('second')
  })
})

describe('an address without a file', () => {
  it('gets the page when a person opens it', async () => {
    for (const path of ['/pos', '/pos/devices', '/sign-in?next=/pos']) {
      const response = await get(path, page)
      expect([path, response.status, response.headers.get('content-type')]).toEqual([
        path,
        200,
        'text/html; charset=utf-8',
      ])
    }
  })

  it('is the application’s own business otherwise', async () => {
    expect(await (await get('/api/v1/oa/known', page)).json()).toEqual({ success: true })
    expect(await (await app.request('/locales/add/en/pos', { method: 'POST' })).json()).toEqual({ success: true })
    for (const path of [
      '/api/v1/oa/none',
      '/assets/gone-11111111.js',
      '/locales/xx/pos.json',
      '/models/face/1/none',
      '/none.png',
    ]) {
      expect([path, (await get(path, page)).status]).toEqual([path, 404])
    }
    expect((await get('/pos', { accept: 'application/json' })).status).toBe(404)
    expect((await app.request('/pos', { method: 'POST', headers: page })).status).toBe(404)
  })
})

describe('every answer', () => {
  it('carries the security headers', async () => {
    for (const path of ['/', '/assets/app-1a2b3c4d.js', '/api/v1/oa/known', '/api/v1/oa/none']) {
      const { headers } = await get(path)
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*require-trusted-types-for 'script'/)
      expect(headers.get('content-security-policy')).not.toContain('unsafe')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('strict-transport-security')).toMatch(/^max-age=/)
    }
  })

  it('OPS-27: lets pages call their own server alone, so that no browser asks for permission to reach another one', async () => {
    for (const path of ['/', '/assets/app-1a2b3c4d.js']) {
      const policy = (await get(path)).headers.get('content-security-policy')
      expect(policy?.split('; ').filter((part) => part.startsWith('connect-src'))).toEqual(["connect-src 'self'"])
    }
  })

  it('lets WebAssembly be compiled by the recogniser, and by nobody else', async () => {
    const policy = (await get('/assets/face-worker-1a2b3c4d.js')).headers.get('content-security-policy')
    expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self';/)
    expect(policy?.match(/unsafe/g)).toHaveLength(1)
    for (const path of [
      '/',
      '/assets/app-1a2b3c4d.js',
      '/assets/face-worker-gone.js/x',
      '/models/face/1.0.0/some_model.bin',
    ])
      expect((await get(path, page)).headers.get('content-security-policy')).not.toContain('unsafe')
  })
})

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { certificateWatch } from './certificate-watch.ts'
import { describeCertificate } from '../commands/certificate.ts'
import { isInTwoSpaces, readCertificate } from './read-certificate.ts'

const folder = mkdtempSync(join(tmpdir(), 'bawaba-tls-'))
const file = (name: string) => join(folder, name)
const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })
const dayMs = 24 * 3_600_000

/** A root of our own, and one certificate of it for `localhost` for 90 days. */
beforeAll(() => {
  openssl(
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '365',
    '-subj',
    '/O=School/CN=Root',
    '-keyout',
    'root.key',
    '-out',
    'root.pem',
  )
  openssl(
    'req',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-subj',
    '/CN=tills',
    '-keyout',
    'till.key',
    '-out',
    'till.csr',
  )
  writeFileSync(file('ext'), 'subjectAltName=DNS:localhost')
  openssl(
    'x509',
    '-req',
    '-in',
    'till.csr',
    '-CA',
    'root.pem',
    '-CAkey',
    'root.key',
    '-CAcreateserial',
    '-days',
    '90',
    '-extfile',
    'ext',
    '-out',
    'till.pem',
  )
})
afterAll(() => rmSync(folder, { recursive: true }))

/** What is found at the server, so many days from now. */
async function seen({ host = 'localhost', days = 0, trusts = true } = {}) {
  const server = createServer({ key: readFileSync(file('till.key')), cert: readFileSync(file('till.pem')) })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const { port } = server.address() as AddressInfo
  const ca = trusts ? [readFileSync(file('root.pem'), 'utf8')] : []
  const state = await readCertificate(new URL(`https://${host}:${port}`), Date.now() + days * dayMs, ca)
  await new Promise((resolve) => server.close(resolve))
  return { state: state.is, sentence: describeCertificate(state, host) }
}

describe('bawaba certificate', () => {
  it('is content with one that lasts, and warns two weeks before its end', async () => {
    expect((await seen()).state).toBe('good')
    expect((await seen({ days: 75 })).state).toBe('good')
    expect(await seen({ days: 77 })).toMatchObject({ state: 'ends-soon', sentence: expect.stringContaining('ends on') })
  })

  it('names what is wrong: expired, not yet valid, another name, an unknown issuer, nobody there', async () => {
    expect((await seen({ days: 91 })).sentence).toContain('Tablets sell on')
    expect((await seen({ days: -2 })).sentence).toContain('set the clock')
    expect(await seen({ host: '127.0.0.1' })).toMatchObject({ state: 'other-name' })
    expect(await seen({ trusts: false })).toMatchObject({ state: 'unknown-issuer' })
    expect(await readCertificate(new URL('https://localhost:1'), Date.now())).toMatchObject({ is: 'unreachable' })
    expect(await readCertificate(new URL('https://nobody.invalid'), Date.now())).toEqual({ is: 'no-address' })
  })
})

describe('the certificate on the status page', () => {
  it('OPS-27: a name that leads to private and to public addresses is found, since browsers ask there for permission', () => {
    const [publicly, privately] = [
      ['203.0.113.9', '2001:db8::9'],
      ['192.168.1.9', '10.0.0.1', '172.31.0.1', 'fd00::9', '127.0.0.1'],
    ]
    expect([isInTwoSpaces(publicly), isInTwoSpaces(privately), isInTwoSpaces([])]).toEqual([false, false, false])
    for (const inside of privately)
      for (const outside of publicly) expect(isInTwoSpaces([inside, outside]), inside).toBe(true)
  })

  it('is looked at once an hour at most, and not without https', async () => {
    let connections = 0
    const server = createServer({ key: readFileSync(file('till.key')), cert: readFileSync(file('till.pem')) })
    server.on('connection', () => {
      connections += 1
    })
    await new Promise<void>((resolve) => server.listen(0, resolve))
    const { port } = server.address() as AddressInfo
    let passedMs = 0
    const clock = { nowMs: () => Date.now() + passedMs, monotonicMs: () => passedMs }
    const ca = [readFileSync(file('root.pem'), 'utf8')]
    const read = certificateWatch({ publicUrl: `https://localhost:${port}`, clock, ca })
    const first = await read?.()
    expect(first).toMatchObject({ host: `localhost:${port}`, state: 'good', until: expect.stringMatching(/Z$/) })
    passedMs = 3_599_000
    expect([await read?.(), connections]).toEqual([first, 1])
    // What is known is told at once; the look that was due is found by the next who asks.
    passedMs = 91 * dayMs
    expect(await read?.()).toEqual(first)
    await expect.poll(async () => (await read?.())?.state).toBe('expired')
    expect(connections).toBe(2)
    await new Promise((resolve) => server.close(resolve))
    for (const publicUrl of [undefined, 'http://school.example', 'school'])
      expect(certificateWatch({ publicUrl, clock })).toBeUndefined()
  })
})

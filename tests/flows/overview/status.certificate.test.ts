import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, type Server } from 'node:tls'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Deps } from '#server/kernel/deps.ts'
import { readServerFigures } from '#server/features/overview/status/server-figures.service.ts'
import type { OutgoingMail } from '#server/kernel/outside/mailer.ts'
import { tellOfCertificate } from '#server/node/certificate/certificate-alerts.ts'
import { certificateWatch } from '#server/node/certificate/certificate-watch.ts'
import { openMetrics } from '#server/node/metrics/prometheus.ts'
import { dayMs, toInstant } from '#shared/kernel/time.ts'
import { type Box, openBox } from '#tests/support/server.ts'

const folder = mkdtempSync(join(tmpdir(), 'bawaba-mail-tls-'))
/** A moment after the certificates begin. */
const startMs = Date.now() + 60_000
const people = ['it@alnoor.example', 'owner@alnoor.example']

/** Makes a certificate that signs itself, for `localhost` or another name. */
function makeCertificate(name: string, days: number) {
  const [key, cert] = [`${name}-${days}.key`, `${name}-${days}.pem`]
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', String(days)]
  const named = ['-subj', `/O=School/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`, '-keyout', key, '-out', cert]
  execFileSync('openssl', [...made, ...named], { cwd: folder, stdio: 'ignore' })
  return { key: readFileSync(join(folder, key), 'utf8'), cert: readFileSync(join(folder, cert), 'utf8') }
}

describe('mail about the certificate', () => {
  let box: Box
  let server: Server
  let mails: OutgoingMail[]
  let passedMs: number
  let look: () => Promise<void>
  let readMetrics: () => Promise<string>
  let standing: Deps['certificate']
  let certificates: Record<'lasting' | 'renewed' | 'other', { key: string; cert: string }>

  beforeAll(() => {
    certificates = {
      lasting: makeCertificate('localhost', 90),
      renewed: makeCertificate('localhost', 400),
      other: makeCertificate('school.example', 90),
    }
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  beforeEach(async () => {
    box = await openBox('pglite')
    mails = []
    passedMs = 0
    server = createServer(certificates.lasting)
    await new Promise<void>((resolve) => server.listen(0, resolve))
    const clock = { nowMs: () => startMs + passedMs, monotonicMs: () => passedMs }
    const publicUrl = `https://localhost:${(server.address() as AddressInfo).port}`
    const ca = Object.values(certificates).map(({ cert }) => cert)
    standing = certificateWatch({ publicUrl, clock, ca })
    const mailer = { send: async (mail: OutgoingMail) => void mails.push(mail) }
    const deps = { ...box.deps, clock, mailer, certificate: standing, settings: { ...box.deps.settings, publicUrl } }
    look = () => tellOfCertificate(deps, people)
    // Of its own each time, which keeps nothing from before.
    readMetrics = () => openMetrics({ dataDir: '.', nowMs: clock.monotonicMs }).text(() => readServerFigures(deps))
  })
  afterEach(async () => {
    await new Promise((resolve) => server.close(resolve))
    await box.close()
  })

  /** Lets days pass; what is found then is told by the round after the look. */
  const afterDays = async (days: number) => {
    passedMs += days * dayMs
    await look()
    await expect.poll(async () => (await standing?.())?.checkedAt).toBe(toInstant(startMs + passedMs))
    await look()
  }
  const subjects = () => mails.map(({ to, subject }) => `${to}: ${subject.split(' · ')[0]}`)
  const toAll = (subject: string) => people.map((to) => `${to}: ${subject}`)
  const since = async (work: () => Promise<void>) => {
    mails.length = 0
    await work()
    return subjects()
  }

  it('OPS-34: how long it lasts stands on `/metrics`, negative once it has expired, without the name it is for', async () => {
    const lasting = async () => {
      const text = await readMetrics()
      expect(text).not.toContain('localhost')
      return Number(/^bawaba_cert_expires_seconds (\S+)$/m.exec(text)?.[1]) / 86_400
    }
    await afterDays(0)
    expect(await lasting()).toBeCloseTo(90, 1)
    await afterDays(100)
    expect(await lasting()).toBeCloseTo(-10, 1)
    await new Promise((resolve) => server.close(resolve))
    await afterDays(1)
    expect(await readMetrics()).not.toMatch(/^bawaba_cert_expires_seconds/m)
    await new Promise<void>((resolve) => server.listen(0, resolve))
  })

  it('OPS-35 goes out once when it ends within 14 days, once when it has expired, and once when it was renewed', async () => {
    expect(await since(() => afterDays(0))).toEqual([])
    expect(await since(() => afterDays(75))).toEqual([])
    expect(await since(() => afterDays(2))).toEqual(toAll('The certificate ends soon'))
    const [mail] = mails
    expect(mail?.subject).toBe('The certificate ends soon · توشك الشهادة على الانتهاء')
    expect(mail?.text).toMatch(/Address and end of the certificate: localhost:\d+ · \d{4}-\d\d-\d\dT/)
    expect(await since(() => afterDays(1))).toEqual([])
    // Nothing is over by getting worse.
    expect(await since(() => afterDays(14))).toEqual(toAll('The certificate has expired'))
    expect(await since(() => afterDays(1))).toEqual([])
    server.setSecureContext(certificates.renewed)
    expect(await since(() => afterDays(1))).toEqual(toAll('The certificate is good again'))
    expect(await since(() => afterDays(1))).toEqual([])
  })

  it('goes out once when the certificate is for another name, and what the server can not see changes nothing', async () => {
    server.setSecureContext(certificates.other)
    expect(await since(() => afterDays(0))).toEqual(toAll('Browsers refuse the certificate'))
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    expect(await since(() => afterDays(1))).toEqual([])
    const { rows } = await box.db.owner.execute(sql`select cause, over_at as over from installation_alerts`)
    expect(rows).toEqual([{ cause: 'certificate-wrong', over: null }])
    server = createServer(certificates.lasting)
    await new Promise<void>((resolve) => server.listen(port, resolve))
    expect(await since(() => afterDays(1))).toEqual(toAll('The certificate is good again'))
  })
})

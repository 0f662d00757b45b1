import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mails } from '#server/features/mail/mail.table.ts'
import { deliverWebhooks } from '#server/features/programs/webhooks/deliver-webhooks.service.ts'
import { tellPrograms } from '#server/features/programs/webhooks/tell-programs.service.ts'
import { webhookSender } from '#server/node/gateways/webhook-sender.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { dayMs, hourMs } from '#shared/kernel/time.ts'
import { setPupilLeaving } from '#shared/students/pupils/pupil.contract.ts'
import {
  type Delivery,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  renewWebhookSecret,
  resendDelivery,
  saveWebhook,
  testWebhook,
  type Webhook,
} from '#shared/programs/webhook.contract.ts'
import { theirId } from '#tests/flows/identity/authority-input.ts'
import { enter, fill } from '#tests/flows/identity/authority-school.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { type Box, type Caller, call, logged, openBox } from '#tests/support/server.ts'

interface Received {
  headers: IncomingHttpHeaders
  body: string
}

/** Another program: keeps what comes and answers as it is told. */
function startProgram() {
  const received: Received[] = []
  const program = { received, answer: 200, url: '', server: undefined as Server | undefined }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(parts).toString('utf8') })
      if (program.answer === 302) response.setHeader('location', 'http://127.0.0.1/elsewhere')
      response.writeHead(program.answer).end('what it says is read by nobody')
    })
  })
  return new Promise<typeof program>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      resolve(Object.assign(program, { server, url: `http://127.0.0.1:${port}/told` }))
    })
  })
}

/** Verifies a message as a program does that was written by the standard. */
function isSignedBy(secret: string, { headers, body }: Received): boolean {
  const [id, timestamp] = [headers['webhook-id'], headers['webhook-timestamp']]
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const expected = `v1,${createHmac('sha256', key)
    .update(`${String(id)}.${String(timestamp)}.${body}`)
    .digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(expected)
}

describe('webhooks (operate §10)', () => {
  let box: Box
  let school: TestSchool
  let it1: Caller
  let program: Awaited<ReturnType<typeof startProgram>>
  beforeAll(async () => {
    box = await openBox('pglite')
    school = await makeSchool(box, 'alnoor')
    await fill(box, school)
    program = await startProgram()
    box.deps.webhooks = webhookSender({ isLocalAllowed: true })
  })
  beforeEach(async () => {
    await box.db.owner.execute(sql`delete from webhook_deliveries`)
    await box.db.owner.execute(sql`delete from webhooks`)
    program.received.length = 0
    program.answer = 200
    it1 = await enter(box, school, ['it'], 'staff')
  })
  afterAll(async () => {
    program.server?.close()
    await box.close()
  })

  const newId = () => uuidv7(box.clock.nowMs(), box.deps.random)
  const save = (more: object = {}) =>
    call(box.app, it1, saveWebhook, {
      opId: newId(),
      webhookUrl: program.url,
      events: ['payment.received', 'student.left'],
      isPaused: false,
      revision: 0,
      ...more,
    })
  const made = async (more: object = {}) => (await save(more)).body as unknown as { webhook: Webhook; secret: string }
  const tell = (event: 'payment.received' | 'invoice.issued' = 'payment.received') =>
    box.db.database.tenant(school.schoolId, (tx) =>
      tellPrograms(tx, { schoolId: school.schoolId, nowMs: box.clock.nowMs(), random: box.deps.random }, event, {
        paymentId: theirId,
      }),
    )
  const deliver = () => deliverWebhooks(box.deps, school.schoolId)
  const latest = async (id: string) =>
    ((await call(box.app, it1, listDeliveries, { id })).body as { deliveries: Delivery[] }).deliveries

  it('tells what happens by ids alone, signed as Standard Webhooks says', async () => {
    const { webhook, secret } = await made()
    await tell()
    await deliver()
    const [message] = program.received
    expect(program.received).toHaveLength(1)
    expect(JSON.parse(message?.body ?? '')).toEqual({
      type: 'payment.received',
      timestamp: '2030-03-03T06:00:00.000Z',
      data: { paymentId: theirId },
    })
    expect(message?.headers['webhook-id']).toMatch(/^msg_[\da-f-]{36}$/)
    expect(message && isSignedBy(secret, message)).toBe(true)
    expect(message && isSignedBy('whsec_AAAA', message)).toBe(false)
    expect(await latest(webhook.id)).toMatchObject([{ state: 'sent', status: 200, attempts: 1, failure: null }])
  })

  it('tells of nothing that was not asked for, nor while it is paused', async () => {
    await made()
    await made({ isPaused: true })
    await tell('invoice.issued')
    await tell()
    await deliver()
    expect(program.received).toHaveLength(1)
  })

  it('tells of a pupil who leaves in the transaction that notes it', async () => {
    await made()
    const registrar = await enter(box, school, ['registrar'], 'staff')
    const leaving = { customerId: theirId, leftOn: '2030-06-30', leaveReason: 'graduated' }
    const { status } = await call(box.app, registrar, setPupilLeaving, leaving)
    expect(status).toBe(200)
    await deliver()
    expect(program.received.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
      { type: 'student.left', data: { customerId: theirId } },
    ])
  })

  it('signs with two secrets for a day after a renewal', async () => {
    const { webhook, secret } = await made()
    const { body } = await call(box.app, it1, renewWebhookSecret, { id: webhook.id, revision: webhook.revision })
    const renewed = String(body.secret)
    await tell()
    await deliver()
    const [first] = program.received
    expect(first && [isSignedBy(secret, first), isSignedBy(renewed, first)]).toEqual([true, true])
    box.clock.advance(dayMs)
    await tell()
    await deliver()
    const second = program.received[1]
    expect(second && [isSignedBy(secret, second), isSignedBy(renewed, second)]).toEqual([false, true])
  })

  it('keeps the secret encrypted and shows it once', async () => {
    const { secret } = await made()
    const { rows } = await box.db.owner.execute<{ all: string }>(
      sql`select string_agg(w::text, ' ') as all from webhooks w`,
    )
    expect(rows[0]?.all).not.toContain(secret.slice(6))
    expect(JSON.stringify((await call(box.app, it1, listWebhooks)).body)).not.toContain(secret)
    await tell()
    await deliver()
    expect(logged(box)).not.toContain(secret.slice(6, 20))
  })

  it('tries again under the same id, later and later, for three days; then it stops and says so', async () => {
    const { webhook } = await made()
    program.answer = 500
    await tell()
    await deliver()
    // Of two messages of one moment either may go first.
    box.clock.advance(1)
    await tell()
    await deliver()
    expect(program.received, 'what else waits, waits too').toHaveLength(1)
    box.clock.advance(30_000)
    await deliver()
    expect(new Set(program.received.map(({ headers }) => headers['webhook-id'])).size).toBeLessThan(
      program.received.length,
    )
    for (let hours = 0; hours < 76; hours += 3) {
      box.clock.advance(3 * hourMs)
      await deliver()
    }
    it1 = await enter(box, school, ['it'], 'staff')
    const { webhooks } = (await call(box.app, it1, listWebhooks)).body as { webhooks: Webhook[] }
    expect(webhooks[0]?.stoppedAt).not.toBeNull()
    expect((await latest(webhook.id)).map(({ state }) => state)).toEqual(['failed', 'failed'])
    const told = await box.db.owner.select().from(mails).where(sql`template = 'webhook-stopped'`)
    expect(told).toHaveLength(1)
    const before = program.received.length
    await tell()
    await deliver()
    expect(program.received).toHaveLength(before)
  })

  it('goes on once it is saved again, and sends again what was missed', async () => {
    const { webhook, secret } = await made()
    program.answer = 500
    await tell()
    await deliver()
    program.answer = 204
    const [missed] = await latest(webhook.id)
    await call(box.app, it1, resendDelivery, { id: missed?.id })
    await deliver()
    const [, again] = program.received
    expect(again && isSignedBy(secret, again)).toBe(true)
    expect(again?.headers['webhook-id']).toBe(`msg_${missed?.id}`)
    expect(await latest(webhook.id)).toMatchObject([{ state: 'sent', status: 204 }])
  })

  it('sends a test also while it is paused', async () => {
    const { webhook } = await made({ isPaused: true })
    await call(box.app, it1, testWebhook, { id: webhook.id })
    await deliver()
    expect(JSON.parse(program.received[0]?.body ?? '{}')).toMatchObject({ type: 'test', data: {} })
  })

  it('says nothing more once it is removed', async () => {
    const { webhook } = await made()
    await tell()
    await call(box.app, it1, removeWebhook, { id: webhook.id })
    await deliver()
    expect(program.received).toEqual([])
    expect((await call(box.app, it1, listWebhooks)).body.webhooks).toEqual([])
    expect((await call(box.app, it1, testWebhook, { id: webhook.id })).status).toBe(404)
  })

  it('is changed only by who has seen it as it is, and by who keeps no secrets it is not made', async () => {
    const { webhook } = await made()
    expect((await save({ opId: webhook.id, revision: 0 })).body.messageId).toBe('programs.changed')
    expect((await save({ opId: webhook.id, revision: webhook.revision })).body).toMatchObject({ secret: null })
    const { keyRing } = box.deps
    box.deps.keyRing = undefined
    expect((await save()).body.messageId).toBe('programs.no-key')
    box.deps.keyRing = keyRing
  })

  it('takes no address without TLS but in development, and none with a password in it (OPS-49)', async () => {
    const local = box.deps.webhooks
    box.deps.webhooks = webhookSender()
    for (const webhookUrl of [
      'http://program.example/x',
      'https://me:secret@program.example/x',
      'ftp://program.example',
    ])
      expect((await save({ webhookUrl })).body, webhookUrl).toMatchObject({
        messageId: 'request.invalid',
        field: 'webhookUrl',
      })
    box.deps.webhooks = local
  })

  it('a redirect, and a private address that a name leads to, are refused and tried again later (OPS-49)', async () => {
    const { webhook } = await made()
    program.answer = 302
    await tell()
    await deliver()
    expect(await latest(webhook.id)).toMatchObject([{ state: 'queued', failure: 'redirect', status: null }])
    const local = box.deps.webhooks
    box.deps.webhooks = webhookSender()
    const inside = await made({ webhookUrl: 'https://localhost:8443/told' })
    await tell()
    await deliver()
    box.deps.webhooks = local
    expect((await latest(inside.webhook.id))[0]).toMatchObject({ state: 'queued', failure: 'private' })
  })
})

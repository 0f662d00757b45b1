import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openContact } from '#local/device/contact.ts'
import type { DeviceIdentity } from '#local/device/identity.ts'
import { openSignedSend } from '#local/device/signed-send.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { signedText } from '#shared/sync/device.contract.ts'
import { Batch, Operation, type PushReply } from '#shared/sync/sync.contract.ts'
import { httpOver, makeIdentity, type Wire } from '#tests/support/devices/device-kit.ts'
import { openStore, saveMany, till } from '#tests/support/devices/outbox-kit.ts'
import { openTestWorld } from '#tests/support/devices/test-surroundings.ts'
import { breathe, testStartMs } from '#tests/support/devices/test-time.ts'
import { loadClockOffset } from './clock-offset.ts'
import { openHttpTransport } from './http-transport.ts'

afterEach(() => vi.useRealTimers())

let identity: DeviceIdentity | undefined

async function open(wire: Wire) {
  identity ??= await makeIdentity()
  const world = openTestWorld()
  const store = openStore()
  const ops = await saveMany(store, 2)
  const offset = await loadClockOffset(store)
  const contact = await openContact(store, world.openTab().surroundings.channel, world.time)
  const send = openSignedSend({ http: httpOver(wire), identity, clock: world.time, offset })
  const parts = { send, identity, clock: world.time, random: world.random, offset, contact, appVersion: '1' }
  const transport = openHttpTransport(parts)
  const push = async () => transport({ ops, holes: [], tails: await store.tails(), fence: { epoch: 3, no: 4 } })
  return { push, ops, offset, contact, time: world.time, identity }
}

const ours = { 'x-sync-protocol': '1', 'content-type': 'application/json' }
const replyTo = (batchId: string, more: Partial<PushReply> = {}) =>
  JSON.stringify({ batchId, serverTime: toInstant(testStartMs), minProtocol: 1, results: [], received: {}, ...more })
const batchIdOf = async (request: Request) => ((await request.clone().json()) as Batch).batchId

const says =
  (status: number, body: string, headers: Record<string, string> = ours): Wire =>
  async () =>
    new Response(body, { status, headers })
const refuses = (status: number, messageId: string, more: object = {}, headers: Record<string, string> = {}) =>
  says(status, JSON.stringify({ success: false, messageId, message: '', ...more }), { ...ours, ...headers })

describe('what is sent', () => {
  it('is a batch of the contract, with nothing of how operations fare here', async () => {
    let seen: unknown
    const { push, ops, identity } = await open(async (request) => {
      expect(new URL(request.url).pathname).toBe('/api/v1/oa/sync/ops')
      expect(request.headers.get('client-id')).toBe('alnoor')
      expect([request.redirect, request.cache]).toEqual(['error', 'no-store'])
      seen = await request.clone().json()
      return new Response(replyTo(await batchIdOf(request)), { headers: ours })
    })
    expect((await push()).kind).toBe('answer')
    const batch = Batch.parse(seen)
    expect(batch).toMatchObject({
      deviceId: identity.deviceId,
      fence: { epoch: 3, no: 4 },
      installEpoch: identity.installEpoch,
    })
    expect(batch.tails[till]).toMatchObject({ nextSeq: 3, pending: 2, pendingMinor: 200 })
    expect(batch.ops).toEqual(ops.map((op) => Operation.parse(op)))
  })

  it('is signed by the device over exactly these bytes, at the corrected time', async () => {
    let seen: { text: string; headers: Headers } | undefined
    const { push, offset, time, identity } = await open(async (request) => {
      seen = { text: await request.clone().text(), headers: request.headers }
      return new Response(replyTo(await batchIdOf(request)), { headers: ours })
    })
    offset.measured(0, 0, 90_000)
    await push()
    const sentAt = seen?.headers.get('device-time') ?? ''
    expect(sentAt).toBe(toInstant(time.nowMs() + 90_000))
    expect(seen?.headers.get('device-id')).toBe(identity.deviceId)
    const signature = Buffer.from(seen?.headers.get('device-signature') ?? '', 'base64url')
    const verify = (text: string) =>
      crypto.subtle.verify(
        { name: 'ECDSA', hash: 'SHA-256' },
        identity.keys.publicKey,
        signature,
        new TextEncoder().encode(signedText('post', '/api/v1/oa/sync/ops', sentAt, sha256Hex(text))),
      )
    expect(await verify(seen?.text ?? '')).toBe(true)
    expect(await verify(`${seen?.text} `)).toBe(false)
  })
})

describe('an answer', () => {
  it('counts with status 200, JSON, our header and our batch id, and is contact', async () => {
    const { push, contact, offset, ops } = await open(async (request) => {
      const results = [{ opId: ops[0]!.opId, outcome: 'applied' as const }]
      return new Response(replyTo(await batchIdOf(request), { results, serverTime: toInstant(testStartMs + 5000) }), {
        headers: ours,
      })
    })
    const exchange = await push()
    expect(exchange).toMatchObject({ kind: 'answer', reply: { results: [{ outcome: 'applied' }] } })
    expect([contact.inContact(), offset.value()]).toEqual([true, 5000])
  })

  const strangers: [string, Wire][] = [
    ['a captive portal', says(200, '<html>Welcome to the WiFi</html>', { 'content-type': 'text/html' })],
    ['a portal that speaks JSON', says(200, '{"ok":true}', { 'content-type': 'application/json' })],
    ['our answer without our header', async (r) => new Response(replyTo(await batchIdOf(r)))],
    [
      'another protocol',
      async (r) => new Response(replyTo(await batchIdOf(r)), { headers: { 'x-sync-protocol': '2' } }),
    ],
    ['the answer to another batch', says(200, replyTo('0190a5a5-0000-7000-8000-00000000beef'))],
    [
      'an answer cut off in the middle',
      async (r) => new Response(replyTo(await batchIdOf(r)).slice(0, 60), { headers: ours }),
    ],
    ['an empty 200', says(200, '')],
    ['204', async () => new Response(null, { status: 204, headers: ours })],
    ['a redirect', async () => new Response(null, { status: 302, headers: { location: 'http://portal.test/' } })],
    ['a refused redirect', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a 401 of a proxy', says(401, 'who are you', {})],
    ['a 403 of a firewall', says(403, 'blocked', {})],
    ['a 404 of an old server', says(404, '{"success":false,"messageId":"request.not-found","message":""}', {})],
    ['a 409 of nobody', says(409, '', {})],
    ['a 426 of nobody', says(426, '', {})],
    ['a 502', says(502, 'Bad Gateway', {})],
  ]
  it.each(strangers)('OPS-28: acknowledges nothing and is no contact from a stranger: %s', async (_, wire) => {
    const { push, contact } = await open(wire)
    contact.reached(testStartMs)
    expect(await push()).toMatchObject({ kind: 'unreachable' })
    expect(contact.inContact()).toBe(false)
  })

  it.each([400, 413, 422, 431])('that is a stranger’s %i may be about our bytes, but is no contact', async (status) => {
    const { push, contact } = await open(says(status, 'no', {}))
    contact.reached(testStartMs)
    expect(await push()).toMatchObject({ kind: 'refused', ours: false, status })
    expect(contact.inContact()).toBe(false)
  })

  it.each([
    [
      refuses(401, 'device.clock', { serverTime: toInstant(testStartMs + 7_200_000) }),
      { kind: 'unproven', messageId: 'device.clock', serverTimeMs: testStartMs + 7_200_000 },
    ],
    [refuses(401, 'device.bad-signature'), { kind: 'unproven', messageId: 'device.bad-signature', serverTimeMs: null }],
    [refuses(403, 'device.revoked'), { kind: 'barred', messageId: 'device.revoked' }],
    [refuses(409, 'sync.replayed'), { kind: 'superseded' }],
    [refuses(426, 'sync.upgrade-needed'), { kind: 'outdated' }],
    [refuses(413, 'request.too-large'), { kind: 'refused', ours: true, messageId: 'request.too-large' }],
    [refuses(400, 'from.the.future'), { kind: 'refused', ours: true, messageId: 'L000' }],
    [refuses(429, 'request.too-many', {}, { 'retry-after': '7' }), { kind: 'unreachable', retryAfterMs: 7000 }],
    [
      refuses(503, 'server.busy', { retryAfterMs: 2500 }, { 'retry-after': '3' }),
      { kind: 'unreachable', retryAfterMs: 2500 },
    ],
    [
      refuses(503, 'server.busy', {}, { 'retry-after': 'Wed, 21 Oct 2031 07:28:00 GMT' }),
      { kind: 'unreachable', retryAfterMs: null },
    ],
    [says(500, 'not even JSON'), { kind: 'unreachable', retryAfterMs: null }],
    [refuses(408, 'L000'), { kind: 'unreachable' }],
  ] as [Wire, object][])('that is our own refusal means what it says (%#)', async (wire, expected) => {
    const { push } = await open(wire)
    expect(await push()).toMatchObject(expected)
  })

  it.each([refuses(401, 'device.bad-signature'), refuses(403, 'device.revoked'), refuses(426, 'sync.upgrade-needed')])(
    'that keeps us out is no contact: nothing is fresh, and no PIN lives longer by it',
    async (wire) => {
      const { push, contact } = await open(wire)
      await push()
      expect([contact.inContact(), contact.lastMs()]).toEqual([false, null])
    },
  )

  it('tells the server’s time to a device whose clock is wrong', async () => {
    const { push, offset } = await open(
      refuses(401, 'device.clock', { serverTime: toInstant(testStartMs + 7_200_000) }),
    )
    await push()
    expect(offset.value()).toBe(7_200_000)
  })

  it.each([
    ['never comes', () => new Promise<Response>(() => undefined)],
    [
      'never ends',
      async () =>
        new Response(new ReadableStream({ start: (c) => c.enqueue(new TextEncoder().encode('{')) }), { headers: ours }),
    ],
  ] as [string, Wire][])('that %s is given up', async (_, wire) => {
    const asked = Promise.withResolvers<void>()
    const { push } = await open((request) => {
      asked.resolve()
      return wire(request)
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let exchange: unknown
    const pushing = (async () => {
      exchange = await push()
    })()
    await asked.promise
    for (let i = 0; i < 60 && exchange === undefined; i += 1) {
      await vi.advanceTimersByTimeAsync(1000)
      await breathe(2)
    }
    expect(exchange).toMatchObject({ kind: 'unreachable' })
    await pushing
  })
})

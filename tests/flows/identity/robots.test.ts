import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openHttp } from '#local/kernel/http.ts'
import { obtainProof, solveChallenge } from '#local/proof-of-work/solve-challenge.ts'
import { createApp } from '#server/app.ts'
import { limitAddress } from '#server/features/identity/bot-protection/bot-protection.service.ts'
import { proofKeys, spentProofs } from '#server/features/identity/bot-protection/bot-protection.table.ts'
import { attempts } from '#server/features/identity/sessions/auth.table.ts'
import { visitors } from '#server/features/sync/anonymous-sender/visitor.table.ts'
import { route } from '#server/http/serve.ts'
import { askChallenge, type Challenge, type SolvedChallenge } from '#shared/identity/bot-protection.contract.ts'
import { endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { minuteMs } from '#shared/kernel/time.ts'
import { schoolDetails } from '#shared/school/school.contract.ts'
import { admitVisitor } from '#shared/sync/anonymous-sender.contract.ts'
import { easyChallenge, quickProof } from '#tests/support/checks/proofs.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, makeTablet, type TestDevice, type TestSchool } from '#tests/support/factories.ts'
import { type Box, call, openBox } from '#tests/support/server.ts'

const refused = { status: 403, body: { messageId: 'robots.proof-refused' } }

describe.each(engines)('the challenge against robots on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let manara: TestSchool
  let tablet: TestDevice

  const ask = async (address = '192.0.2.1', school = 'alnoor') => call(box.app, { school, address }, askChallenge)
  const challengeOf = async (address?: string) => askChallenge.reply.parse((await ask(address)).body).challenge
  const pay = (proof: string, { school = alnoor, keys = tablet, app = box.app } = {}) =>
    call(app, { school: school.code }, admitVisitor, { visitorId: keys.deviceId, publicKey: keys.publicKey, proof })
  const altered = async (change: (solved: SolvedChallenge) => void) => {
    const solved = JSON.parse(await quickProof(box, alnoor)) as SolvedChallenge
    change(solved)
    return pay(JSON.stringify(solved))
  }
  const creditOf = async ({ deviceId }: TestDevice) =>
    (await box.db.owner.select().from(visitors)).find(({ id }) => id === deviceId)?.credit

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    manara = await makeSchool(box, 'manara')
    tablet = await makeTablet()
  })
  afterAll(() => box.close())

  it('is solved by honest work, which can be watched, and pays once', async () => {
    const shares: number[] = []
    const http = openHttp({
      origin: 'http://localhost',
      identify: () => ({ schoolCode: 'alnoor', clientId: undefined, token: undefined }),
      fetch: async (request) => box.app.request(request),
    })
    const proof = await obtainProof(http, { onProgress: (share) => shares.push(share) })
    expect(shares.every((share, i) => share > (shares[i - 1] ?? 0) && share <= 1)).toBe(true)
    expect(await pay(proof)).toMatchObject({ status: 200, body: { credit: 1 } })
    expect(await pay(proof)).toMatchObject(refused)
    expect(await creditOf(tablet)).toBe(1)
  })

  it('can be given up in the middle', async () => {
    const stop = new AbortController()
    const hard = { ...(await challengeOf()), signature: 'ab' }
    const solving = solveChallenge(
      { ...hard, parameters: { ...hard.parameters, keyPrefix: '00'.repeat(16) } },
      { signal: stop.signal, onProgress: () => stop.abort(new Error('enough')) },
    )
    await expect(solving).rejects.toThrow('enough')
    await expect(solveChallenge(hard, { signal: stop.signal })).rejects.toThrow('enough')
  })

  it('is refused when it is old, altered, unsolved, unsigned or of another school', async () => {
    const old = await quickProof(box, alnoor)
    box.clock.advance(10 * minuteMs)
    expect(await pay(old)).toMatchObject(refused)
    expect(await altered(({ challenge }) => void (challenge.parameters.expiresAt += 3600))).toMatchObject(refused)
    expect(await altered(({ challenge }) => void (challenge.parameters.cost = 1))).toMatchObject(refused)
    expect(await altered(({ challenge }) => void (challenge.parameters.nonce = '00'))).toMatchObject(refused)
    expect(await altered(({ challenge }) => void (challenge.signature = '00'))).toMatchObject(refused)
    expect(await altered(({ solution }) => void (solution.derivedKey = '00'.repeat(32)))).toMatchObject(refused)
    expect(await altered(({ solution }) => void (solution.derivedKey = 'zz'))).toMatchObject(refused)
    expect(await pay(await quickProof(box, manara))).toMatchObject(refused)
    expect(await pay(await quickProof(box, manara), { school: manara })).toMatchObject({ status: 200 })
    for (const text of ['x', '{}', '[]', 'null', '{"challenge":{}}', '9'.repeat(4000)]) {
      expect(await pay(text), text).toMatchObject(refused)
    }
    expect(await pay('')).toMatchObject({ status: 400, body: { messageId: 'request.invalid', field: 'proof' } })
  })

  it('spent fifty times at once pays once', async () => {
    const keys = await makeTablet()
    const proof = await quickProof(box, alnoor)
    const replies = await Promise.all(Array.from({ length: 50 }, () => pay(proof, { keys })))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 403)).toHaveLength(49)
    expect(await creditOf(keys)).toBe(1)
  })

  it('is still good when what it was to pay for failed', async () => {
    const proof = await quickProof(box, alnoor)
    const stranger = { ...(await makeTablet()), deviceId: tablet.deviceId }
    expect(await pay(proof, { keys: stranger })).toMatchObject({ body: { messageId: 'device.bad-signature' } })
    expect(await pay(proof)).toMatchObject({ status: 200 })
  })

  it('is forgotten when it is too old anyway', async () => {
    box.clock.advance(10 * minuteMs)
    expect(await pay(await quickProof(box, alnoor))).toMatchObject({ status: 200 })
    const left = await box.db.owner.select().from(spentProofs)
    expect(left.filter(({ schoolId }) => schoolId === alnoor.schoolId)).toHaveLength(1)
  })

  it('is signed with one key, however many ask first', async () => {
    const fresh = await makeSchool(box, 'fresh')
    const asked = await Promise.all(Array.from({ length: 20 }, (_, i) => ask(`203.0.113.${i}`, 'fresh')))
    expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 200))
    expect(asked[0]?.headers.get('cache-control')).toBe('no-store')
    const keys = await box.db.owner.select().from(proofKeys)
    expect(keys.filter(({ schoolId }) => schoolId === fresh.schoolId)).toHaveLength(1)
  })

  it('is harder for an address that asks a lot, and for nobody else', async () => {
    const below = async (address: string) => (await challengeOf(address)).parameters.data.below
    const asked: number[] = []
    for (let i = 0; i < 61; i += 1) asked.push(await below('2001:db8::1'))
    expect([asked[0], asked[29], asked[30], asked[59], asked[60]]).toEqual([400, 400, 800, 800, 1600])
    // The same house has many addresses; the neighbour's is another.
    expect(await below('2001:db8::ffff')).toBe(1600)
    expect(await below('2001:db8:0:1::1')).toBe(400)
    await box.db.owner.update(attempts).set({ count: 599 })
    expect(await below('2001:db8::1')).toBe(3200)
    expect(await ask('2001:db8::1')).toMatchObject({ status: 429, body: { messageId: 'request.too-many' } })
    box.clock.advance(15 * minuteMs)
    expect(await below('2001:db8::1')).toBe(400)
  })

  it('takes the token of an outside captcha too, where one is configured', async () => {
    const captcha = {
      provider: 'turnstile' as const,
      siteKey: 'key-of-the-widget',
      verify: (token: string) =>
        token === 'gone' ? Promise.reject(new Error('no answer')) : Promise.resolve(token === 'human'),
    }
    const app = createApp({ ...box.deps, captcha })
    expect(await pay('robot', { app })).toMatchObject(refused)
    expect(await pay('gone', { app })).toMatchObject({ status: 503, body: { messageId: 'server.busy' } })
    expect(await pay('human', { app })).toMatchObject({ status: 200 })
    // A provider says yes to a token once; we make sure of it.
    expect(await pay('human', { app })).toMatchObject(refused)
    expect(await pay(await quickProof(box, alnoor), { app })).toMatchObject({ status: 200 })
    expect(await pay('human')).toMatchObject(refused)
    const told = async (from = app) => (await call(from, { school: 'alnoor' }, schoolDetails)).body
    expect(await told()).toMatchObject({ result: { settings: { captchaSiteKey: 'key-of-the-widget' } } })
    expect(await told(box.app)).not.toHaveProperty('result.settings.captchaSiteKey')
  })

  it('is not needed for what an address may do now and then', async () => {
    const look = endpoint({ method: 'get', path: '/public/look', audience: 'open', body: Nothing, reply: Nothing })
    const app = createApp(box.deps, [
      () => [
        route.open(look, async (ctx) => {
          await limitAddress(ctx, 'look', 2)
          return {}
        }),
      ],
    ])
    const from = async (address: string, school = 'alnoor') => (await call(app, { school, address }, look)).status
    const tries = [await from('192.0.2.7'), await from('192.0.2.7'), await from('192.0.2.7'), await from('192.0.2.7')]
    expect(tries).toEqual([200, 200, 429, 429])
    expect([await from('192.0.2.8'), await from('192.0.2.7', 'manara')]).toEqual([200, 200])
    const wait = await call(app, { school: 'alnoor', address: '192.0.2.7' }, look)
    expect(wait.body).toMatchObject({ messageId: 'request.too-many', retryAfterMs: 15 * minuteMs })
    box.clock.advance(15 * minuteMs)
    expect(await from('192.0.2.7')).toBe(200)
  })

  it('does not take a challenge for another', async () => {
    const [one, other] = [await easyChallenge(box, alnoor), await easyChallenge(box, alnoor)]
    const solved = JSON.parse(await solveChallenge(one)) as { challenge: Challenge }
    expect(await pay(JSON.stringify({ ...solved, challenge: other }))).toMatchObject(refused)
  })
})

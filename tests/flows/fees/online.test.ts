import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { blankOldEvents } from '#server/features/fees/online/old-events.service.ts'
import { sweepIntents } from '#server/features/fees/online/settle-intent.service.ts'
import { createApp } from '#server/app.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import { type SimulatedGateway, signReport } from '#server/node/gateways/simulated-gateway.ts'
import { issueCreditNote } from '#shared/fees/fee-document.contract.ts'
import { feeGateways, replayGatewayEvents, setFeeGateway } from '#shared/fees/online/fee-gateway.contract.ts'
import { bookFeeMismatch, makeFeeLink, onlineReturn } from '#shared/fees/online/online-payment.contract.ts'
import { minor } from '#shared/kernel/money.ts'
import { dayMs, minuteMs } from '#shared/kernel/time.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { accountOfChild, ledgerFaults, newOpId, pay } from '#tests/support/fees/fee-ledger.ts'
import {
  chargeOf,
  gatewayInput,
  gatewaySecret,
  intentsOf,
  linkFor,
  report,
  setUpOnline,
  withGateway,
} from '#tests/support/fees/online-fees.ts'
import { staySignedIn } from '#tests/support/records/offers-made.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, logged, openBox } from '#tests/support/server.ts'

describe.each(engines)('online payments on %s', (engine) => {
  let box: Box
  let school: TestSchool
  let finance: Caller
  let gateway: SimulatedGateway
  let payerId: string
  let number: string
  beforeAll(async () => {
    box = await openBox(engine)
    gateway = await withGateway(box)
    school = await makeSchool(box, 'alnoor')
    finance = await signInAs(box, school, 'finance', ['finance'])
    const head = await signInAs(box, school, 'head', ['head'])
    const made = await setUpOnline(box, school, { finance, head })
    payerId = made.payerId
    number = made.numbers[0]
  })
  afterAll(async () => {
    await gateway.close()
    await box.close()
  })

  const openOf = async () => (await accountOfChild(box, finance, number)).items.filter(({ open }) => open > 0)
  const link = async (chargeId: string, amount: number) => linkFor(box, finance, payerId, [{ chargeId, amount }])
  const stateOf = async (intentId: string) =>
    (await intentsOf(box, finance)).find((intent) => intent.intentId === intentId)?.state
  const intentIdOf = (reply: { body: unknown }) => makeFeeLink.reply.parse(reply.body).intent.intentId
  const back = async (intentId: string) => {
    const { body } = await call(box.app, { school: 'alnoor' }, onlineReturn, { intentId })
    return onlineReturn.reply.parse(body).state
  }
  const payments = async () => {
    const { rows } = await box.db.owner.execute<{ count: number }>(
      sql`select count(*)::int as count from fee_payments where school_id = ${school.schoolId}`,
    )
    return rows[0]?.count
  }
  let before: number | undefined
  let item: Awaited<ReturnType<typeof openOf>>[number]
  beforeEach(async () => {
    before = await payments()
    const [first] = await openOf()
    if (!first) throw new Error('nothing is owed')
    item = first
  })

  it('FEE-34: says paid when the gateway does, whatever the browser says', async () => {
    const made = await link(item.chargeId, 1_000)
    expect(made.status).toBe(200)
    expect(await back(intentIdOf(made))).toBe('open')
    await gateway.decide(chargeOf(made), 'failed', { report: false })
    expect(await back(intentIdOf(made))).toBe('failed')
    expect(await payments()).toBe(before)
    const again = await link(item.chargeId, 1_000)
    await gateway.decide(chargeOf(again), 'paid', { report: false })
    expect(await back(intentIdOf(again))).toBe('paid')
    expect(await back(intentIdOf(again))).toBe('paid')
    expect(await payments()).toBe((before ?? 0) + 1)
    expect((await openOf()).find(({ chargeId }) => chargeId === item.chargeId)?.open).toBe(item.open - 1_000)
    expect(await ledgerFaults(box, school)).toEqual([])
  })

  it('FEE-32: books one payment of a report sent five times, and none of a forged, empty or foreign one', async () => {
    const made = await link(item.chargeId, 2_000)
    const chargeId = chargeOf(made)
    await gateway.decide(chargeId, 'paid', { report: false })
    const body = JSON.stringify({ eventId: 'ev-1', chargeId, state: 'paid' })
    const right = signReport(body, gatewaySecret)
    const refused = [
      await report(box, body, 'ab'.repeat(32)),
      await report(box, '', signReport('', gatewaySecret)),
      await report(box, `${body} `, right),
      await report(box, body, right, 'nobody/simulated'),
      await report(box, body, right, 'alnoor/tap'),
      await report(box, body, right, 'alnoor/unknown'),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 400, 403, 404, 403, 404])
    const stored = await box.db.owner.execute(sql`select id from fee_gateway_events`)
    expect(stored.rows).toHaveLength(0)
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => report(box, body, right)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    await vi.waitFor(async () => expect(await stateOf(intentIdOf(made))).toBe('paid'))
    expect(await payments()).toBe((before ?? 0) + 1)
    const events = await box.db.owner.execute(sql`select id from fee_gateway_events`)
    expect(events.rows).toHaveLength(1)
    const foreign = JSON.stringify({ eventId: 'ev-2', chargeId: 'ch_of_another', state: 'paid' })
    expect((await report(box, foreign, signReport(foreign, gatewaySecret))).status).toBe(200)
    const raws = () =>
      box.db.owner.execute(sql`select event_key as key, raw <> '' as kept from fee_gateway_events order by 1`)
    await vi.waitFor(async () =>
      expect((await raws()).rows).toEqual([
        { key: 'ev-1', kept: true },
        { key: 'ev-2', kept: false },
      ]),
    )
    const { body: done } = await call(box.app, finance, replayGatewayEvents, { gateway: 'simulated' })
    expect(done).toEqual({ events: 0, booked: 0 })
    expect(await payments()).toBe((before ?? 0) + 1)
    box.clock.advance(91 * dayMs)
    await blankOldEvents({ deps: box.deps, school })
    expect((await raws()).rows).toContainEqual({ key: 'ev-1', kept: false })
    box.clock.advance(-91 * dayMs)
  })

  it.each([
    ['amount', { amount: minor(999) }],
    ['currency', { currency: 'USD' }],
    ['reference', { id: '00000000-0000-7000-8000-000000000000' }],
  ])('FEE-32: books nothing when the gateway says another %s', async (fault, change) => {
    const made = await link(item.chargeId, 3_000)
    const intentId = intentIdOf(made)
    await gateway.decide(chargeOf(made), 'paid', { report: false })
    // As if the link had been asked for something else than the gateway has.
    const set =
      'amount' in change
        ? sql`amount = ${change.amount}`
        : 'currency' in change
          ? sql`currency = ${change.currency}`
          : sql`id = ${change.id}`
    await box.db.owner.execute(sql`update fee_intents set ${set} where id = ${intentId}`)
    const asked = 'id' in change ? change.id : intentId
    expect(await back(asked ?? '')).toBe('mismatch')
    expect(await payments()).toBe(before)
    expect((await intentsOf(box, finance)).find((intent) => intent.intentId === asked)?.fault).toBe(fault)
    const book = (sum: number) => call(box.app, finance, bookFeeMismatch, { intentId: asked ?? '', amount: minor(sum) })
    const came = 3_000
    expect((await book(came + 1)).body.messageId).toBe('request.invalid')
    const open = (await openOf()).map((each) => each.open)
    for (const reply of [await book(came), await book(came)])
      expect(bookFeeMismatch.reply.parse(reply.body).intent).toMatchObject({ state: 'paid', amount: came })
    expect(await payments()).toBe((before ?? 0) + 1)
    expect((await openOf()).map((each) => each.open)).toEqual(open)
  })

  it('FEE-33: the sweeper books a payment of which nothing was reported', async () => {
    const made = await link(item.chargeId, 4_000)
    await gateway.decide(chargeOf(made), 'paid', { report: false })
    const row = await box.deps.db.tenant(school.schoolId, (tx) => readSchool(tx, school.schoolId))
    const sweep = () => sweepIntents({ deps: box.deps, school: row })
    expect(await sweep()).toBe(0)
    box.clock.advance(5 * minuteMs)
    expect(await sweep()).toBeGreaterThan(0)
    expect(await stateOf(intentIdOf(made))).toBe('paid')
    expect(await sweep()).toBe(0)
    expect(await payments()).toBe((before ?? 0) + 1)
  })

  it('FEE-33: the sweeper books a payment of minute 17 at most 15 minutes later', async () => {
    const made = await link(item.chargeId, 4_100)
    const row = await box.deps.db.tenant(school.schoolId, (tx) => readSchool(tx, school.schoolId))
    const sweepFor = async (minutes: number) => {
      for (let no = 0; no < minutes; no += 1) {
        box.clock.advance(minuteMs)
        await sweepIntents({ deps: box.deps, school: row })
      }
    }
    await sweepFor(17)
    await gateway.decide(chargeOf(made), 'paid', { report: false })
    await sweepFor(15)
    expect(await stateOf(intentIdOf(made))).toBe('paid')
  })

  it('FEE-35: two tabs get one link for the same, and money of a replaced link is credit', async () => {
    const amount = item.open
    const first = await link(item.chargeId, amount)
    const second = await link(item.chargeId, amount)
    expect(chargeOf(second)).toBe(chargeOf(first))
    const other = await link(item.chargeId, 500)
    expect(await stateOf(intentIdOf(first))).toBe('replaced')
    await gateway.decide(chargeOf(other), 'paid', { report: false })
    expect(await back(intentIdOf(other))).toBe('paid')
    await gateway.decide(chargeOf(first), 'paid', { report: false })
    expect(await back(intentIdOf(first))).toBe('paid')
    const paid = (await intentsOf(box, finance)).find((intent) => intent.intentId === intentIdOf(first))
    expect(paid?.unmet).toBe(500)
    expect(await ledgerFaults(box, school)).toEqual([])
  })

  it('FEE-36: a link for more than is owed now is refused, and the new sum asked', async () => {
    const old = await link(item.chargeId, item.open)
    expect(old.status).toBe(200)
    await pay(box, finance, { payerId, amount: 700, wished: [{ chargeId: item.chargeId, amount: minor(700) }] })
    expect((await link(item.chargeId, item.open)).body.messageId).toBe('fees.over-allocated')
    const now = await link(item.chargeId, item.open - 700)
    expect(chargeOf(now)).not.toBe(chargeOf(old))
    expect(await stateOf(intentIdOf(old))).toBe('replaced')
  })

  it('FEE-36: a correction ends the links that name the item, at once', async () => {
    const made = await link(item.chargeId, item.open)
    const other = (await openOf()).find(({ chargeId }) => chargeId !== item.chargeId)
    const untouched = await link(other?.chargeId ?? '', 100)
    const documentId = item.invoice?.documentId
    const lines = [{ chargeId: item.chargeId, amount: minor(600) }]
    const note = { opId: newOpId(), documentId, lines, reason: 'Wrong price' }
    expect((await call(box.app, finance, issueCreditNote, note)).status).toBe(200)
    expect(await stateOf(intentIdOf(made))).toBe('replaced')
    expect(await stateOf(intentIdOf(untouched))).toBe('open')
  })

  it('FEE-36: a link whose time is over is not given again', async () => {
    const made = await link(item.chargeId, 150)
    await box.db.owner.execute(sql`update fee_intents set expires_at = created_at where id = ${intentIdOf(made)}`)
    const again = await link(item.chargeId, 150)
    expect(chargeOf(again)).not.toBe(chargeOf(made))
    expect(await stateOf(intentIdOf(made))).toBe('replaced')
  })

  it('replays the events that led to no payment, once they can', async () => {
    const made = await link(item.chargeId, 160)
    const chargeId = chargeOf(made)
    const body = JSON.stringify({ eventId: 'ev-early', chargeId, state: 'paid' })
    await report(box, body, signReport(body, gatewaySecret))
    await gateway.decide(chargeId, 'paid', { report: false })
    const replay = async () => (await call(box.app, finance, replayGatewayEvents, { gateway: 'simulated' })).body
    await vi
      .waitFor(async () => expect(await stateOf(intentIdOf(made))).toBe('paid'), { timeout: 1 })
      .catch(() => replay())
    expect(await stateOf(intentIdOf(made))).toBe('paid')
    expect(await replay()).toMatchObject({ booked: 0 })
  })

  it('refuses test systems in production', async () => {
    await staySignedIn(box)
    const app = createApp({ ...box.deps, settings: { ...box.deps.settings, mode: 'production' } })
    const caller = { ...finance, host: 'alnoor.localhost' }
    const set = async (more: object) =>
      (await call(app, caller, setFeeGateway, { ...gatewayInput, revision: 1, ...more })).body.messageId
    expect([await set({}), await set({ isLive: true })]).toEqual(['fees.gateway-test', 'fees.gateway-test'])
    const asked = { intentId: newOpId(), payerId, items: [{ chargeId: item.chargeId, amount: minor(100) }] }
    const { body } = await call(app, caller, makeFeeLink, { ...asked, language: 'en' })
    expect(body.messageId).toBe('fees.no-gateway')
  })

  it('limits how often one address may ask for a payment', async () => {
    const made = await link(item.chargeId, 170)
    const asks = Array.from({ length: 61 }, () =>
      call(box.app, { school: 'alnoor' }, onlineReturn, { intentId: intentIdOf(made) }),
    )
    const statuses = (await Promise.all(asks)).map(({ status }) => status)
    expect(statuses).toContain(429)
    expect(statuses).toContain(200)
  })

  it('keeps the keys of a gateway encrypted, and writes them nowhere', async () => {
    const { rows } = await box.db.owner.execute<{ all: string }>(
      sql`select string_agg(g::text, ' ') || (select string_agg(e::text, ' ') from audit_events e) as all from fee_gateways g`,
    )
    expect(rows[0]?.all).not.toMatch(/sk_test|secret-of-reports/)
    expect(logged(box)).not.toMatch(/sk_test|secret-of-reports/)
    const { body } = await call(box.app, finance, feeGateways)
    expect(JSON.stringify(body)).not.toMatch(/sk_test|secret-of-reports/)
    expect(body).toMatchObject({ gateways: expect.arrayContaining([expect.objectContaining({ hasApiKey: true })]) })
    await staySignedIn(box)
    const stale = await call(box.app, finance, setFeeGateway, gatewayInput)
    expect(stale.body.messageId).toBe('fees.gateway-changed')
    const bare = { ...gatewayInput, gateway: 'myfatoorah', apiKey: undefined, webhookSecret: undefined }
    expect((await call(box.app, finance, setFeeGateway, bare)).body.messageId).toBe('fees.gateway-incomplete')
  })

  it('makes the same link when a request is sent again, and none for items of another payer', async () => {
    const intentId = newOpId()
    const [first] = await openOf()
    const ask = () => linkFor(box, finance, payerId, [{ chargeId: first?.chargeId ?? '', amount: 100 }], intentId)
    expect(chargeOf(await ask())).toBe(chargeOf(await ask()))
    expect((await link(newOpId(), 100)).body.messageId).toBe('request.not-found')
  })
})

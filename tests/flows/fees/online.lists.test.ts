import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type SimulatedGateway, signReport } from '#server/node/gateways/simulated-gateway.ts'
import { gatewayEvents, tryFeeGateway } from '#shared/fees/online/gateway-event.contract.ts'
import { feeIntents, makeFeeLink, onlineReturn } from '#shared/fees/online/online-payment.contract.ts'
import { feeSettlements, importSettlement } from '#shared/fees/online/settlement.contract.ts'
import { toBase64 } from '#shared/kernel/bytes.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { accountOfChild, newOpId } from '#tests/support/fees/fee-ledger.ts'
import { chargeOf, gatewaySecret, linkFor, report, setUpOnline, withGateway } from '#tests/support/fees/online-fees.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('lists of online payments on %s', (engine) => {
  let box: Box
  let school: TestSchool
  let finance: Caller
  let gateway: SimulatedGateway
  let payerId: string
  let made: { intentId: string; charge: string }[]
  beforeAll(async () => {
    box = await openBox(engine)
    gateway = await withGateway(box)
    school = await makeSchool(box, 'alnoor')
    finance = await signInAs(box, school, 'finance', ['finance'])
    const head = await signInAs(box, school, 'head', ['head'])
    const set = await setUpOnline(box, school, { finance, head })
    payerId = set.payerId
    const { items } = await accountOfChild(box, finance, set.numbers[0])
    made = []
    for (const { chargeId } of items.slice(0, 2)) {
      const linked = await linkFor(box, finance, payerId, [{ chargeId, amount: 10_000 }])
      made.push({ intentId: makeFeeLink.reply.parse(linked.body).intent.intentId, charge: chargeOf(linked) })
    }
    await gateway.decide(made[0]?.charge ?? '', 'paid', { report: false })
    await call(box.app, { school: 'alnoor' }, onlineReturn, { intentId: made[0]?.intentId })
  })
  afterAll(async () => {
    await gateway.close()
    await box.close()
  })

  const intents = async (asked: object) =>
    feeIntents.reply.parse((await call(box.app, finance, feeIntents, asked)).body)
  const settlements = async () => feeSettlements.reply.parse((await call(box.app, finance, feeSettlements)).body)

  it('finds payments by their state, page by page, and counts those on which a person decides', async () => {
    const of = async (intentState: string) => (await intents({ intentState })).intents.map(({ intentId }) => intentId)
    expect(await of('paid')).toEqual([made[0]?.intentId])
    expect(await of('open')).toEqual([made[1]?.intentId])
    expect(await of('mismatch')).toEqual([])
    expect((await intents({})).mismatches).toBe(0)
    await box.db.owner.execute(sql`
      insert into fee_intents (school_id, id, gateway, payer_id, amount, currency, items, state, fault, asked_hash, created_at, expires_at)
      select school_id, gen_random_uuid(), gateway, payer_id, amount, currency, items, 'mismatch', 'amount', '', created_at, expires_at
      from fee_intents, generate_series(1, 120) where id = ${made[1]?.intentId}`)
    const first = await intents({ intentState: 'mismatch' })
    const second = await intents({ intentState: 'mismatch', after: first.next })
    expect([first.intents.length, second.intents.length, second.next, first.mismatches]).toEqual([100, 20, null, 120])
    expect(new Set([...first.intents, ...second.intents].map(({ intentId }) => intentId)).size).toBe(120)
  })

  it('lists what gateways reported, with its payment and without what it says', async () => {
    const events = [
      { eventId: 'ev-1', chargeId: made[1]?.charge, state: 'open' },
      { eventId: 'ev-2', chargeId: 'nobody', state: 'paid', card: '4111' },
    ]
    for (const event of events) {
      const body = JSON.stringify(event)
      await report(box, body, signReport(body, gatewaySecret))
    }
    const listed = async () => gatewayEvents.reply.parse((await call(box.app, finance, gatewayEvents)).body)
    await vi.waitFor(async () => expect((await listed()).unhandled).toBe(0))
    const { events: found } = await listed()
    expect(new Set(found.map(({ payment }) => payment?.intentId ?? null))).toEqual(new Set([made[1]?.intentId, null]))
    expect(JSON.stringify(found)).not.toContain('4111')
  })

  it('FEE-38: lists settlements, and the payments that are in none', async () => {
    const before = await settlements()
    expect(before).toMatchObject({ clearing: 10_000, settlements: [] })
    expect(before.missing.map(({ intentId }) => intentId)).toEqual([made[0]?.intentId])
    expect(before.gateways).toContain('simulated')
    const rows = ['Transaction ID,Amount,Fee,Net', `${made[0]?.charge},100.00,2.50,97.50`, 'ch_x,9.00,1.00,8.00', '']
    const data = toBase64(new TextEncoder().encode(rows.join('\n')))
    const asked = { settlementId: newOpId(), gateway: 'simulated', settledOn: '2030-03-03', data }
    expect((await call(box.app, finance, importSettlement, asked)).status).toBe(200)
    expect(await settlements()).toMatchObject({
      clearing: 0,
      missing: [],
      settlements: [{ gateway: 'simulated', matched: 1, gross: 10_000, fee: 250, net: 9_750, problems: [{ row: 3 }] }],
    })
  })

  it('tries a gateway with its stored key, and says what is wrong with it', async () => {
    const tried = async (gatewayId = 'simulated') =>
      (await call(box.app, finance, tryFeeGateway, { gateway: gatewayId })).body
    expect(await tried()).toEqual({ outcome: 'connected' })
    expect((await tried('tap'))['messageId']).toBe('fees.gateway-incomplete')
    await gateway.close()
    expect(await tried()).toEqual({ outcome: 'unreachable' })
    const { rows } = await box.db.owner.execute(sql`select facts from audit_events where what = 'fee-gateway-tried'`)
    expect(rows.map(({ facts }) => facts)).toEqual([
      { kind: 'simulated', state: 'connected' },
      { kind: 'simulated', state: 'unreachable' },
    ])
  })
})

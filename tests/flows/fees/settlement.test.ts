import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SimulatedGateway } from '#server/node/gateways/simulated-gateway.ts'
import { reallocatePayment } from '#shared/fees/fee-payment.contract.ts'
import { askRefund, decideClaim, payRefund } from '#shared/fees/fee-refund.contract.ts'
import { makeFeeLink, onlineReturn } from '#shared/fees/online/online-payment.contract.ts'
import { importSettlement } from '#shared/fees/online/settlement.contract.ts'
import { minor } from '#shared/kernel/money.ts'
import { toBase64 } from '#shared/kernel/bytes.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { accountOfChild, ledgerFaults, newOpId } from '#tests/support/fees/fee-ledger.ts'
import { chargeOf, linkFor, setUpOnline, withGateway } from '#tests/support/fees/online-fees.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('settlements on %s', (engine) => {
  let box: Box
  let school: TestSchool
  let finance: Caller
  let head: Caller
  let payerId: string
  let child: string
  let gateway: SimulatedGateway
  let paid: { intentId: string; charge: string; amount: number }[]
  beforeAll(async () => {
    box = await openBox(engine)
    gateway = await withGateway(box)
    school = await makeSchool(box, 'alnoor')
    finance = await signInAs(box, school, 'finance', ['finance'])
    head = await signInAs(box, school, 'head', ['head'])
    const made = await setUpOnline(box, school, { finance, head })
    payerId = made.payerId
    child = made.numbers[0]
    const { items } = await accountOfChild(box, finance, child)
    paid = []
    for (const [no, { chargeId }] of items.slice(0, 3).entries()) {
      const amount = (no + 1) * 10_000
      const linked = await linkFor(box, finance, payerId, [{ chargeId, amount }])
      const { intentId } = makeFeeLink.reply.parse(linked.body).intent
      const charge = chargeOf(linked)
      await gateway.decide(charge, 'paid', { report: false })
      await call(box.app, { school: 'alnoor' }, onlineReturn, { intentId })
      paid.push({ intentId, charge, amount })
    }
  })
  afterAll(async () => {
    await gateway.close()
    await box.close()
  })

  const load = async (rows: readonly string[], settlementId = newOpId()) => {
    const data = toBase64(new TextEncoder().encode(['Transaction ID,Reference,Amount,Fee,Net', ...rows, ''].join('\n')))
    const asked = { settlementId, gateway: 'simulated', settledOn: '2030-03-03', data }
    const { status, body } = await call(box.app, finance, importSettlement, asked)
    if (status !== 200) throw new Error(JSON.stringify(body))
    return importSettlement.reply.parse(body).settlement
  }

  it('FEE-38: net of charges the clearing ends at 0, and a missing line is named', async () => {
    const [first, second, third] = paid
    const settlementId = newOpId()
    const rows = [
      `${first?.charge},,100.00,2.50,97.50`,
      `,${second?.intentId},200.00,5.00,195.00`,
      'ch_x,,9.00,1.00,8.00',
    ]
    const settled = await load(rows, settlementId)
    expect(settled).toMatchObject({
      matched: 2,
      gross: 30_000,
      fee: 750,
      net: 29_250,
      problems: [{ row: 4, problem: 'unknown' }],
      clearing: 30_000,
    })
    expect(settled.missing.map(({ intentId }) => intentId)).toEqual([third?.intentId])
    expect(await load(rows, settlementId)).toEqual(settled)
    const last = await load([
      `${first?.charge},,100.00,2.50,97.50`,
      `${third?.charge},,300.00,7.50,292.50`,
      `${third?.charge},,300.00,7.50,292.50`,
    ])
    expect(last).toMatchObject({ matched: 1, missing: [], clearing: 0 })
    expect(last.problems).toEqual([
      { row: 2, problem: 'twice' },
      { row: 4, problem: 'twice' },
    ])
    const { rows: charged } = await box.db.owner.execute<{ fee: string }>(
      sql`select sum(amount) as fee from fee_postings where debit = 'gateway-charges'`,
    )
    expect(Number(charged[0]?.fee)).toBe(1_500)
    expect(await ledgerFaults(box, school)).toEqual([])
  })

  it('FEE-38: a refund that the gateway kept back takes from the bank, once', async () => {
    const before = (await load([`${newOpId()},,1.00,0.10,0.90`])).clearing
    const [first] = paid
    const paymentId = first?.intentId ?? ''
    const moved = await call(box.app, finance, reallocatePayment, { opId: newOpId(), paymentId, wished: [] })
    expect(moved.status).toBe(200)
    const asked = { opId: newOpId(), paymentId, payerId, amount: minor(4_000), method: 'online', reason: 'Wish' }
    expect((await call(box.app, finance, askRefund, asked)).status).toBe(200)
    expect((await call(box.app, head, decideClaim, { claimId: asked.opId, isApproved: true })).status).toBe(200)
    const done = { opId: newOpId(), claimId: asked.opId, paidOn: '2030-03-03' }
    expect((await call(box.app, finance, payRefund, done)).status).toBe(200)
    const settled = await load([
      `${asked.opId},,-40.00,0,-40.00`,
      `${first?.charge},,-40.00,0,-40.00`,
      `${asked.opId},,-39.00,0,-39.00`,
    ])
    expect(settled).toMatchObject({ gross: -4_000, net: -4_000, clearing: before })
    expect(settled.problems).toEqual([
      { row: 3, problem: 'twice' },
      { row: 4, problem: 'amount' },
    ])
    expect(await ledgerFaults(box, school)).toEqual([])
  })

  it('FEE-38: books no row whose amount is not what was paid, or whose net does not fit', async () => {
    const settled = await load([`${paid[0]?.charge},,100.00,2.50,97.00`, `${newOpId()},,1.00,0.10,0.90`])
    expect(settled.problems).toEqual([
      { row: 2, problem: 'unreadable' },
      { row: 3, problem: 'unknown' },
    ])
    expect(settled).toMatchObject({ matched: 0, gross: 0 })
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweepRefunds } from '#server/features/fees/online/online-refund.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import type { SimulatedGateway } from '#server/node/gateways/simulated-gateway.ts'
import { reallocatePayment } from '#shared/fees/fee-payment.contract.ts'
import { answerRefund, askRefund, decideClaim, feeClaims, payRefund } from '#shared/fees/fee-refund.contract.ts'
import { makeFeeLink, onlineReturn } from '#shared/fees/online/online-payment.contract.ts'
import { importSettlement } from '#shared/fees/online/settlement.contract.ts'
import { toBase64 } from '#shared/kernel/bytes.ts'
import { minor } from '#shared/kernel/money.ts'
import { dayMs, minuteMs } from '#shared/kernel/time.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { accountOfChild, ledgerFaults, newOpId, numbersOf } from '#tests/support/fees/fee-ledger.ts'
import { tell } from '#tests/support/fees/fee-set-up.ts'
import { chargeOf, linkFor, setUpOnline, withGateway } from '#tests/support/fees/online-fees.ts'
import { staySignedIn } from '#tests/support/records/offers-made.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('refunds of online money on %s', (engine) => {
  let box: Box
  let school: TestSchool
  let finance: Caller
  let head: Caller
  let payerId: string
  let gateway: SimulatedGateway
  let payment: { paymentId: string; charge: string }
  beforeAll(async () => {
    box = await openBox(engine)
    gateway = await withGateway(box)
    school = await makeSchool(box, 'alnoor')
    finance = await signInAs(box, school, 'finance', ['finance'])
    head = await signInAs(box, school, 'head', ['head'])
    const made = await setUpOnline(box, school, { finance, head })
    payerId = made.payerId
    const [item] = (await accountOfChild(box, finance, made.numbers[0])).items
    const linked = await linkFor(box, finance, payerId, [{ chargeId: item?.chargeId ?? '', amount: 10_000 }])
    const { intentId: paymentId } = makeFeeLink.reply.parse(linked.body).intent
    payment = { paymentId, charge: chargeOf(linked) }
    await gateway.decide(payment.charge, 'paid', { report: false })
    await call(box.app, { school: 'alnoor' }, onlineReturn, { intentId: paymentId })
    await call(box.app, finance, reallocatePayment, { opId: newOpId(), paymentId, wished: [] })
  })
  afterAll(async () => {
    await gateway.close()
    await box.close()
  })

  /** A refund that another person has approved, and how it is paid. */
  async function approved(amount: number) {
    const asked = { opId: newOpId(), paymentId: payment.paymentId, payerId, amount: minor(amount), reason: 'Wish' }
    expect(await tell(box, finance, askRefund, { ...asked, method: 'online' })).toBe(200)
    expect(await tell(box, head, decideClaim, { claimId: asked.opId, isApproved: true })).toBe(200)
    const paid = { opId: newOpId(), claimId: asked.opId, paidOn: '2030-03-03' }
    const pay = (more: { opId?: typeof paid.opId; method?: 'transfer' } = {}) =>
      tell(box, finance, payRefund, { ...paid, ...more })
    return { claimId: asked.opId, pay }
  }
  const claimOf = async (claimId: string) =>
    feeClaims.reply
      .parse((await call(box.app, finance, feeClaims)).body)
      .claims.find((claim) => claim.claimId === claimId)
  const sweep = async () => {
    const schoolOf = await box.db.database.tenant(school.schoolId, (tx) => readSchool(tx, school.schoolId))
    await sweepRefunds({ deps: box.deps, school: schoolOf })
  }
  const refunded = () => gateway.refunded(payment.charge)

  it('FEE-40: the gateway pays online money back once, no matter who sends it again, and its settlement names it', async () => {
    const { claimId, pay } = await approved(1_000)
    expect(await Promise.all([pay(), pay(), pay({ opId: newOpId() })])).toEqual([200, 200, 200])
    expect([await pay(), refunded()]).toEqual([200, ['10.00']])
    expect(await claimOf(claimId)).toMatchObject({ state: 'paid', atGateway: { state: 'refunded' } })
    expect(await numbersOf(box, school, 'refund')).toEqual(['R-2030-000001'])
    const rows = ['Reference,Amount,Fee,Net', `${payment.charge},100.00,1.00,99.00`, `${claimId},-10.00,0,-10.00`, '']
    const data = toBase64(new TextEncoder().encode(rows.join('\n')))
    const file = { settlementId: newOpId(), gateway: 'simulated', settledOn: '2030-03-03', data }
    const { body } = await call(box.app, finance, importSettlement, file)
    expect(importSettlement.reply.parse(body).settlement).toMatchObject({ gross: 9_000, problems: [], clearing: 0 })
    expect(await ledgerFaults(box, school)).toEqual([])
  })

  it('FEE-40: an answer that is lost is asked for again by the server itself, and the money goes back once', async () => {
    const { claimId, pay } = await approved(2_000)
    gateway.refunds = 'lost'
    expect([await pay(), refunded().length]).toEqual([200, 2])
    gateway.refunds = 'done'
    expect(await claimOf(claimId)).toMatchObject({ state: 'approved', atGateway: { state: 'asked' } })
    // A transfer would pay it twice.
    expect(await pay({ method: 'transfer' })).toBe('fees.refund-way')
    await sweep()
    expect(await claimOf(claimId)).toMatchObject({ state: 'approved' })
    box.clock.advance(2 * minuteMs)
    await Promise.all([sweep(), sweep(), pay()])
    expect(await claimOf(claimId)).toMatchObject({ state: 'paid', number: 'R-2030-000002' })
    expect(refunded()).toEqual(['10.00', '20.00'])
    expect(await ledgerFaults(box, school)).toEqual([])
  })

  it('FEE-40: what the gateway refuses says why, and goes back to the same payer by transfer', async () => {
    const { claimId, pay } = await approved(3_000)
    gateway.refunds = 'refused'
    expect([await pay({ method: 'transfer' }), await pay()]).toEqual(['fees.refund-way', 200])
    gateway.refunds = 'done'
    const why = 'Refunds are not possible for this card'
    expect(await claimOf(claimId)).toMatchObject({ state: 'approved', atGateway: { state: 'refused', why } })
    const byTransfer = { opId: newOpId(), method: 'transfer' } as const
    expect([await pay(byTransfer), await pay(byTransfer)]).toEqual([200, 200])
    expect(await claimOf(claimId)).toMatchObject({ state: 'paid', payer: { payerId }, number: 'R-2030-000003' })
    expect(await pay({ opId: newOpId() })).toBe('fees.claim-decided')
    expect(refunded()).toEqual(['10.00', '20.00'])
    expect(await ledgerFaults(box, school)).toEqual([])
  })

  it('FEE-40: what may have been asked for is never asked for again by itself, nor taken as refused', async () => {
    const { claimId, pay } = await approved(1_500)
    gateway.refunds = 'dropped'
    expect(await pay()).toBe(200)
    for (const mode of ['done', 'refused'] as const) {
      gateway.refunds = mode
      box.clock.advance(60 * minuteMs)
      await sweep()
      expect(await pay({ opId: newOpId() })).toBe(200)
      expect(await claimOf(claimId)).toMatchObject({ state: 'approved', atGateway: { state: 'asked' } })
      expect(await pay({ opId: newOpId(), method: 'transfer' })).toBe('fees.refund-way')
    }
    gateway.refunds = 'done'
    expect(refunded()).toEqual(['10.00', '20.00'])
  })

  it('FEE-40: after two days without an answer another person says what became of it', async () => {
    const admin = await signInAs(box, school, 'other', ['admin', 'finance'])
    const ask = async (amount: number) => {
      const { claimId, pay } = await approved(amount)
      gateway.refunds = 'dropped'
      expect(await pay()).toBe(200)
      gateway.refunds = 'done'
      return { claimId, pay }
    }
    const [gone, stayed] = [await ask(500), await ask(700)]
    const no = { claimId: stayed.claimId, isRefunded: false, paidOn: null }
    const yes = { claimId: gone.claimId, isRefunded: true, paidOn: '2030-03-03', reference: 'RF-7' }
    expect(await tell(box, admin, answerRefund, no)).toBe('fees.refund-waiting')
    box.clock.advance(2 * dayMs)
    await staySignedIn(box)
    expect(await tell(box, finance, answerRefund, no)).toBe('access.denied')
    expect(await tell(box, admin, answerRefund, { ...yes, paidOn: null })).toBe('request.invalid')
    expect(await tell(box, admin, answerRefund, { ...yes, paidOn: '2031-03-03' })).toBe('request.invalid')
    expect([await tell(box, admin, answerRefund, yes), await tell(box, admin, answerRefund, no)]).toEqual([200, 200])
    expect(await tell(box, admin, answerRefund, no)).toBe('fees.claim-decided')
    expect(await claimOf(gone.claimId)).toMatchObject({ state: 'paid', paidOn: '2030-03-03' })
    expect(await claimOf(stayed.claimId)).toMatchObject({ state: 'approved', atGateway: { state: 'refused' } })
    // Now it may go in another way, or by the gateway again.
    expect(await stayed.pay({ opId: newOpId() })).toBe(200)
    expect(await claimOf(stayed.claimId)).toMatchObject({ state: 'paid' })
    expect(refunded()).toEqual(['10.00', '20.00', '7.00'])
    const own = await approved(300)
    gateway.refunds = 'dropped'
    const paid = { opId: newOpId(), claimId: own.claimId, paidOn: '2030-03-03' }
    expect(await tell(box, admin, payRefund, paid)).toBe(200)
    gateway.refunds = 'done'
    box.clock.advance(2 * dayMs)
    await staySignedIn(box)
    const mine = { claimId: own.claimId, isRefunded: false, paidOn: null }
    expect(await tell(box, admin, answerRefund, mine)).toBe('student.needs-another')
    expect(await ledgerFaults(box, school)).toEqual([])
  })
})

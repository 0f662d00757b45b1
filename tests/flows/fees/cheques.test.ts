import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { feeChequeEvents, feeCheques, moveCheque, receiveCheque } from '#shared/fees/cheques/cheque.contract.ts'
import { issueCreditNote } from '#shared/fees/fee-document.contract.ts'
import { recordFeePayment } from '#shared/fees/fee-payment.contract.ts'
import { askRefund, decideClaim } from '#shared/fees/fee-refund.contract.ts'
import { minor } from '#shared/kernel/money.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { pageLinkOf, shownBy } from '#tests/support/fees/family-fees.ts'
import { accountOfChild, bill, ledgerFaults, newOpId, pay } from '#tests/support/fees/fee-ledger.ts'
import { makePupils, setUpFees } from '#tests/support/fees/fee-set-up.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox, type Reply } from '#tests/support/server.ts'

describe.each(engines)('cheques on %s', (engine) => {
  let box: Box
  let school: TestSchool
  let finance: Caller
  let head: Caller
  let payerId: string
  let child: string
  let serial = 100
  beforeAll(async () => {
    box = await openBox(engine)
    school = await makeSchool(box, 'alnoor')
    finance = await signInAs(box, school, 'finance', ['finance'])
    head = await signInAs(box, school, 'head', ['head'])
    await setUpFees(box, { finance, head })
    const [made] = await makePupils(box, school, [{ father: 'Khalid', births: ['2019-01-01'] }])
    child = made?.id ?? ''
    await bill(box, finance, school)
    payerId = (await account()).payers[0]?.payerId ?? ''
  })
  afterAll(() => box.close())

  const account = () => accountOfChild(box, finance, child)
  const take = async (amount: number, more: object = {}): Promise<Reply> => {
    serial += 1
    const paper = {
      bank: 'QNB',
      account: 'QA 1-2',
      number: `00${serial}`,
      receivedOn: '2030-03-03',
      datedOn: '2030-03-03',
    }
    const asked = { chequeId: newOpId(), payerId, ...paper, amount: minor(amount), ...more }
    return call(box.app, finance, receiveCheque, asked)
  }
  const chequeOf = (reply: Reply) => receiveCheque.reply.parse(reply.body).cheque
  const move = (chequeId: string, step: string, movedOn: string, more: object = {}) => {
    box.clock.advance(1)
    return call(box.app, finance, moveCheque, { opId: newOpId(), chequeId, step, movedOn, ...more })
  }
  const listed = async () => feeCheques.reply.parse((await call(box.app, finance, feeCheques, { payerId })).body)
  const money = async () => {
    const [payer] = (await account()).payers
    return { open: payer?.open, credit: payer?.credit, held: payer?.chequesHeld }
  }
  const sound = async () => expect(await ledgerFaults(box, school)).toEqual([])

  it('is taken as a cheque alone, so that it can bounce: not as a payment', async () => {
    const asked = {
      opId: newOpId(),
      method: 'cheque',
      currency: 'QAR',
      receivedOn: '2030-03-03',
      payerId,
      amount: 1_000,
    }
    const refused = await call(box.app, finance, recordFeePayment, asked)
    expect(refused.body).toMatchObject({ messageId: 'request.invalid' })
  })

  it('FEE-28: dated in 60 days is held, cannot be deposited before its date, and counts once', async () => {
    const before = await money()
    const cheque = chequeOf(await take(100_000, { datedOn: '2030-05-02' }))
    expect(cheque).toMatchObject({ state: 'received', cleared: 0, acts: ['hold', 'deposit', 'replace', 'withdraw'] })
    expect((await move(cheque.chequeId, 'deposit', '2030-03-03')).body.messageId).toBe('fees.cheque-early')
    expect((await move(cheque.chequeId, 'hold', '2030-03-03')).status).toBe(200)
    expect((await listed()).ages).toEqual({ due: 0, postDated: 100_000, atBank: 0 })
    expect(await money()).toMatchObject({ held: (before.held ?? 0) + 100_000 })
    const item = (await account()).items.find(({ held }) => held > 0)
    expect(item?.held).toBe(100_000)
    await sound()
    expect((await move(cheque.chequeId, 'withdraw', '2030-03-03')).status).toBe(200)
    expect(await money()).toEqual(before)
  })

  it('FEE-28: what a cheque held brings beyond the debts is no credit until it clears', async () => {
    const before = await money()
    const amount = (before.open ?? 0) + 70_000
    const cheque = chequeOf(await take(amount, { datedOn: '2030-05-02' }))
    const held = (before.held ?? 0) + amount
    expect(await money()).toEqual({ open: 0, credit: before.credit, held })
    const shown = await shownBy(box, (await pageLinkOf(box, finance, payerId)).token)
    expect(shown).toMatchObject({ credit: before.credit, chequesHeld: held })
    expect((await move(cheque.chequeId, 'withdraw', '2030-03-03')).status).toBe(200)
    expect(await money()).toEqual(before)
  })

  it('FEE-29: bounced after clearing opens the item again with its old due date', async () => {
    const items = (await account()).items.map(({ chargeId, open, dueOn }) => ({ chargeId, open, dueOn }))
    const cheque = chequeOf(await take(50_000))
    for (const act of ['deposit', 'clear']) expect((await move(cheque.chequeId, act, '2030-03-03')).status).toBe(200)
    expect((await money()).held).toBe(0)
    const bounced = await move(cheque.chequeId, 'bounce', '2030-03-03')
    expect(moveCheque.reply.parse(bounced.body).cheque).toMatchObject({ state: 'bounced', cleared: 0 })
    expect((await account()).items.map(({ chargeId, open, dueOn }) => ({ chargeId, open, dueOn }))).toEqual(items)
    const again = await move(cheque.chequeId, 'represent', '2030-03-03')
    expect(moveCheque.reply.parse(again.body).cheque.paymentId).not.toBe(cheque.paymentId)
    expect((await move(cheque.chequeId, 'clear', '2030-03-03')).status).toBe(200)
    await sound()
    const { body } = await call(box.app, finance, feeChequeEvents, { chequeId: cheque.chequeId })
    const events = feeChequeEvents.reply.parse(body).events
    expect(events.map(({ act }) => act)).toEqual(['receive', 'deposit', 'clear', 'bounce', 'represent', 'clear'])
  })

  it('FEE-29: one that was refunded in part bounces as a whole, and the family owes what it got', async () => {
    const before = await money()
    const amount = (before.open ?? 0) + 70_000
    const cheque = chequeOf(await take(amount))
    for (const act of ['deposit', 'clear']) await move(cheque.chequeId, act, '2030-03-03')
    const refund = { opId: newOpId(), paymentId: cheque.paymentId, payerId, amount: minor(50_000) }
    expect((await call(box.app, finance, askRefund, { ...refund, method: 'transfer', reason: 'Wish' })).status).toBe(
      200,
    )
    expect((await call(box.app, head, decideClaim, { claimId: refund.opId, isApproved: true })).status).toBe(200)
    expect((await move(cheque.chequeId, 'bounce', '2030-03-03')).status).toBe(200)
    expect(await money()).toMatchObject({ open: before.open })
    const { rows } = await box.db.owner.execute(sql`
      select sum(case when credit = 'family-credit' then amount else -amount end)::int as credit from fee_postings
      where payer_id = ${payerId} and 'family-credit' in (debit, credit)`)
    expect(rows).toEqual([{ credit: (before.credit ?? 0) - 50_000 }])
    // The refund that came back to nobody is repaid.
    await pay(box, finance, { payerId, amount: 50_000 })
  })

  it('FEE-28: the sums hold for more cheques than are listed', async () => {
    const before = (await listed()).ages
    const cheque = chequeOf(await take(40_000))
    await box.db.owner.execute(sql`
      insert into fee_cheques (school_id, id, payer_id, bank, account, number, identity, amount, currency, received_on, dated_on,
        state, cleared, last_on, payment_id, asked_hash, by_user, recorded_at)
      select school_id, gen_random_uuid(), payer_id, bank, account, number, 'old ' || no, amount, currency, '2020-01-01', '2020-01-01',
        'returned', 0, '2020-01-01', payment_id, asked_hash, by_user, recorded_at
      from fee_cheques, generate_series(1, 1000) no where id = ${cheque.chequeId}`)
    expect((await listed()).ages).toMatchObject({ due: before.due + 40_000 })
    await box.db.owner.execute(sql`delete from fee_cheques where identity like 'old %'`)
    await move(cheque.chequeId, 'withdraw', '2030-03-03')
  })

  it('FEE-30: part-cleared 3,000 of 5,000 leaves 2,000 open', async () => {
    const before = await money()
    const cheque = chequeOf(await take(500_000))
    expect(await money()).toMatchObject({ open: (before.open ?? 0) - 500_000 })
    await move(cheque.chequeId, 'deposit', '2030-03-03')
    expect((await move(cheque.chequeId, 'part-clear', '2030-03-03')).body.messageId).toBe('request.invalid')
    const opId = newOpId()
    const part = { opId, clearedAmount: minor(300_000) }
    const [first, second] = [
      await move(cheque.chequeId, 'part-clear', '2030-03-03', part),
      await move(cheque.chequeId, 'part-clear', '2030-03-03', part),
    ]
    expect([first.status, second.status]).toEqual([200, 200])
    expect(moveCheque.reply.parse(second.body).cheque).toMatchObject({ state: 'part-cleared', cleared: 300_000 })
    expect(await money()).toMatchObject({ open: (before.open ?? 0) - 300_000, held: 0 })
    await sound()
  })

  it('FEE-31: the same cheque is refused, however it is written; sent again it is the same', async () => {
    const chequeId = newOpId()
    const first = await take(1_000, { chequeId, number: '77-001' })
    expect(chequeOf(first).number).toBe('77-001')
    const otherwise = { number: '77 001', bank: 'q.n.b', account: 'qa12' }
    expect((await take(1_000, otherwise)).body.messageId).toBe('fees.cheque-known')
    expect((await take(1_000, { number: '77001', bank: 'Qnb', account: 'qa12' })).body.messageId).toBe(
      'fees.cheque-known',
    )
    const repeated = await take(1_000, { chequeId, number: '77-001' })
    expect(chequeOf(repeated)).toEqual(chequeOf(first))
    await move(chequeId, 'withdraw', '2030-03-03')
  })

  it('one in the safe that is replaced opens its items until the other comes, and is given back', async () => {
    const before = await money()
    const first = chequeOf(await take(60_000, { datedOn: '2030-06-01' }))
    await move(first.chequeId, 'hold', '2030-03-03')
    const held = await money()
    expect(held).toMatchObject({ open: (before.open ?? 0) - 60_000, held: (before.held ?? 0) + 60_000 })
    const opId = newOpId()
    const again = async () =>
      moveCheque.reply.parse((await move(first.chequeId, 'replace', '2030-03-03', { opId })).body)
    expect([await again(), await again()]).toMatchObject([
      { cheque: { state: 'replaced', cleared: 0, acts: ['return'] } },
      { cheque: { state: 'replaced' } },
    ])
    expect(await money()).toEqual(before)
    expect((await move(first.chequeId, 'deposit', '2030-03-03')).body.messageId).toBe('fees.cheque-step')
    expect((await listed()).toReturn).toContain(first.chequeId)
    const second = chequeOf(await take(60_000, { datedOn: '2030-06-15' }))
    expect(await money()).toEqual(held)
    await sound()
    expect((await move(first.chequeId, 'return', '2030-03-03')).status).toBe(200)
    await move(second.chequeId, 'withdraw', '2030-03-03')
    expect(await money()).toEqual(before)
  })

  it('one that bounced and is replaced opens its items once', async () => {
    const before = await money()
    const { chequeId } = chequeOf(await take(30_000))
    for (const act of ['deposit', 'bounce']) await move(chequeId, act, '2030-03-03')
    expect(await money()).toEqual(before)
    const replaced = moveCheque.reply.parse((await move(chequeId, 'replace', '2030-03-03')).body).cheque
    expect(replaced).toMatchObject({ state: 'replaced', acts: ['return'] })
    expect(await money()).toEqual(before)
    await sound()
  })

  it('FEE-28: the calendar sums cheques not cleared by the date on them, of the whole school', async () => {
    const calendar = async () => (await listed()).calendar
    expect(await calendar()).toEqual({ weekStartsOn: 0, days: [] })
    const taken = [
      ['2030-07-01', 10_000],
      ['2030-07-01', 5_000],
      ['2030-08-03', 7_000],
    ] as const
    const cheques = []
    for (const [datedOn, amount] of taken) cheques.push(chequeOf(await take(amount, { datedOn })))
    expect((await calendar()).days).toEqual([
      { on: '2030-07-01', count: 2, amount: 15_000 },
      { on: '2030-08-03', count: 1, amount: 7_000 },
    ])
    for (const { chequeId } of cheques) await move(chequeId, 'withdraw', '2030-03-03')
    expect((await calendar()).days).toEqual([])
  })

  it('FEE-31: what is left when nothing is owed any more is on the list to give back', async () => {
    const held = chequeOf(await take(20_000, { datedOn: '2030-09-01' }))
    expect((await listed()).toReturn).not.toContain(held.chequeId)
    const { items, documents } = await account()
    for (const { documentId, kind } of documents.filter((each) => each.kind === 'invoice')) {
      const lines = items
        .filter(({ invoice }) => invoice?.documentId === documentId)
        .map(({ chargeId, billed, discount, tax }) => ({ chargeId, amount: minor(billed - discount + tax) }))
      const note = { opId: newOpId(), documentId, lines, reason: 'The child leaves' }
      expect([kind, (await call(box.app, finance, issueCreditNote, note)).status]).toEqual(['invoice', 200])
    }
    expect((await money()).open).toBe(0)
    expect((await listed()).toReturn).toContain(held.chequeId)
    await move(held.chequeId, 'withdraw', '2030-03-03')
    expect((await listed()).toReturn).toContain(held.chequeId)
    await move(held.chequeId, 'return', '2030-03-03')
    expect((await listed()).toReturn).not.toContain(held.chequeId)
    await sound()
  })
})

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openItems } from '#server/features/fees/ledger/open-items.service.ts'
import { unattendedFeeActor } from '#server/features/fees/ledger/fee-actor.ts'
import { clearPayment, returnPayment } from '#server/features/fees/payments/cheque-money.service.ts'
import { receiveCheque } from '#shared/fees/cheques/cheque.contract.ts'
import { issueCreditNote } from '#shared/fees/fee-document.contract.ts'
import { reallocatePayment } from '#shared/fees/fee-payment.contract.ts'
import { askRefund, askWriteOff, decideClaim, payRefund } from '#shared/fees/fee-refund.contract.ts'
import { feeAccounts } from '#shared/fees/ledger.rules.ts'
import { minor } from '#shared/kernel/money.ts'
import { type Instant, toInstant } from '#shared/kernel/time.ts'
import { engines } from '#tests/support/database.ts'
import { seededRandom } from '#tests/support/devices/test-surroundings.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { accountOfChild, bill, ledgerFaults, newOpId, pay } from '#tests/support/fees/fee-ledger.ts'
import { FeeModel } from '#tests/support/fees/fee-model.ts'
import { makePupils, setUpFees, tell } from '#tests/support/fees/fee-set-up.ts'
import { staySignedIn } from '#tests/support/records/offers-made.ts'
import { type MadeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, openBox } from '#tests/support/server.ts'

/** 10,000 histories of the model, as many times as asked: 100 for a million. */
const histories = 10_000 * Number(process.env['BAWABA_RUNS'] ?? 1)

it('FEE-01: in random histories items, payments and postings add up after each operation', () => {
  for (let seed = 1; seed <= histories; seed += 1) {
    const model = new FeeModel(seededRandom(seed))
    for (let no = 1; no <= 12; no += 1) {
      const fault = model.step()
      if (fault) expect.fail(`seed ${seed}, operation ${no}: ${fault}`)
    }
    for (const { postings, open } of model.openAfter) {
      const { before, since } = model.statement(postings)
      if (before !== open || before + since !== model.open()) expect.fail(`seed ${seed}: the statement by ${postings}`)
    }
    if (feeAccounts.some((account) => model.undone(account) !== 0)) expect.fail(`seed ${seed}: not undone`)
  }
})

describe.each(engines)('histories of fees on %s', (engine) => {
  let box: Box
  let school: TestSchool
  let finance: Caller
  let head: Caller
  let pupils: MadeStudent[]
  beforeAll(async () => {
    box = await openBox(engine)
    school = await makeSchool(box, 'pearl')
    finance = await signInAs(box, school, 'finance', ['finance'])
    head = await signInAs(box, school, 'head', ['head'])
    await setUpFees(box, { finance, head })
    pupils = await makePupils(
      box,
      school,
      [1, 2, 3].map((no) => ({ father: `Father ${no}`, births: ['2022-05-05', '2023-05-05'] })),
    )
    await staySignedIn(box)
  })
  afterAll(() => box.close())

  /** Every answer that is not allowed is a refusal by its rule; none fails. */
  const refusals = [200, 'fees.over-allocated', 'fees.over-credited', 'fees.refund-over', 'fees.refund-way']

  async function act(random: ReturnType<typeof seededRandom>, studentId: string): Promise<unknown> {
    const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random.float() * list.length)]
    const upTo = (most: number) => minor(1 + Math.floor(random.float() * most))
    const { items, payers, payments, documents } = await accountOfChild(box, finance, studentId)
    const payerId = payers[0]?.payerId ?? ''
    const item = pick(items)
    const payment = pick(payments)
    const wished = item ? [{ chargeId: item.chargeId, amount: upTo(2_000_000) }] : []
    const paymentId = payment?.paymentId ?? ''
    const by = unattendedFeeActor(box.deps, { ...school, currency: 'QAR', timeZone: 'Asia/Qatar' })
    const paper = { bank: 'Bank', account: '1', receivedOn: '2030-03-03', datedOn: '2030-03-03' }
    const acts: (() => Promise<unknown>)[] = [
      () => bill(box, finance, school, { studentIds: [studentId], parts: [Math.ceil(random.float() * 3)] }),
      () => pay(box, finance, { payerId, studentId, amount: upTo(2_500_000), wished }),
      () =>
        tell(box, finance, receiveCheque, {
          ...paper,
          chequeId: newOpId(),
          payerId,
          number: newOpId(),
          amount: upTo(2_500_000),
        }),
    ]
    if (payment) {
      acts.push(
        () => tell(box, finance, reallocatePayment, { opId: newOpId(), paymentId, wished }),
        () => refund(paymentId, payment.payer.payerId, upTo(payment.credit || 1)),
      )
      const cheque = { opId: newOpId(), paymentId, on: '2030-03-03' }
      if (payment.state === 'held')
        acts.push(
          () =>
            box.db.database.tenant(school.schoolId, (tx) =>
              clearPayment(tx, by, { ...cheque, amount: payment.amount }),
            ),
          () =>
            box.db.database.tenant(school.schoolId, (tx) =>
              returnPayment(tx, by, { ...cheque, amount: upTo(payment.amount), from: 'cheques-held' }),
            ),
        )
    }
    const invoice = documents.find(({ documentId }) => documentId === item?.invoice?.documentId)
    if (item && invoice) {
      const lines = [{ chargeId: item.chargeId, amount: upTo(item.billed) }]
      const note = { opId: newOpId(), documentId: invoice.documentId, lines, reason: 'Correction' }
      acts.push(
        () => tell(box, finance, issueCreditNote, note),
        () => writeOff(item.chargeId, upTo(item.open || 1)),
      )
    }
    return pick(acts)?.()
  }

  async function refund(paymentId: string, payerId: string, amount: ReturnType<typeof minor>) {
    const asked = { opId: newOpId(), paymentId, payerId, amount, method: 'transfer' as const, reason: 'Wish' }
    const answer = await tell(box, finance, askRefund, asked)
    if (answer !== 200) return answer
    await tell(box, head, decideClaim, { claimId: asked.opId, isApproved: true })
    return tell(box, finance, payRefund, { opId: newOpId(), claimId: asked.opId, paidOn: '2030-03-03' })
  }

  async function writeOff(chargeId: string, amount: ReturnType<typeof minor>) {
    const asked = { opId: newOpId(), chargeId, amount, reason: 'Gone' }
    const answer = await tell(box, finance, askWriteOff, asked)
    return answer === 200 ? tell(box, head, decideClaim, { claimId: asked.opId, isApproved: true }) : answer
  }

  const openSum = async (studentId: string, asOf?: Instant) => {
    const items = await box.db.database.tenant(school.schoolId, (tx) =>
      openItems(tx, school.schoolId, { studentId }, asOf),
    )
    return items.reduce((all, { open }) => all + open, 0)
  }

  it('FEE-01: in random histories the ledger adds up after each step, and the statement of any moment stays what it was', async () => {
    const random = seededRandom(20_300_303)
    const told: { studentId: string; at: Instant; open: number }[] = []
    for (let no = 1; no <= 60; no += 1) {
      box.clock.advance(1000)
      const studentId = pupils[no % pupils.length]?.id ?? ''
      const answer = await act(random, studentId)
      if (typeof answer === 'string' || typeof answer === 'number') expect(refusals).toContain(answer)
      expect(await ledgerFaults(box, school), `step ${no}`).toEqual([])
      told.push({ studentId, at: toInstant(box.clock.nowMs()), open: await openSum(studentId) })
    }
    for (const { studentId, at, open } of told) expect(await openSum(studentId, at)).toBe(open)
    const { rows } = await box.db.owner.execute<{ kinds: string }>(sql`
      select count(distinct kind)::int as kinds from fee_journals where school_id = ${school.schoolId}`)
    expect(Number(rows[0]?.kinds)).toBeGreaterThan(6)
  })
})

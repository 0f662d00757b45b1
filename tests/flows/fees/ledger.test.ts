import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postJournal } from '#server/features/fees/ledger/post-journal.service.ts'
import { issueCreditNote } from '#shared/fees/fee-document.contract.ts'
import { feeReceipt, printFeeReceipt, reallocatePayment, recordFeePayment } from '#shared/fees/fee-payment.contract.ts'
import { lockPeriod } from '#shared/fees/fee-refund.contract.ts'
import { allocationTrail } from '#shared/fees/allocation-trail.contract.ts'
import { minor } from '#shared/kernel/money.ts'
import { verifyLetter } from '#shared/letters/issued-letter.contract.ts'
import { dayMs, toInstant } from '#shared/kernel/time.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { makePupils, setUpFees, tell } from '#tests/support/fees/fee-set-up.ts'
import {
  accountOfChild,
  bill,
  documentOf,
  ledgerFaults,
  newOpId,
  numbersOf,
  pay,
} from '#tests/support/fees/fee-ledger.ts'
import { staySignedIn } from '#tests/support/records/offers-made.ts'
import { type MadeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('the ledger of fees on %s', (engine) => {
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
    const families = Array.from({ length: 12 }, (_, at) => ({ father: `Father ${at}`, births: ['2022-05-05'] }))
    pupils = await makePupils(box, school, families)
    await staySignedIn(box)
  })
  afterAll(() => box.close())

  /** Another child, with its father as a payer. */
  async function child() {
    const pupil = pupils.pop()
    if (!pupil) throw new Error('nobody is left')
    const payerId = (await accountOfChild(box, finance, pupil.id)).payers[0]?.payerId ?? ''
    return { number: pupil.id, studentId: pupil.id, payerId }
  }

  const billed = async (one: { studentId: string }, parts: number[] = []) =>
    bill(box, finance, school, { studentIds: [one.studentId], parts })

  it('FEE-24: 1,500 on 1,000 due settles 1,000 and leaves 500 as credit, and the receipt says both', async () => {
    const one = await child()
    await billed(one, [1])
    const open = (await accountOfChild(box, finance, one.number)).payers[0]?.open ?? 0
    const receipt = await pay(box, finance, { payerId: one.payerId, studentId: one.studentId, amount: open + 50_000 })
    expect(receipt).toMatchObject({ credit: 50_000, unmet: 0, openAfter: 0, state: 'final' })
    expect(receipt.allocations).toMatchObject([{ amount: open, reason: 'due-date' }])
    const { payers, items } = await accountOfChild(box, finance, one.number)
    expect(payers[0]).toMatchObject({ credit: 50_000, open: 0, dueNow: 0, next: null })
    expect(items[0]?.why).toMatchObject({ id: 'paid', paid: open })
    expect(await ledgerFaults(box, school)).toEqual([])
  })

  it('FEE-23: paid before it is billed, the credit is applied once at issue and shown on the invoice', async () => {
    const one = await child()
    await pay(box, finance, { payerId: one.payerId, amount: 2_000_000 })
    await billed(one, [1])
    const account = await accountOfChild(box, finance, one.number)
    expect(account.payers[0]).toMatchObject({ credit: 200_000, open: 0 })
    const invoice = account.documents.find(({ kind }) => kind === 'invoice')
    expect(await documentOf(box, finance, invoice?.documentId ?? '')).toMatchObject({
      total: 1_800_000,
      applied: 1_800_000,
      open: 0,
    })
    expect(account.payments[0]?.allocations).toMatchObject([{ amount: 1_800_000, reason: 'credit' }])
    await billed(one, [2])
    expect((await accountOfChild(box, finance, one.number)).payers[0]).toMatchObject({
      credit: 0,
      open: 1_350_000 - 200_000,
    })
    expect(await ledgerFaults(box, school)).toEqual([])
  })

  it('FEE-07: of AED 45,000 in 40/30/30 with a deposit of 4,500, 13,500 is due three times', async () => {
    const one = await child()
    await box.db.database.tenant(school.schoolId, (tx) =>
      postJournal(tx, {
        schoolId: school.schoolId,
        opId: newOpId(),
        kind: 'seat-deposit',
        happenedOn: '2030-03-03',
        today: '2030-03-03',
        recordedAt: toInstant(box.clock.nowMs()),
        byUser: null,
        studentId: one.studentId,
        postings: [{ debit: 'cash', credit: 'seat-deposits', amount: 450_000 }],
      }),
    )
    expect((await accountOfChild(box, finance, one.number)).deposit).toBe(450_000)
    await billed(one)
    const account = await accountOfChild(box, finance, one.number)
    expect(account.items.map(({ open }) => open)).toEqual([1_350_000, 1_350_000, 1_350_000])
    expect(account.items[0]).toMatchObject({ billed: 1_800_000, paid: 450_000 })
    expect(account.deposit).toBe(0)
    expect(await ledgerFaults(box, school)).toEqual([])
  })

  it('FEE-19: a discount after payment is a credit note; the document and the ledger agree', async () => {
    const one = await child()
    await billed(one, [1])
    await pay(box, finance, { payerId: one.payerId, amount: 1_800_000 })
    const { documents, items } = await accountOfChild(box, finance, one.number)
    const invoice = documents.find(({ kind }) => kind === 'invoice')
    const chargeId = items[0]?.chargeId ?? ''
    const note = {
      opId: newOpId(),
      documentId: invoice?.documentId ?? '',
      lines: [{ chargeId, amount: minor(200_000) }],
      reason: 'Discount of staff',
    }
    expect(await tell(box, finance, issueCreditNote, note)).toBe(200)
    expect(await tell(box, finance, issueCreditNote, note)).toBe(200)
    const over = { ...note, opId: newOpId(), lines: [{ chargeId, amount: minor(1_600_001) }] }
    expect(await tell(box, finance, issueCreditNote, over)).toBe('fees.over-credited')
    const after = await accountOfChild(box, finance, one.number)
    expect(after.items[0]).toMatchObject({ billed: 1_800_000, credited: 200_000, paid: 1_600_000, open: 0 })
    expect(after.payers[0]).toMatchObject({ credit: 200_000, open: 0 })
    expect(after.documents.filter(({ kind }) => kind === 'credit')).toMatchObject([
      { total: 200_000, corrects: invoice?.documentId },
    ])
    expect(await documentOf(box, finance, invoice?.documentId ?? '')).toMatchObject({ total: 1_800_000, open: 0 })
    expect(await ledgerFaults(box, school)).toEqual([])
  })

  it('FEE-25: a payment is moved three times; its receipt and the balance stay, the trail is complete', async () => {
    const one = await child()
    await billed(one)
    const receipt = await pay(box, finance, { payerId: one.payerId, studentId: one.studentId, amount: 1_000_000 })
    const before = await accountOfChild(box, finance, one.number)
    const [first, second, third] = before.items.map(({ chargeId }) => chargeId)
    const move = (chargeId: string | undefined, amount = 1_000_000) =>
      tell(box, finance, reallocatePayment, {
        opId: newOpId(),
        paymentId: receipt.paymentId,
        wished: [{ chargeId: chargeId ?? '', amount: minor(amount) }],
      })
    expect(await move(first, 1_000_001)).toBe('fees.over-allocated')
    expect([await move(second), await move(third), await move(first)]).toEqual([200, 200, 200])
    const after = await accountOfChild(box, finance, one.number)
    expect(after.payers).toEqual(before.payers)
    expect(after.items.map(({ open }) => open)).toEqual(before.items.map(({ open }) => open))
    expect(after.payments[0]).toMatchObject({ number: receipt.number, amount: 1_000_000, credit: 0 })
    const trail = { trailOf: 'payment' as const, trailId: receipt.paymentId }
    const { steps } = allocationTrail.reply.parse((await call(box.app, finance, allocationTrail, trail)).body)
    expect(steps).toHaveLength(7)
    expect(steps.reduce((all, { amount }) => all + amount, 0)).toBe(1_000_000)
    expect(steps.filter(({ reason }) => reason === 'moved')).toHaveLength(3)
    expect(steps.filter(({ reason }) => reason === 'reversed')).toHaveLength(3)
    expect(steps.every(({ number, by }) => number === receipt.number && by !== null)).toBe(true)
    expect(await ledgerFaults(box, school)).toEqual([])
  })

  it('FEE-26: cash of two desks for one part: both receipts stand, the second is credit and finance is told', async () => {
    const one = await child()
    await billed(one, [1])
    const chargeId = (await accountOfChild(box, finance, one.number)).items[0]?.chargeId ?? ''
    const wished = [{ chargeId, amount: minor(1_800_000) }]
    const taken = { payerId: one.payerId, studentId: one.studentId, amount: 1_800_000, wished }
    const receipts = await Promise.all(
      ['P-222222-0001', 'P-333333-0001'].map((provisional) => pay(box, finance, { ...taken, provisional })),
    )
    const [settled, surplus] = receipts.toSorted((a, b) => a.unmet - b.unmet)
    expect(settled).toMatchObject({ credit: 0, unmet: 0, allocations: [{ reason: 'chosen', amount: 1_800_000 }] })
    expect(surplus).toMatchObject({ credit: 1_800_000, unmet: 1_800_000, allocations: [] })
    expect(new Set(receipts.map(({ number }) => number)).size).toBe(2)
    expect(await ledgerFaults(box, school)).toEqual([])
  })

  it('the same payment sent again is one receipt; with anything else under its id it is refused', async () => {
    const one = await child()
    const taken = { payerId: one.payerId, amount: 5_000, opId: newOpId() }
    const [first, again] = [await pay(box, finance, taken), await pay(box, finance, taken)]
    expect(again.number).toBe(first.number)
    const other = { ...taken, amount: minor(6_000), method: 'cash', currency: 'QAR', receivedOn: '2030-03-03' } as const
    expect(await tell(box, finance, recordFeePayment, other)).toBe('request.invalid')
    expect(await tell(box, finance, recordFeePayment, { ...other, opId: newOpId(), receivedOn: '2030-03-04' })).toBe(
      'request.invalid',
    )
    expect(await tell(box, finance, recordFeePayment, { ...other, opId: newOpId(), currency: 'KWD' })).toBe(
      'request.invalid',
    )
  })

  it('FEE-27: a provisional receipt that comes 10 days later in a locked period is booked today, its day flagged', async () => {
    const one = await child()
    box.clock.advance(10 * dayMs)
    await staySignedIn(box)
    finance = await signInAs(box, school, 'finance-later', ['finance'])
    expect(await tell(box, finance, lockPeriod, { until: '2030-03-13' })).toBe('request.invalid')
    expect(await tell(box, finance, lockPeriod, { until: '2030-03-10' })).toBe(200)
    expect(await tell(box, finance, lockPeriod, { until: '2030-03-09' })).toBe('fees.period-locked')
    const late = await pay(box, finance, { payerId: one.payerId, amount: 700, provisional: 'P-222222-0002' })
    expect(late).toMatchObject({
      receivedOn: '2030-03-03',
      effectiveOn: '2030-03-13',
      isLate: true,
      provisional: 'P-222222-0002',
    })
    const { rows } = await box.db.owner.execute(
      sql`select effective_on::text as on, happened_on::text as happened from fee_journals where id = ${late.paymentId}`,
    )
    expect(rows).toEqual([{ on: '2030-03-13', happened: '2030-03-03' }])
    const inTime = await pay(box, finance, { payerId: one.payerId, amount: 700, receivedOn: '2030-03-11' })
    expect(inTime).toMatchObject({ effectiveOn: '2030-03-11', isLate: false })
    // The day of cash is that of its moment by the school's clock, whatever day the device says; a fast clock counts as now.
    const taken = (takenAt: string) => ({ ...one, amount: 700, receivedOn: '2031-01-01', takenAt, opId: newOpId() })
    const byMoment = taken('2030-03-03T21:30:00.000Z')
    expect(await pay(box, finance, byMoment)).toMatchObject({
      receivedOn: '2030-03-04',
      effectiveOn: '2030-03-13',
      isLate: true,
    })
    const fast = taken('2030-04-01T08:00:00.000Z')
    expect(await pay(box, finance, fast)).toMatchObject({ receivedOn: '2030-03-13', isLate: false })
    box.clock.advance(dayMs)
    await staySignedIn(box)
    finance = await signInAs(box, school, 'finance-next', ['finance'])
    expect(await pay(box, finance, fast)).toMatchObject({ receivedOn: '2030-03-13', isLate: false })
  })

  it('prints a receipt again as it was issued, as copy 1, 2, 3, whatever became of its money', async () => {
    const one = await child()
    await billed(one, [1])
    const [item] = (await accountOfChild(box, finance, one.number)).items
    const open = item?.open ?? 0
    const receipt = await pay(box, finance, { payerId: one.payerId, studentId: one.studentId, amount: open - 1_000 })
    const issued = {
      items: [{ amount: open - 1_000, part: 1, child: { studentId: one.studentId } }],
      credit: 0,
    }
    expect(receipt).toMatchObject({ issued, openAfter: 1_000, prints: 0 })
    const { paymentId } = receipt
    await tell(box, finance, reallocatePayment, { opId: newOpId(), paymentId, wished: [] })
    await pay(box, finance, { payerId: one.payerId, amount: 500 })
    const again = feeReceipt.reply.parse((await call(box.app, finance, feeReceipt, { paymentId })).body).receipt
    expect(again).toMatchObject({ issued, openAfter: 1_000, allocations: [], credit: open - 1_000 })
    const print = async (...printIds: ReturnType<typeof newOpId>[]) =>
      printFeeReceipt.reply.parse((await call(box.app, finance, printFeeReceipt, { paymentId, printIds })).body).copy
    const [first, offline, third] = [newOpId(), newOpId(), newOpId()]
    expect([await print(first), await print(first), await print(offline, third)]).toEqual([0, 0, 2])
    expect(await tell(box, finance, printFeeReceipt, { paymentId: newOpId(), printIds: [first] })).toBe(
      'request.not-found',
    )
  })

  it('FEE-06: nothing that was issued or posted can be changed or deleted by the role of the app', async () => {
    const tables = ['fee_documents', 'fee_charges', 'fee_payments', 'fee_allocations', 'fee_journals', 'fee_postings']
    const count = async (table: string) => {
      const { rows } = await box.db.owner.execute(
        sql.raw(`select md5(string_agg(t::text, '' order by t::text)) as all from ${table} t`),
      )
      return rows
    }
    for (const table of tables) {
      const before = await count(table)
      await box.db.database.tenant(school.schoolId, async (tx) => {
        await tx.execute(sql.raw(`update ${table} set school_id = school_id`))
        await tx.execute(sql.raw(`delete from ${table}`))
      })
      expect(await count(table), table).toEqual(before)
    }
  })

  it('anyone who holds a receipt can verify its number and amount by its code, and nobody’s name', async () => {
    const one = await child()
    const receipt = await pay(box, finance, { payerId: one.payerId, amount: 12_345 })
    const verified = await call(box.app, { school: 'pearl' }, verifyLetter, { code: receipt.verifyCode })
    expect(verified.body).toEqual({
      standing: 'valid',
      kind: null,
      issuedOn: receipt.effectiveOn,
      isSameFile: null,
      document: { kind: 'receipt', number: receipt.number, total: '123.45 QAR' },
    })
  })

  it('FEE-49: a document of another school, and a number that nobody has, are not found', async () => {
    const other = await makeSchool(box, 'coral')
    const stranger = await signInAs(box, other, 'stranger', ['finance'])
    const one = await child()
    const receipt = await pay(box, finance, { payerId: one.payerId, amount: 900 })
    const { body } = await call(box.app, stranger, feeReceipt, { paymentId: receipt.paymentId })
    expect(body.messageId).toBe('request.not-found')
    await expect(documentOf(box, stranger, receipt.documentId)).rejects.toThrow()
    await expect(accountOfChild(box, stranger, one.number)).rejects.toThrow('request.not-found')
    await expect(accountOfChild(box, finance, '9999')).rejects.toThrow('request.not-found')
  })

  it('FEE-04: receipts and invoices are numbered without gaps, each chained to the one before', async () => {
    for (const kind of ['receipt', 'invoice']) {
      const numbers = await numbersOf(box, school, kind)
      const letter = kind === 'receipt' ? 'C' : 'I'
      expect(numbers).toEqual(numbers.map((_, at) => `${letter}-2030-${String(at + 1).padStart(6, '0')}`))
      const { rows } = await box.db.owner.execute<{ broken: number }>(sql`
        select count(*)::int as broken from (select hash, prev_hash, lag(hash) over (order by series_year, no) as before
          from fee_documents where school_id = ${school.schoolId} and kind = ${kind}) d
        where prev_hash <> coalesce(before, repeat('0', 64))`)
      expect(rows[0]?.broken).toBe(0)
    }
  })
})

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ledgerFaults } from '#server/features/pos/accounts/ledger.service.ts'
import { missingReceipts, posReport } from '#server/features/pos/pos.service.ts'
import { schools } from '#server/features/school/school.table.ts'
import type { Tx } from '#server/kernel/db.ts'
import { CustomerId, SaleId, ShiftId, UserId } from '#shared/kernel/fields.ts'
import { accountSummary } from '#shared/pos/account-summary.contract.ts'
import { shiftReportEndpoint, transactionReport } from '#shared/pos/pos-report.contract.ts'
import { pullSnapshot, SnapshotPage } from '#shared/pos/snapshot.contract.ts'
import { accountStatement } from '#shared/pos/pupil-account.contract.ts'
import { engines } from '#tests/support/database.ts'
import { signedCall } from '#tests/support/factories.ts'
import { type Canteen, hand, openCanteen, pairDevice } from '#tests/support/pos/canteen.ts'
import { TillOps } from '#tests/support/pos/till-ops.ts'
import { voidTopUp } from '#tests/support/pos/void-top-up.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('cash for accounts on %s', (engine) => {
  let box: Box
  let canteen: Canteen
  let mona: Caller
  beforeAll(async () => {
    box = await openBox(engine)
    canteen = await openCanteen(box, 'alnoor')
    mona = await signInAs(box, canteen.school, 'mona', ['supervisor'])
  })
  afterAll(() => box.close())

  const newTill = async () => new TillOps(await pairDevice(canteen))
  const push = async (till: TillOps, ...ops: unknown[]) => (await hand(till.device, till.batch(ops))).results
  const inSchool = <T>(read: (tx: Tx) => Promise<T>) => box.db.database.tenant(canteen.school.schoolId, read)
  const pupil = (no: number) => {
    const id = canteen.customers[no]
    if (!id) throw new Error('no such pupil')
    return id
  }
  const statementOf = async (customerId: CustomerId) => {
    const { body } = await call(box.app, mona, accountStatement, { customerId })
    return accountStatement.reply.parse(body).statement
  }

  it('POS-82: sent five times is one row, one entry and one amount of cash', async () => {
    const till = await newTill()
    const customerId = pupil(0)
    const ops = [till.openShift(), till.topUp(customerId, 5000)]
    const answers = []
    for (let n = 0; n < 5; n += 1) answers.push((await push(till, ...ops)).at(-1)?.outcome)
    expect(answers).toEqual(['applied', 'duplicate', 'duplicate', 'duplicate', 'duplicate'])
    const { rows } = await box.db.owner.execute(sql`
      select (select count(*)::int from top_ups where customer_id = ${customerId}) as rows,
        (select count(*)::int from account_entries where customer_id = ${customerId} and amount = 5000) as entries`)
    expect(rows).toEqual([{ rows: 1, entries: 1 }])
    expect(await statementOf(customerId)).toMatchObject({
      balance: 105_000,
      lines: [{ kind: 'topup', amount: 5000, receiptNo: till.shift?.topUps[0]?.receiptNo, after: 105_000 }, {}],
    })
  })

  it('comes with the bounds of the school, and is flagged where a till did not know them yet', async () => {
    const till = await newTill()
    const policy = (change: object) =>
      box.db.owner
        .update(schools)
        .set({ tillPolicy: { ...canteen.policy, ...change } })
        .where(eq(schools.schoolId, canteen.school.schoolId))
    const topUps = { least: 1000, most: 5000, balance: null }
    await policy({ topUps })
    const { tablet } = till.device
    const installEpoch = '01900000-0000-7000-8000-000000000001'
    const asked = { deviceId: tablet.deviceId, installEpoch, cursors: {} }
    const { body } = await signedCall(box, { school: 'alnoor' }, tablet, pullSnapshot, asked)
    expect(SnapshotPage.parse(body).settings.spending).toMatchObject({ topUps })
    const { balance } = await statementOf(pupil(1))
    const taken = await push(till, till.openShift(), till.topUp(pupil(1), 999), till.topUp(pupil(1), 1000))
    expect(taken.map(({ flags }) => flags)).toEqual([[], ['top-up-limit'], []])
    expect((await statementOf(pupil(1))).balance).toBe(balance + 1999)
    await policy({})
  })

  it('POS-81: is in the Z of the server as on the device, and its number is not missing', async () => {
    const till = await newTill()
    const ops = [till.openShift(), till.sale(), till.topUp(pupil(1), 2500), till.sale(), till.topUp(pupil(1), 750)]
    await push(till, ...ops)
    const results = await push(till, till.closeShift())
    expect(results).toMatchObject([{ outcome: 'applied', flags: [] }])
    const shiftId = till.shift?.open.id ?? ''
    const { body } = await call(box.app, mona, shiftReportEndpoint, { shiftId })
    const { report, missingReceipts: missing, exceptions } = shiftReportEndpoint.reply.parse(body)
    expect(report.topUps).toEqual({ count: 2, amount: 3250 })
    expect({ ...report, countedCash: null, difference: null }).toEqual(till.report())
    expect([missing, exceptions]).toEqual([[], []])
    expect(await inSchool(ledgerFaults)).toEqual([])
  })

  it("leaves a day's spending as it is, so that no limit grows by it", async () => {
    const till = await newTill()
    const customerId = pupil(2)
    await push(till, till.openShift(), till.sale({ pay: [{ kind: 'account', customerId }] }))
    const spent = async () => {
      const { rows } = await box.db.owner.execute(
        sql`select spent, spent_on::text as day from account_balances where customer_id = ${customerId}`,
      )
      return rows
    }
    const before = await spent()
    await push(till, till.topUp(customerId, 9000))
    expect(await spent()).toEqual(before)
    expect(await inSchool(ledgerFaults)).toEqual([])
  })

  it('is booked with a flag for an unknown pupil, in another currency, or when the taker may not', async () => {
    const till = await newTill()
    const before = (await statementOf(pupil(1))).balance
    const nobody = CustomerId.parse(till.newId())
    const finance = await signInAs(box, canteen.school, 'fatima', ['finance'])
    const results = await push(
      till,
      till.openShift(),
      till.topUp(nobody, 100),
      till.topUp(pupil(1), 200, { currency: 'OMR' }),
      till.topUp(pupil(1), 300, { by: UserId.parse(finance.userId) }),
      till.topUp(pupil(1), 400, { receiptSeq: 1 }),
    )
    expect(results.map(({ outcome, flags }) => [outcome, flags])).toEqual([
      ['applied', []],
      ['applied', ['unknown-customer']],
      ['applied', ['currency-differs']],
      ['applied', ['top-up-not-allowed']],
      ['applied', ['number-repeated']],
    ])
    expect((await statementOf(pupil(1))).balance).toBe(before + 700)
    const { report } = await inSchool((tx) =>
      posReport(tx, canteen.school.schoolId, ShiftId.parse(till.shift?.open.id)),
    )
    expect(report.topUps).toEqual({ count: 4, amount: 1000 })
    const { body } = await call(box.app, mona, transactionReport, { till: till.device.tillCode })
    const { transactions } = transactionReport.reply.parse(body)
    expect(
      transactions.filter(({ kind }) => kind === 'top-up').map(({ amount, flags }) => [amount, flags]),
    ).toContainEqual([100, ['unknown-customer']])
  })

  it('names a number as missing until it arrives', async () => {
    const till = await newTill()
    const opening = till.openShift()
    await push(till, opening, till.topUp(pupil(0), 100, { receiptSeq: 3 }))
    const shift = { id: ShiftId.parse(till.shift?.open.id), tillId: till.device.ctx.device.tillId, epoch: 1 }
    const missing = () => inSchool((tx) => missingReceipts(tx, canteen.school.schoolId, shift))
    expect(await missing()).toEqual([1, 2])
    await push(till, till.topUp(pupil(0), 100, { receiptSeq: 2 }), till.topUp(pupil(0), 100, { receiptSeq: 1 }))
    expect(await missing()).toEqual([])
  })
  it('is voided in its shift: out of drawer, reports and account, and the document stays', async () => {
    const till = await newTill()
    const customerId = pupil(2)
    const before = await statementOf(customerId)
    box.clock.advance(1000)
    await push(till, till.openShift(), till.topUp(customerId, 2000))
    const receiptNo = till.shift?.topUps[0]?.receiptNo
    box.clock.advance(1000)
    const undo = voidTopUp(till, { afterMs: 1000 })
    expect(await push(till, undo)).toMatchObject([{ outcome: 'applied', flags: [] }])
    expect(await push(till, undo)).toMatchObject([{ outcome: 'duplicate' }])
    expect(await push(till, voidTopUp(till, { afterMs: 1000 }))).toMatchObject([{ flags: ['already-voided'] }])
    box.clock.advance(1000)
    await push(till, till.topUp(customerId, 300))
    const after = await statementOf(customerId)
    expect(after.balance).toBe(before.balance + 300)
    expect(after.lines.slice(0, 3).map(({ kind, amount, receiptNo: no, note }) => [kind, amount, no, note])).toEqual([
      ['topup', 300, till.shift?.topUps[1]?.receiptNo, null],
      ['topup', -2000, receiptNo, 'wrong'],
      ['topup', 2000, receiptNo, null],
    ])
    expect(await push(till, till.closeShift())).toMatchObject([{ outcome: 'applied', flags: [] }])
    const shiftId = till.shift?.open.id ?? ''
    const { body } = await call(box.app, mona, shiftReportEndpoint, { shiftId })
    const { report, missingReceipts: missing } = shiftReportEndpoint.reply.parse(body)
    expect(report.topUps).toEqual({ count: 1, amount: 300 })
    expect({ ...report, countedCash: null, difference: null }).toEqual(till.report())
    expect(missing).toEqual([])
    const listed = transactionReport.reply.parse(
      (await call(box.app, mona, transactionReport, { till: till.device.tillCode })).body,
    ).transactions
    const told = listed.filter(({ kind }) => kind === 'top-up' || kind === 'void')
    expect(told.map((row) => [row.kind, row.amount, row.receiptNo, row.voided])).toContainEqual([
      'void',
      -2000,
      receiptNo,
      false,
    ])
    expect(told.map((row) => [row.kind, row.amount, row.receiptNo, row.voided])).toContainEqual([
      'top-up',
      2000,
      receiptNo,
      true,
    ])
    const range = { firstDay: report.businessDay, lastDay: report.businessDay, text: after.holder.admissionNo }
    const { rows } = accountSummary.reply.parse((await call(box.app, mona, accountSummary, range)).body)
    expect(rows).toMatchObject([{ topUps: 9300, balance: before.balance + 300 }])
    expect(await inSchool(ledgerFaults)).toEqual([])
  })

  it('is voided beyond what is left on the account, or from elsewhere, with a flag', async () => {
    const till = await newTill()
    const customerId = pupil(0)
    const { balance } = await statementOf(customerId)
    await push(till, till.openShift(), till.topUp(customerId, 1000))
    await box.db.owner.execute(sql`update account_balances set balance = 400 where customer_id = ${customerId}`)
    expect(await push(till, voidTopUp(till, { afterMs: 1000 }))).toMatchObject([{ flags: ['below-zero'] }])
    expect((await statementOf(customerId)).balance).toBe(-600)
    await box.db.owner.execute(sql`update account_balances set balance = ${balance} where customer_id = ${customerId}`)
    const other = await newTill()
    await push(till, till.topUp(customerId, 700))
    const elsewhere = ShiftId.parse(other.newId())
    expect(await push(till, voidTopUp(till, { afterMs: 1000, shiftId: elsewhere }))).toMatchObject([
      { outcome: 'applied', flags: ['foreign-shift', 'shift-unknown'] },
    ])
    expect((await statementOf(customerId)).balance).toBe(balance)
    await push(till, till.topUp(customerId, 50_000))
    Object.assign(till, { v: 2 })
    expect(await push(till, voidTopUp(till, { afterMs: 181_000 }))).toMatchObject([{ flags: ['approval-missing'] }])
    expect(await inSchool(ledgerFaults)).toEqual([])
  })

  it('is reversed as it is entered where its void came first', async () => {
    const till = await newTill()
    const customerId = pupil(1)
    const { balance } = await statementOf(customerId)
    const other = await newTill()
    await push(till, till.openShift())
    await push(other, other.openShift())
    const taking = till.topUp(customerId, 1200)
    const named = { id: SaleId.parse(till.shift?.topUps[0]?.id) }
    expect(await push(other, other.voidSale(named))).toMatchObject([{ flags: ['sale-unknown'] }])
    expect(await push(till, taking)).toMatchObject([{ outcome: 'applied', flags: ['voided-before'] }])
    expect((await statementOf(customerId)).balance).toBe(balance)
    const { report } = await inSchool((tx) =>
      posReport(tx, canteen.school.schoolId, ShiftId.parse(till.shift?.open.id)),
    )
    expect(report).not.toHaveProperty('topUps')
    expect(await inSchool(ledgerFaults)).toEqual([])
  })
})

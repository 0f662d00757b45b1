import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CustomerId } from '#shared/kernel/fields.ts'
import { dayMs } from '#shared/kernel/time.ts'
import { transactionExport, transactionReport } from '#shared/pos/pos-report.contract.ts'
import type { TransactionFilter } from '#shared/pos/reports/transaction-filter.contract.ts'
import { engines } from '#tests/support/database.ts'
import { type Canteen, hand, openCanteen, pairDevice } from '#tests/support/pos/canteen.ts'
import { TillOps } from '#tests/support/pos/till-ops.ts'
import { voidTopUp } from '#tests/support/pos/void-top-up.ts'
import { linesFrom } from '#tests/support/records/export-kit.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('transactions that somebody looks for, on %s', (engine) => {
  let box: Box
  let canteen: Canteen
  let finance: Caller
  let till: TillOps
  const days: string[] = []

  beforeAll(async () => {
    box = await openBox(engine)
    canteen = await openCanteen(box, 'alnoor')
    till = new TillOps(await pairDevice(canteen))
    const [one, two] = [pupil(0), pupil(1)]
    const push = (...ops: unknown[]) => hand(till.device, till.batch(ops))
    const account = (customerId: CustomerId) => ({ kind: 'account' as const, customerId })
    await push(till.openShift(), till.sale(), till.sale({ pay: [{ kind: 'card' }] }))
    await push(till.sale({ lines: [[0, 3000]], pay: [account(one)] }), till.moveCash('paid-in', 700))
    const sold = till.shift?.sales.at(-1) ?? expect.fail()
    await push(till.refund(sold, [1]), till.closeShift())
    days.push(till.shift?.open.businessDay ?? '')
    box.clock.advance(dayMs)
    await push(till.openShift(), till.sale({ pay: [{ ...account(two), amount: 300 }, { kind: 'cash' }] }))
    await push(till.voidSale(), till.topUp(one, 1234), voidTopUp(till))
    days.push(till.shift?.open.businessDay ?? '')
    finance = await signInAs(box, canteen.school, 'fatima', ['finance'])
  })
  afterAll(() => box.close())

  const pupil = (no: number) => CustomerId.parse(canteen.customers[no])
  const ask = async (filter: TransactionFilter, as = finance) => call(box.app, as, transactionReport, filter)
  const kinds = async (filter: TransactionFilter) => {
    const { transactions } = transactionReport.reply.parse((await ask(filter)).body)
    return transactions.map(({ kind }) => kind).toSorted()
  }
  const [first, second] = [() => days[0] ?? '', () => days[1] ?? '']
  const ofFirst = ['paid-in', 'refund', 'sale', 'sale', 'sale', 'shift-close', 'shift-open']
  const ofSecond = ['sale', 'shift-open', 'top-up', 'void', 'void']

  it('are those of one day, or of all days from one to another', async () => {
    expect([await kinds({ day: first() }), await kinds({ day: second() })]).toEqual([ofFirst, ofSecond])
    const all = [...ofFirst, ...ofSecond].toSorted()
    expect(await kinds({ day: first(), lastDay: second() })).toEqual(all)
    expect([await kinds({ lastDay: first() }), await kinds({})]).toEqual([ofFirst, all])
    expect(await ask({ day: second(), lastDay: first() })).toMatchObject({ status: 400, body: { field: 'lastDay' } })
  })

  it('are those that were paid in one way, what was given back and voided among them', async () => {
    expect(await kinds({ paidWith: 'cash' })).toEqual(['sale', 'sale', 'top-up', 'void', 'void'])
    expect(await kinds({ paidWith: 'card' })).toEqual(['sale'])
    expect(await kinds({ paidWith: 'account', day: first() })).toEqual(['refund', 'sale'])
  })

  it('are found by pupil, cashier, receipt and amount, with all else that was asked', async () => {
    expect(await kinds({ text: 'pupil 0' })).toEqual(['refund', 'sale', 'top-up', 'void'])
    expect(await kinds({ text: 'pupil 0', day: second() })).toEqual(['top-up', 'void'])
    expect(await kinds({ text: 'PUPIL 1', paidWith: 'cash' })).toEqual(['sale', 'void'])
    expect(await kinds({ text: 'huda' })).toEqual(['refund'])
    expect(await kinds({ text: '000002' })).toEqual(['sale'])
    expect(await kinds({ text: '12.34' })).toEqual(['top-up', 'void'])
    expect(await kinds({ text: '١٢٫٣٤' })).toEqual(['top-up', 'void'])
    expect(await kinds({ text: '7' })).toContain('paid-in')
    expect(await kinds({ text: 'nobody of this name' })).toEqual([])
    expect(await kinds({ text: "%' or 1=1 --" })).toEqual([])
    expect(await kinds({ text: '  ' })).toHaveLength(ofFirst.length + ofSecond.length)
  })

  it('are in a file just as they are listed, and operators find no more than their own', async () => {
    const filter = { text: 'pupil 0', lastDay: first() }
    const lines = await linesFrom(box, finance, transactionExport, { filter, columns: ['kind', 'admissionNo'] })
    // Both at one moment: which stands first, their ids decide.
    const kindsIn = new Set(lines.slice(1).map((line) => line.split(',')[0]))
    expect([lines.length, kindsIn]).toEqual([3, new Set(['Refund', 'Sale'])])
    const olga = await signInAs(box, canteen.school, 'olga', ['operator'])
    expect((await ask({ text: 'pupil 0' }, olga)).body).toMatchObject({ transactions: [] })
    const other = await openCanteen(box, 'manara')
    const theirs = await signInAs(box, other.school, 'jamal', ['finance'])
    expect((await ask({ text: 'pupil 0' }, theirs)).body).toMatchObject({ transactions: [] })
  })
})

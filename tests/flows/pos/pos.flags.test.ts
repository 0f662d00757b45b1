import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { users } from '#server/features/identity/sessions/auth.table.ts'
import { accountEntries, customers } from '#server/features/pos/accounts/customer.table.ts'
import { ledgerFaults } from '#server/features/pos/accounts/ledger.service.ts'
import { sales } from '#server/features/pos/pos.table.ts'
import { posExceptions, tenders } from '#server/features/pos/pos-payments.table.ts'
import { CustomerId, ItemId, ShiftId, UserId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import { dayMs } from '#shared/kernel/time.ts'
import { engines } from '#tests/support/database.ts'
import { makeUser } from '#tests/support/factories.ts'
import { type Canteen, hand, openCanteen, pairDevice } from '#tests/support/pos/canteen.ts'
import { type SaleInput, TillOps } from '#tests/support/pos/till-ops.ts'
import { type Box, openBox } from '#tests/support/server.ts'

const nobody = '01900000-0000-7000-8000-0000000000ff'

describe.each(engines)('what is odd about a fact on %s', (engine) => {
  let box: Box
  let canteen: Canteen
  let till: TillOps

  beforeAll(async () => {
    box = await openBox(engine)
    canteen = await openCanteen(box, 'alnoor', { people: 8 })
  })
  beforeEach(async () => {
    till = new TillOps(await pairDevice(canteen))
  })
  afterAll(() => box.close())

  const push = async (...ops: unknown[]) => {
    const { results } = await hand(till.device, till.batch(ops))
    expect(results.map((r) => r.outcome)).toEqual(ops.map(() => 'applied'))
    return results.map((r) => r.flags)
  }
  const flagsOf = async (input: () => SaleInput) => {
    const open = till.openShift()
    return (await push(open, till.sale(input())))[1]
  }
  const customer = (n: number): CustomerId => canteen.customers[n] ?? CustomerId.parse(nobody)
  const faults = () => box.db.database.tenant(canteen.school.schoolId, ledgerFaults)

  it('is nothing, for what a till makes by the rules', async () => {
    const both = [
      { kind: 'card', amount: 100 },
      { kind: 'account', customerId: customer(0), amount: 200 },
      { kind: 'cash', over: 500 },
    ] as const
    const lines = [
      [0, 1000],
      [1, 2500],
      [2, 333],
    ] as const
    expect(
      await push(
        till.openShift(),
        till.sale({ lines, pay: both }),
        till.sale({ lines, discount: { kind: 'ppm', value: 125_000 } }),
        till.sale({ lines, discount: { kind: 'amount', value: 999_999 } }),
        till.voidSale(),
        till.moveCash('paid-out', 300),
        till.closeShift(-200),
      ),
    ).toEqual([[], [], [], [], [], [], []])
  })

  const odd: [string, string[], () => SaleInput][] = [
    ['another price on the same list', ['price-differs'], () => ({ change: priced(5) })],
    ['an item nobody knows', ['unknown-item'], () => ({ change: withItem(nobody) })],
    ['a customer nobody knows', ['unknown-customer'], () => ({ change: { customerId: CustomerId.parse(nobody) } })],
    [
      'an account nobody knows',
      ['unknown-customer'],
      () => ({ pay: [{ kind: 'account', customerId: CustomerId.parse(nobody) }] }),
    ],
    ['a cashier nobody knows', ['unknown-cashier'], () => ({ change: { cashierId: UserId.parse(nobody) } })],
    ['a shift nobody knows', ['shift-unknown'], () => ({ change: { shiftId: ShiftId.parse(nobody) } })],
    ['another currency', ['currency-differs'], () => ({ change: { currency: 'USD' } })],
    [
      'figures of another sale',
      ['tenders-differ', 'totals-differ'],
      () => ({ change: { totals: till.makeSale({ lines: [[1, 9000]] }).totals } }),
    ],
    [
      'tenders of another sale',
      ['tenders-differ'],
      () => ({ change: { tenders: till.makeSale({ lines: [[1, 9000]] }).tenders } }),
    ],
    [
      'taxes the school does not have',
      ['tax-differs', 'totals-differ'],
      () => ({ change: { taxes: [{ code: 'X', ratePpm: 0, included: true, net: minor(700), tax: minor(0) }] } }),
    ],
  ]
  it.each(odd)('is %s: %j, and the sale stands', async (_, flags, input) => {
    expect(await flagsOf(input)).toEqual(flags)
    const [sale] = await box.db.owner.select().from(sales).where(eq(sales.tillId, till.device.ctx.device.tillId))
    expect(sale?.flags).toEqual(flags)
    const listed = await box.db.owner
      .select()
      .from(posExceptions)
      .where(eq(posExceptions.subjectId, sale?.id ?? nobody))
    expect(listed.map((x) => x.code).sort()).toEqual(flags)
    expect(await faults()).toEqual([])
  })

  const priced = (price: number) => {
    const dear = till.makeSale({})
    const cheap = { ...canteen, items: canteen.items.map((item) => ({ ...item, price: minor(price) })) }
    const other = new TillOps({ ...till.device, canteen: cheap })
    other.shift = till.shift
    const { lines, taxes, totals, tenders: paid } = other.makeSale({})
    return { ...dear, lines, taxes, totals, tenders: paid, id: dear.id }
  }
  const withItem = (id: string) => ({ lines: till.makeSale({}).lines.map((l) => ({ ...l, itemId: ItemId.parse(id) })) })

  it('is an earlier price on an older list', async () => {
    expect(await flagsOf(() => ({ change: { ...priced(5), priceListVersion: 3 } }))).toEqual(['earlier-price'])
  })

  it('T50: is a cashier who was disabled before, not one who was disabled since', async () => {
    const leaver = await makeUser(box, canteen.school, 'leaver', ['operator'])
    const now = box.clock.nowMs()
    const disable = (ms: number) =>
      box.db.owner
        .update(users)
        .set({ disabledAt: new Date(ms).toISOString() })
        .where(eq(users.id, leaver))
    await disable(now + 60_000)
    expect(await flagsOf(() => ({ change: { cashierId: leaver } }))).toEqual([])
    await disable(now - 60_000)
    expect(await push(till.sale({ change: { cashierId: leaver } }))).toEqual([['disabled-cashier']])
  })

  it('is a discount from somebody without the right to it, no matter who sold', async () => {
    const discount = { kind: 'amount', value: 100 } as const
    const leaver = await makeUser(box, canteen.school, 'gone', ['supervisor'])
    const disabledAt = new Date(box.clock.nowMs() - 60_000).toISOString()
    await box.db.owner.update(users).set({ disabledAt }).where(eq(users.id, leaver))
    const flags = await push(
      till.openShift(),
      till.sale({ discount }),
      till.sale({ discount: { ...discount, by: canteen.cashier } }),
      till.sale({ discount, change: { cashierId: canteen.supervisor } }),
      till.sale({ discount: { ...discount, by: canteen.cashier }, change: { cashierId: canteen.supervisor } }),
      till.sale({ discount: { ...discount, by: UserId.parse(nobody) } }),
      till.sale({ discount: { ...discount, by: leaver } }),
    )
    const odd = ['discount-not-allowed']
    expect(flags).toEqual([[], [], odd, [], odd, odd, odd])
    expect(await box.db.owner.$count(posExceptions, eq(posExceptions.code, 'discount-not-allowed'))).toBe(4)
    expect(await box.db.owner.$count(sales, eq(sales.tillId, till.device.ctx.device.tillId))).toBe(6)
  })

  it('is a limit passed and an overdraft passed, told by the balance as it runs', async () => {
    const rules = { dailyLimit: minor(1500), overdraft: minor(0) }
    await box.db.owner
      .update(customers)
      .set(rules)
      .where(eq(customers.id, customer(1)))
    const onAccount = (n: number, ...lines: [number, number][]): SaleInput => ({
      lines,
      pay: [{ kind: 'account', customerId: customer(n) }],
    })
    const flags = await push(
      till.openShift(),
      till.sale(onAccount(1, [0, 1000])),
      till.sale(onAccount(1, [0, 1000])),
      till.sale(onAccount(1, [0, 1000])),
      till.sale(onAccount(2, [1, 73_000])),
      till.sale(onAccount(2, [1, 73_000])),
    )
    expect(flags).toEqual([[], [], [], ['over-limit'], [], ['below-zero']])
    expect(await faults()).toEqual([])
  })

  it('is a number used twice, and the same document under another operation, which is entered once', async () => {
    const open = till.openShift()
    const sale = till.sale({ pay: [{ kind: 'account', customerId: customer(3) }] })
    const body = sale.body as ReturnType<TillOps['makeSale']>
    const again = till.op('pos.sale', body)
    const sameNumber = till.sale({ change: { receiptSeq: body.receiptSeq } })
    expect(await push(open, sale, again, sameNumber)).toEqual([[], [], ['id-repeated'], ['number-repeated']])
    expect(await push(till.op('pos.sale', body))).toEqual([['id-repeated']])
    expect(await box.db.owner.$count(accountEntries, eq(accountEntries.customerId, customer(3)))).toBe(2)
  })

  it('is a tender under an id that is taken: its money counts all the same', async () => {
    const pay = [{ kind: 'account', customerId: customer(4) }] as const
    const open = till.openShift()
    const first = till.sale({ pay })
    const { tenders: taken } = first.body as ReturnType<TillOps['makeSale']>
    const flags = await push(open, first, till.sale({ pay, change: { tenders: taken } }))
    expect(flags).toEqual([[], [], ['id-repeated']])
    const [{ sum } = { sum: null }] = await box.db.owner
      .select({ sum: sql<number>`sum(amount)::int` })
      .from(accountEntries)
      .where(eq(accountEntries.customerId, customer(4)))
    expect(sum).toBe(100_000 - 1400)
  })

  it('T47: is nothing about a void, which gives back once what its sale took', async () => {
    const customerId = customer(5)
    const open = till.openShift()
    const sale = till.sale({
      pay: [
        { kind: 'card', amount: 100 },
        { kind: 'account', customerId },
      ],
    })
    expect(await push(open, sale, till.voidSale(), till.voidSale())).toEqual([[], [], [], ['already-voided']])
    const entries = await box.db.owner.select().from(accountEntries).where(eq(accountEntries.customerId, customerId))
    expect(Object.fromEntries(entries.map((e) => [e.kind, e.amount]))).toEqual({
      sale: -600,
      topup: 100_000,
      void: 600,
    })
    expect(entries).toHaveLength(3)
    expect(await faults()).toEqual([])
  })

  it('is a void of a sale that is not here; the sale is taken back when it comes', async () => {
    const customerId = customer(6)
    const open = till.openShift()
    const sale = till.makeSale({ pay: [{ kind: 'account', customerId }] })
    expect(await push(open, till.voidSale(sale), till.op('pos.sale', sale))).toEqual([
      [],
      ['sale-unknown'],
      ['voided-before'],
    ])
    const [{ sum } = { sum: null }] = await box.db.owner
      .select({ sum: sql<number>`sum(amount)::int` })
      .from(accountEntries)
      .where(eq(accountEntries.customerId, customerId))
    expect(sum).toBe(100_000)
    expect(await faults()).toEqual([])
  })

  it('is a second open shift, a closing that comes twice and what comes after it', async () => {
    const [open, close] = [till.openShift(), till.closeShift()]
    const late = till.sale()
    const drop = till.moveCash('drop', 5)
    const again = till.closeShift(50)
    expect(await push(open, close, late, drop, again)).toEqual([
      [],
      [],
      ['shift-closed'],
      ['shift-closed'],
      ['shift-closed'],
    ])
    expect(await push(till.openShift(), till.openShift())).toEqual([[], ['second-open-shift']])
  })

  it('is a shift of another device, and that device alone closes it', async () => {
    const other = new TillOps(await pairDevice(canteen))
    await hand(other.device, other.batch([other.openShift()]))
    till.shift = other.shift
    expect(await push(till.sale(), till.closeShift())).toEqual([['foreign-shift'], ['foreign-shift']])
    const { results } = await hand(other.device, other.batch([other.closeShift()]))
    expect(results[0]?.flags).toEqual([])
  })

  it('is a Z that does not follow from the rows', async () => {
    const [open, , close] = [till.openShift(), till.sale(), till.closeShift()]
    till.seq = open.seq
    till.lastHash = open.hash
    expect(await push(open, till.op('pos.closeShift', close.body))).toEqual([[], ['z-differs']])
  })

  it('is a clock that is more than a year behind, as after its battery was empty', async () => {
    const saleAt = (wallAt: string) => till.op('pos.sale', till.makeSale({}), { wallAt })
    const lastYear = new Date(box.clock.nowMs() - 365 * dayMs).toISOString()
    expect(
      await push(till.openShift(), ...[lastYear, '1970-01-01T00:00:00.000Z', '0000-01-01T00:00:00.000Z'].map(saleAt)),
    ).toEqual([[], [], ['clock-skew'], ['clock-skew']])
  })

  it('is a clock that is ahead by more than two minutes after correction', async () => {
    const wallAt = new Date(box.clock.nowMs() + 3_600_000).toISOString()
    const open = till.openShift()
    const corrected = till.op('pos.sale', till.makeSale({}), { wallAt, clockOffsetMs: -3_600_000 })
    const wrong = till.op('pos.sale', till.makeSale({}), { wallAt, clockOffsetMs: -3_000_000 })
    expect(await push(open, corrected, wrong)).toEqual([[], [], ['clock-skew']])
  })

  it('never lets a till put money into an account', async () => {
    const customerId = customer(7)
    const tender = { kind: 'account' as const, id: till.newId(), customerId, amount: minor(-5000) }
    expect(await flagsOf(() => ({ change: { tenders: [tender] } }))).toEqual(['tenders-differ'])
    expect(await box.db.owner.$count(tenders, eq(tenders.id, tender.id))).toBe(1)
    expect(await box.db.owner.$count(accountEntries, eq(accountEntries.customerId, customerId))).toBe(1)
  })
})

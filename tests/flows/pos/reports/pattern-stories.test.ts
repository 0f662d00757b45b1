import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lookForPatterns } from '#server/features/pos/patterns/find-patterns.service.ts'
import { CustomerId, SaleId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import { minuteMs, toInstant } from '#shared/kernel/time.ts'
import type { PatternCode } from '#shared/pos/patterns/pattern.types.ts'
import type { Refund } from '#shared/pos/refunds/refund.contract.ts'
import { enterStock, setStockItem } from '#shared/pos/stock/stock.contract.ts'
import { engines } from '#tests/support/database.ts'
import { type Canteen, hand, openCanteen, pairDevice } from '#tests/support/pos/canteen.ts'
import { openDrawer } from '#tests/support/pos/till-cash.ts'
import { TillOps } from '#tests/support/pos/till-ops.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

/** What tills send, and what the server must read out of its own tables: a story for each pattern that a school records rows for. */
describe.each(engines)('POS-102: stories that tills send, on %s', (engine) => {
  let box: Box
  let canteen: Canteen
  let mona: Caller
  beforeAll(async () => {
    box = await openBox(engine)
    canteen = await openCanteen(box, 'alnoor', { people: 8 })
    mona = await signInAs(box, canteen.school, 'mona', ['supervisor'])
  })
  afterAll(() => box.close())

  const pupil = (no: number) => CustomerId.parse(canteen.customers[no])
  const account = (no: number) => [{ kind: 'account' as const, customerId: pupil(no) }]
  const newTill = async () => {
    const till = new TillOps(await pairDevice(canteen))
    await push(till, till.openShift())
    return till
  }
  const push = (till: TillOps, ...ops: unknown[]) => hand(till.device, till.batch(ops))
  const times = async (count: number, act: (n: number) => Promise<unknown>) => {
    for (let n = 0; n < count; n += 1) await act(n)
  }
  const wait = (minutes: number) => box.clock.advance(minutes * minuteMs)
  const lastSale = (till: TillOps) => till.shift?.sales.at(-1) ?? expect.fail()
  const removed = () => {
    const [item] = canteen.items
    if (!item) throw new Error('no item')
    return { itemId: item.id, name: item.name, qtyMilli: 1000, price: item.price, secondsAfterAdding: 5 }
  }
  const priced = (amount: number) => ({ price: { amount: minor(amount), reason: 'last one', by: canteen.supervisor } })
  const approval = (till: TillOps) => ({
    id: till.newId(),
    act: 'void' as const,
    hash: '0'.repeat(64),
    by: canteen.supervisor,
    proof: 'pin' as const,
    at: toInstant(box.clock.nowMs()),
  })
  const ofItem = (n: number) => canteen.items[n]?.id ?? expect.fail()
  const enter = (entry: { kind: 'received' | 'counted'; qtyMilli: number }) => {
    const at = toInstant(box.clock.nowMs())
    const stockEntries = [{ id: crypto.randomUUID(), itemId: ofItem(1), at, ...entry }]
    return call(box.app, mona, enterStock, { stockEntries })
  }

  type Story = (till: TillOps) => Promise<unknown>
  /** F2 stands in exception-board.test.ts; F12 needs absences, which no school records here. */
  const stories: Omit<Record<PatternCode, Story>, 'late-cash-voids' | 'meal-while-absent'> = {
    'dropped-then-opened': async (till) => {
      const begunAt = toInstant(box.clock.nowMs())
      wait(2)
      const cart = { id: till.newId(), cartId: till.newId(), shiftId: till.shift?.open.id, cause: 'emptied' }
      const at = toInstant(box.clock.nowMs())
      await push(till, till.op('pos.dropCart', { ...cart, removed: [removed()], begunAt, by: canteen.cashier, at }))
      await push(till, till.moveCash('no-sale', 0))
    },
    'reprint-then-refund': async (till) => {
      await push(till, till.sale())
      wait(1)
      await push(till, openDrawer(till, 'print', { ref: lastSale(till).id }))
      wait(1)
      await push(till, till.refund(lastSale(till), [1]))
    },
    'refunds-to-one': async (till) => {
      await push(till, till.sale({ lines: [[0, 3000]], pay: account(0) }))
      const sold = lastSale(till)
      const done: Refund[] = []
      await times(3, async () => {
        wait(1)
        await push(till, till.refund(sold, [1], {}, done))
        done.push(till.shift?.refunds.at(-1) ?? expect.fail())
      })
    },
    'discounts-to-one': (till) =>
      times(5, async () => {
        const made = till.makeSale({ pay: account(1) })
        const lines = made.lines.map((line) => ({ ...line, overrideReason: 'a friend' }))
        await push(till, till.op('pos.sale', { ...made, lines }))
      }),
    'under-limit': (till) =>
      times(5, async () => {
        await push(till, till.sale({ terms: priced(950) }))
        await push(till, till.refund(lastSale(till), [1], { by: canteen.cashier }))
      }),
    'approver-everywhere': (till) =>
      times(7, async () => {
        wait(1)
        await push(till, till.sale(), till.voidSale(undefined, { approval: approval(till) }))
      }),
    'rung-lower': (till) =>
      times(3, () => push(till, till.sale({ terms: priced(100), change: { removed: [removed()] } }))),
    'steady-shortage': async (till) => {
      await push(till, till.closeShift(-50))
      await times(2, async () => {
        wait(1)
        await push(till, till.openShift(), till.closeShift(-50))
      })
    },
    'opened-without-cause': (till) => times(3, () => push(till, openDrawer(till, 'test'))),
    'account-away': async (till) => {
      const other = await newTill()
      await push(other, other.sale({ pay: account(2) }))
      wait(1)
      await push(till, till.sale({ pay: account(2) }))
    },
    'before-close': async (till) => {
      await push(till, till.sale({ terms: priced(600) }), till.moveCash('paid-out', 100))
      wait(5)
      await push(till, till.closeShift())
    },
    'stock-unrung': async (till) => {
      await call(box.app, mona, setStockItem, { itemId: ofItem(1), isTracked: true, sellsOut: false })
      wait(1)
      await enter({ kind: 'received', qtyMilli: 50_000 })
      wait(1)
      await push(till, till.sale({ lines: [[1, 10_000]] }))
      wait(1)
      await enter({ kind: 'counted', qtyMilli: 39_000 })
      wait(1)
      await push(till, till.sale(), till.closeShift())
    },
    'clock-or-offline': async (till) => {
      const body = { id: till.newId(), shiftId: till.shift?.open.id, cause: 'sale', by: canteen.cashier }
      const at = toInstant(box.clock.nowMs())
      await push(till, till.op('pos.drawer', { ...body, at }, { clockOffsetMs: -6 * minuteMs }))
    },
  }

  const codesOf = async (till: TillOps) => {
    while (await lookForPatterns(box.deps, canteen.school.schoolId)) {
      // One stream after the other.
    }
    const { rows } = await box.db.owner.execute<{ code: string }>(
      sql`select distinct code from pos_exceptions where shift_id = ${till.shift?.open.id}`,
    )
    return rows.map(({ code }) => code)
  }

  it.each(Object.keys(stories) as (keyof typeof stories)[])('%s', async (code) => {
    const till = await newTill()
    await stories[code](till)
    expect(await codesOf(till)).toContain(code)
    // The next story is of another hour, and so of other approvals.
    wait(61)
  })

  it('F3: a copy that opened no drawer counts, though it was printed in another shift and at another till', async () => {
    const [till, other] = [await newTill(), await newTill()]
    await push(till, till.sale(), till.sale())
    const [copied, plain] = till.shift?.sales ?? []
    if (!copied || !plain) throw new Error('nothing sold')
    wait(1)
    await push(other, openDrawer(other, 'copy', { ref: copied.id }))
    await push(other, ...[1, 2, 3].map(() => openDrawer(other, 'copy', { ref: other.newId() })))
    await push(till, till.closeShift())
    wait(1)
    await push(till, till.openShift(), till.refund(plain, [1]))
    expect(await codesOf(till)).not.toContain('reprint-then-refund')
    await push(till, till.refund(copied, [1]))
    expect(await codesOf(till)).toContain('reprint-then-refund')
    // Copies are no openings of a drawer.
    expect(await codesOf(other)).not.toContain('opened-without-cause')
  })

  it('a count that finds all there is, and one while sales may still be on their way, say nothing', async () => {
    const till = await newTill()
    await enter({ kind: 'counted', qtyMilli: 20_000 })
    wait(1)
    await push(till, till.sale({ lines: [[1, 1000]], change: { id: SaleId.parse(till.newId()) } }))
    wait(1)
    await enter({ kind: 'counted', qtyMilli: 19_000 })
    wait(1)
    await push(till, till.sale())
    expect(await codesOf(till)).not.toContain('stock-unrung')
    await enter({ kind: 'counted', qtyMilli: 10_000 })
    wait(1)
    await push(till, till.sale())
    expect(await codesOf(till)).not.toContain('stock-unrung')
  })
})

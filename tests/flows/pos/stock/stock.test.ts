import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settleStockOf } from '#server/features/pos/stock/sold-out.service.ts'
import { pullPage } from '#server/features/pos/snapshot/snapshot.service.ts'
import type { ItemId } from '#shared/kernel/ids.ts'
import { businessDay, dayAfter, hourMs, minuteMs, toInstant } from '#shared/kernel/time.ts'
import { setSoldOut } from '#shared/pos/catalogue/catalogue-parts.contract.ts'
import { enterStock, readStock, setStockItem, type StockEntry, stockLedger } from '#shared/pos/stock/stock.contract.ts'
import { engines } from '#tests/support/database.ts'
import { type Canteen, hand, openCanteen, pairDevice } from '#tests/support/pos/canteen.ts'
import { TillOps } from '#tests/support/pos/till-ops.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

/** What an entry says besides its id, item and moment. */
type Told = StockEntry extends infer E ? (E extends StockEntry ? Omit<E, 'id' | 'itemId' | 'at'> : never) : never

describe.each(engines)('stock on %s', (engine) => {
  let box: Box
  let canteen: Canteen
  let mona: Caller
  beforeAll(async () => {
    box = await openBox(engine)
    canteen = await openCanteen(box, 'alnoor', { people: 2 })
    mona = await signInAs(box, canteen.school, 'mona', ['supervisor'])
  })
  afterAll(() => box.close())

  const item = (n: number): ItemId => canteen.items[n]?.id ?? expect.fail()
  const newTill = async () => {
    const till = Object.assign(new TillOps(await pairDevice(canteen)), { v: 2 })
    await send(till, till.openShift())
    return till
  }
  const send = async (till: TillOps, ...ops: unknown[]) => hand(till.device, till.batch(ops))
  const track = (n: number, sellsOut = false) =>
    call(box.app, mona, setStockItem, { itemId: item(n), isTracked: true, sellsOut })
  const entry = (n: number, told: Told, atMs = box.clock.nowMs()) =>
    ({ id: crypto.randomUUID(), itemId: item(n), at: toInstant(atMs), ...told }) as StockEntry
  const enter = async (...stockEntries: StockEntry[]) =>
    enterStock.reply.parse((await call(box.app, mona, enterStock, { stockEntries })).body).counts
  const stock = async () => readStock.reply.parse((await call(box.app, mona, readStock, {})).body)
  const pieces = async (n: number) => (await stock()).items.find(({ itemId }) => itemId === item(n))?.qtyMilli
  const ledger = async (n: number) =>
    stockLedger.reply.parse((await call(box.app, mona, stockLedger, { itemId: item(n) })).body).rows
  const sells = (till: TillOps, n: number, qtyMilli: number) => till.sale({ lines: [[n, qtyMilli]] })

  it('POS-95: a count holds while others sell: a late sale from before it restates it, one from after it does not', async () => {
    const [near, far] = [await newTill(), await newTill()]
    await track(0)
    box.clock.advance(minuteMs)
    expect(await enter(entry(0, { kind: 'received', qtyMilli: 20_000 }))).toEqual([])
    box.clock.advance(minuteMs)
    // Sold without a network, before and after the count.
    const early = sells(far, 0, 2000)
    await send(near, sells(near, 0, 3000))
    box.clock.advance(minuteMs)
    const count = entry(0, { kind: 'counted', qtyMilli: 15_000 })
    expect(await enter(count)).toEqual([{ countId: count.id, itemId: item(0), differenceMilli: -2000 }])
    box.clock.advance(minuteMs)
    const later = sells(far, 0, 1000)
    await send(near, sells(near, 0, 1000))
    expect(await pieces(0)).toBe(14_000)
    await send(far, early)
    expect(await pieces(0)).toBe(14_000)
    const told = async () => (await ledger(0)).find(({ id }) => id === count.id)
    expect(await told()).toMatchObject({ differenceMilli: 0, firstDifferenceMilli: -2000 })
    await send(far, later)
    expect(await pieces(0)).toBe(13_000)
    expect(await told()).toMatchObject({ differenceMilli: 0, firstDifferenceMilli: -2000 })
    // The same count sent again counts once, and its reason stands beside it.
    await enter(count)
    await enter(entry(0, { kind: 'explained', countId: count.id, note: 'A till was offline' }))
    expect((await ledger(0)).filter(({ kind }) => kind === 'counted')).toMatchObject([{ note: 'A till was offline' }])
    expect(await pieces(0)).toBe(13_000)
  })

  it('POS-96: refunded goods come back once, wasted ones are a row of waste and never stock', async () => {
    const till = await newTill()
    await track(1)
    box.clock.advance(minuteMs)
    await enter(entry(1, { kind: 'received', qtyMilli: 10_000 }))
    box.clock.advance(minuteMs)
    await send(till, sells(till, 1, 3000))
    const sale = till.shift?.sales.at(-1) ?? expect.fail()
    const refund = (goods: 'back' | 'waste') => {
      const made = till.makeRefund(sale, [1])
      return till.op('pos.refund', { ...made, lines: made.lines.map((line) => ({ ...line, goods })) }, { v: 2 })
    }
    box.clock.advance(minuteMs)
    const back = refund('back')
    await send(till, back)
    await send(till, back)
    expect(await pieces(1)).toBe(8000)
    await send(till, refund('waste'))
    expect(await pieces(1)).toBe(8000)
    await enter(entry(1, { kind: 'wasted', qtyMilli: 1000, why: 'dropped' }))
    expect(await pieces(1)).toBe(7000)
    const kinds = (await ledger(1)).map(({ kind, qtyMilli }) => `${kind} ${qtyMilli}`)
    expect(kinds.toSorted()).toEqual(['back 1000', 'received 10000', 'refund-waste 1000', 'sold 3000', 'wasted 1000'])
    // A sale that was voided is there again.
    await send(till, sells(till, 1, 2000))
    box.clock.advance(minuteMs)
    await send(till, till.voidSale())
    expect(await pieces(1)).toBe(7000)
  })

  it('an item of which none is left is sold out for the day where the school wants it, until some comes', async () => {
    const till = await newTill()
    await track(2, true)
    const settle = () => settleStockOf(box.deps, canteen.school.schoolId)
    const isSoldOut = async () =>
      (await pullPage(till.device.ctx, { installEpoch: till.installEpoch, cursors: {} })).items.find(
        ({ id }) => id === item(2),
      )?.soldOutOn !== undefined
    // Before anything was received, none left says nothing, and nothing is refused.
    await send(till, sells(till, 2, 1000))
    await settle()
    expect(await isSoldOut()).toBe(false)
    box.clock.advance(minuteMs)
    await enter(entry(2, { kind: 'counted', qtyMilli: 2000 }))
    box.clock.advance(minuteMs)
    await send(till, sells(till, 2, 3000))
    await settle()
    expect(await pieces(2)).toBe(-1000)
    expect(await isSoldOut()).toBe(true)
    await enter(entry(2, { kind: 'received', qtyMilli: 4000 }))
    expect(await isSoldOut()).toBe(false)
    // What a supervisor marked stays.
    await call(box.app, mona, setSoldOut, { itemId: item(2), isSoldOut: true })
    await settle()
    expect(await isSoldOut()).toBe(true)
  })

  it('POS-97: a batch past half its shelf life is on the list, and tills are told before they sell it', async () => {
    const till = await newTill()
    const { timeZone, cutoverMinute } = canteen.school
    const today = businessDay(box.clock.nowMs(), timeZone, cutoverMinute)
    await track(2)
    await enter(entry(2, { kind: 'counted', qtyMilli: 0 }))
    box.clock.advance(minuteMs)
    await enter(
      entry(2, {
        kind: 'received',
        qtyMilli: 5000,
        producedOn: dayAfter(today, -4),
        expiresOn: dayAfter(today, 3),
      }),
      entry(2, { kind: 'received', qtyMilli: 5000, expiresOn: dayAfter(today, 30) }),
    )
    const due = async () => (await stock()).due.map(({ leftMilli, state }) => [leftMilli, state])
    expect(await due()).toEqual([[5000, 'half-life']])
    const told = async () =>
      (await pullPage(till.device.ctx, { installEpoch: till.installEpoch, cursors: {} })).settings
    expect((await told()).spending).toMatchObject({ stale: [item(2)] })
    // The oldest is sold first: what is left of the rest is good.
    box.clock.advance(minuteMs)
    await send(till, sells(till, 2, 5000))
    await settleStockOf(box.deps, canteen.school.schoolId)
    expect(await due()).toEqual([])
    expect((await told()).spending).toBeUndefined()
  })

  it('is kept by supervisors alone, of their own school, and never from a time to come', async () => {
    const olga = await signInAs(box, canteen.school, 'olga', ['operator'])
    expect((await call(box.app, olga, readStock, {})).status).toBe(403)
    const other = await openCanteen(box, 'manara')
    const theirs = await signInAs(box, other.school, 'jamal', ['supervisor'])
    const row = entry(0, { kind: 'received', qtyMilli: 1000 })
    expect((await call(box.app, theirs, enterStock, { stockEntries: [row] })).body).toMatchObject({
      messageId: 'request.not-found',
    })
    expect((await call(box.app, theirs, stockLedger, { itemId: item(0) })).body).toMatchObject({
      messageId: 'request.not-found',
    })
    const ahead = entry(0, { kind: 'received', qtyMilli: 1000 }, box.clock.nowMs() + hourMs)
    await enter(ahead)
    const now = toInstant(box.clock.nowMs())
    expect((await ledger(0)).find(({ id }) => id === ahead.id)?.at).toBe(now)
  })
})

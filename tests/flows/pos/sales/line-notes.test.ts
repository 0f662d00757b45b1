import 'fake-indexeddb/auto'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { saleLines } from '#server/features/pos/pos.table.ts'
import { withNote } from '#local/pos/carts/line-note.ts'
import { addItem, emptyCart } from '#local/pos/cart-edit.ts'
import { minor } from '#shared/kernel/money.ts'
import { saleDetail } from '#shared/pos/pos-report.contract.ts'
import type { Sale } from '#shared/pos/sale.contract.ts'
import { createPairingCode } from '#shared/sync/device.contract.ts'
import { type CommandVersions, commandVersions } from '#shared/sync/command-kinds.ts'
import { engines } from '#tests/support/database.ts'
import { openTestWorld } from '#tests/support/devices/test-surroundings.ts'
import { makeTill } from '#tests/support/factories.ts'
import { type Canteen, hand, openCanteen, pairDevice } from '#tests/support/pos/canteen.ts'
import { openTillBox } from '#tests/support/pos/till-box.ts'
import { exchangeOp } from '#tests/support/pos/till-exchanges.ts'
import { saleOf } from '#tests/support/pos/till-kit.ts'
import { TillOps } from '#tests/support/pos/till-ops.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

vi.setConfig({ testTimeout: 120_000 })

/** What a server of the release before knew. */
const before: CommandVersions = { ...commandVersions, 'pos.sale': 3, 'pos.exchange': 1 }
const newest = { v: commandVersions['pos.sale'] }

describe.each(engines)('notes on lines of a sale, on %s', (engine) => {
  let box: Box
  let canteen: Canteen
  let mona: Caller
  beforeAll(async () => {
    box = await openBox(engine)
    canteen = await openCanteen(box, 'alnoor')
    mona = await signInAs(box, canteen.school, 'mona', ['supervisor'])
  })
  afterAll(() => box.close())

  const newTill = async () => {
    const till = new TillOps(await pairDevice(canteen))
    await push(till, [till.openShift()])
    return till
  }
  const push = async (till: TillOps, ops: readonly unknown[], known?: CommandVersions) =>
    (await hand(till.device, till.batch(ops), undefined, known)).results
  const storedNotes = async (saleId: Sale['id']) => {
    const rows = await box.db.owner
      .select()
      .from(saleLines)
      .where(eq(saleLines.saleId, saleId))
      .orderBy(asc(saleLines.n))
    return rows.map(({ note }) => note)
  }
  const shownNotes = async (saleId: Sale['id']) => {
    const { body } = await call(box.app, mona, saleDetail, { saleId })
    return saleDetail.reply.parse(body).sale.lines.map(({ note }) => note)
  }
  const twoOfOne = (till: TillOps, ...notes: string[]): Sale => {
    const sale = till.makeSale({
      lines: [
        [0, 1000],
        [0, 1000],
      ],
    })
    return { ...sale, lines: sale.lines.map((line, n) => ({ ...line, ...(notes[n] && { note: notes[n] }) })) }
  }

  // The databases of a tablet are there for the whole file, so one is unpacked, for the first engine.
  const unpacked = engine === engines[0] ? [engine] : []
  it.each(unpacked)(
    'a till sells two of one item with different notes; staff who open the sale read them',
    async () => {
      const { tillId } = await makeTill(box, canteen.school)
      const { body } = await call(box.app, mona, createPairingCode, { tillId })
      const world = openTestWorld()
      const wire = async (request: Request) =>
        box.app.request(request, undefined, { incoming: { socket: { remoteAddress: '192.0.2.1' } } })
      const pairingCode = createPairingCode.reply.parse(body).code
      const tablet = await openTillBox({ schoolCode: 'alnoor', world, wire, pairingCode })
      const page = await tablet.openTab()
      await world.time.until(() => page.till !== undefined)
      const { till } = page
      const item = till?.catalogue.items[0]
      if (!till || !item) throw new Error('nothing to sell')
      const actor = { userId: canteen.cashier, roles: ['operator'] as const }
      await till.openShift({ floatAmount: minor(5000) }, actor)
      const first = withNote(addItem(emptyCart(till.newId()), item, [], 'a'), 'a', 'no onions')
      const second = withNote(addItem(first, item, [], 'b'), 'b', 'بدون بصل')
      const lines = second.lines.map((line) => ({ ...line, id: till.newId() }))
      const input = { ...saleOf(till, { qty: 2 }), cart: { lines, discount: null } }
      const sold = await till.completeSale(input, actor)
      await world.time.until(async () => (await page.device.store.counts()).pending === 0)
      expect(await storedNotes(sold.id)).toEqual(['no onions', 'بدون بصل'])
      expect(await shownNotes(sold.id)).toEqual(['no onions', 'بدون بصل'])
      tablet.close()
    },
  )

  it('a note comes without direction marks and changes nothing else; sales of every older version go on', async () => {
    const till = await newTill()
    const [noted, plain] = [twoOfOne(till, ' no \u202eonions\u2069 '), twoOfOne(till)]
    const first = [till.op('pos.sale', noted, newest), till.op('pos.sale', plain, newest)]
    const ops = [...first, ...[1, 2, 3].map((v) => till.op('pos.sale', twoOfOne(till), { v }))]
    expect((await push(till, ops)).map(({ outcome, flags }) => [outcome, flags])).toEqual(
      Array.from(ops, () => ['applied', []]),
    )
    expect(await storedNotes(noted.id)).toEqual(['no onions', null])
    expect(await storedNotes(plain.id)).toEqual([null, null])
    expect(await shownNotes(plain.id)).toEqual([undefined, undefined])
  })

  it('the sale of an exchange has its notes too', async () => {
    const till = await newTill()
    await push(till, [till.sale()])
    const [sold] = till.shift?.sales ?? []
    if (!sold) throw new Error('nothing sold')
    const made = exchangeOp(till, sold, { lines: [[0, 2000]] })
    const { sale, ...rest } = made.body as { sale: Sale }
    const lines = sale.lines.map((line) => ({ ...line, note: 'warm' }))
    till.seq -= 1
    till.lastHash = made.prevHash
    const op = till.op('pos.exchange', { ...rest, sale: { ...sale, lines } }, { v: commandVersions['pos.exchange'] })
    expect(await push(till, [op])).toMatchObject([{ outcome: 'applied', flags: [] }])
    expect(await shownNotes(sale.id)).toEqual(['warm'])
  })

  it('one that no till writes is stored as unreadable, and the sales behind it go on', async () => {
    const till = await newTill()
    const long = till.op('pos.sale', twoOfOne(till, 'x'.repeat(81)), newest)
    expect((await push(till, [long, till.sale()])).map(({ outcome }) => outcome)).toEqual(['invalid', 'applied'])
  })

  it('waits in order at a server of the release before, note and all, until that is newer', async () => {
    const till = await newTill()
    const noted = twoOfOne(till, 'no onions', 'cold')
    const ops = [till.op('pos.sale', noted, newest), till.sale()]
    expect((await push(till, ops, before)).map(({ outcome }) => outcome)).toEqual(['deferred', 'gap'])
    expect(await storedNotes(noted.id)).toEqual([])
    expect((await push(till, ops)).map(({ outcome }) => outcome)).toEqual(['applied', 'applied'])
    expect(await storedNotes(noted.id)).toEqual(['no onions', 'cold'])
  })
})

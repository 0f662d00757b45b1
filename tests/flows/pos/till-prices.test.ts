import 'fake-indexeddb/auto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { sales } from '#server/features/pos/pos.table.ts'
import { minor } from '#shared/kernel/money.ts'
import { readCatalogue, saveItem } from '#shared/pos/catalogue-edit.contract.ts'
import { createPairingCode } from '#shared/sync/device.contract.ts'
import { openTestWorld } from '#tests/support/devices/test-surroundings.ts'
import { makeTill } from '#tests/support/factories.ts'
import { openCanteen } from '#tests/support/pos/canteen.ts'
import { openTillBox } from '#tests/support/pos/till-box.ts'
import { saleOf } from '#tests/support/pos/till-kit.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, call, openBox } from '#tests/support/server.ts'

vi.setConfig({ testTimeout: 120_000 })

let server: Box
beforeAll(async () => {
  server = await openBox('pglite')
})
afterAll(() => server.close())

it('OPS-04: an open till shows a new price within a minute; cut off, it sells at the one it has, which is flagged', async () => {
  const canteen = await openCanteen(server, 'alnoor')
  const supervisor = await signInAs(server, canteen.school, 'mona', ['supervisor'])
  const { tillId } = await makeTill(server, canteen.school)
  const { body } = await call(server.app, supervisor, createPairingCode, { tillId })
  const line = { cut: false, open: 0, lastMs: 0 }
  const wire = async (request: Request) => {
    if (line.cut) throw new TypeError('offline')
    const connection = { incoming: { socket: { remoteAddress: '192.0.2.1' } } }
    line.lastMs = performance.now()
    line.open += 1
    try {
      return await server.app.request(request, undefined, connection)
    } finally {
      line.open -= 1
      line.lastMs = performance.now()
    }
  }
  const world = openTestWorld()
  const pairingCode = createPairingCode.reply.parse(body).code
  const box = await openTillBox({ schoolCode: 'alnoor', world, wire, pairingCode })
  const page = await box.openTab()
  await world.time.until(() => page.till !== undefined)
  const { till } = page
  if (!till) throw new Error('no till is open')
  const [first] = till.catalogue.items
  if (!first) throw new Error('nothing to sell')
  const priceTo = async (price: number) => {
    const { items } = readCatalogue.reply.parse((await call(server.app, supervisor, readCatalogue, {})).body)
    const { version, ...item } = items.find(({ id }) => id === first.id) ?? expect.fail()
    const asked = { item: { ...item, price: minor(price) }, seen: version }
    expect((await call(server.app, supervisor, saveItem, asked)).status).toBe(200)
  }
  const shown: (number | undefined)[] = []
  till.subscribe(() => shown.push(till.catalogue.item(first.id)?.price))
  await priceTo(first.price + 50)
  // What is under way takes no time of this world's clock: the sender sleeps when the line has been still for a while.
  const still = () =>
    vi.waitFor(() => expect(line.open === 0 && performance.now() - line.lastMs > 1000).toBe(true), 60_000)
  const isShown = (price: number) => vi.waitFor(() => expect(shown.at(-1)).toBe(price), 30_000)
  await still()
  await world.time.advance(60_000)
  await isShown(first.price + 50)

  const actor = { userId: canteen.cashier, roles: ['operator'] as const }
  await till.openShift({ floatAmount: minor(5000) }, actor)
  await till.completeSale(saleOf(till), actor)
  await world.time.until(async () => (await page.device.store.counts()).pending === 0)
  line.cut = true
  await priceTo(first.price + 100)
  await till.completeSale(saleOf(till), actor)
  line.cut = false
  page.sender.sendNow()
  await world.time.until(async () => (await page.device.store.counts()).pending === 0)
  const booked = await server.db.owner.select({ total: sales.total, flags: sales.flags }).from(sales)
  expect(booked).toEqual([
    { total: first.price + 50, flags: [] },
    { total: first.price + 50, flags: ['earlier-price'] },
  ])
  await still()
  await world.time.advance(60_000)
  await isShown(first.price + 100)
  box.close()
})

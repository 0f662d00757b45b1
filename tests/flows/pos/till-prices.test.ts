import 'fake-indexeddb/auto'
import { afterAll, beforeAll, expect, it } from 'vitest'
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
  const line = { cut: false }
  const wire = async (request: Request) => {
    if (line.cut) throw new TypeError('offline')
    const connection = { incoming: { socket: { remoteAddress: '192.0.2.1' } } }
    return server.app.request(request, undefined, connection)
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
  await world.time.advance(60_000)
  expect(shown.at(-1)).toBe(first.price + 50)

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
  await world.time.advance(60_000)
  expect(shown.at(-1)).toBe(first.price + 100)
  box.close()
})

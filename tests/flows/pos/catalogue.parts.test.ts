import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { machineRandom } from '#server/node/machine.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import {
  orderCategories,
  planPrices,
  saveFavourites,
  saveItemPicture,
  saveItems,
  saveModifierGroup,
  setSoldOut,
} from '#shared/pos/catalogue/catalogue-parts.contract.ts'
import { type CatalogueItem, readCatalogue, saveCategory, saveItem } from '#shared/pos/catalogue-edit.contract.ts'
import { pullSnapshot, SnapshotPage } from '#shared/pos/snapshot.contract.ts'
import { engines } from '#tests/support/database.ts'
import { signedCall } from '#tests/support/factories.ts'
import { type Canteen, hand, openCanteen, type PairedDevice, pairDevice } from '#tests/support/pos/canteen.ts'
import { TillOps } from '#tests/support/pos/till-ops.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { smallWebp as webp } from '#tests/support/checks/small-webp.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const newId = () => uuidv7(Date.parse('2030-01-01T00:00:00.000Z'), machineRandom)
const dayMs = 86_400_000

describe.each(engines)('the parts of a catalogue on %s', (engine) => {
  let box: Box
  let canteen: Canteen
  let device: PairedDevice
  let huda: Caller

  beforeAll(async () => {
    box = await openBox(engine)
    canteen = await openCanteen(box, 'alnoor')
    huda = await signInAs(box, canteen.school, 'supervisor2', ['supervisor'])
    device = await pairDevice(canteen)
  })
  afterAll(() => box.close())

  /** The next business day: sessions have ended by then. */
  let days = 0
  const passDay = async () => {
    box.clock.advance(dayMs)
    days += 1
    huda = await signInAs(box, canteen.school, `supervisor-${days}`, ['supervisor'])
  }
  const catalogue = async () => readCatalogue.reply.parse((await call(box.app, huda, readCatalogue)).body)
  const itemAt = async (price: number): Promise<CatalogueItem> => {
    const item = (await catalogue()).items.find((each) => each.price === price)
    if (!item) throw new Error(`nothing costs ${price}`)
    return item
  }
  const pull = async (of = device) => {
    const installEpoch = '01900000-0000-7000-8000-000000000001'
    const asked = { deviceId: of.tablet.deviceId, installEpoch, cursors: {} }
    return SnapshotPage.parse((await signedCall(box, { school: 'alnoor' }, of.tablet, pullSnapshot, asked)).body)
  }
  const pulled = async (id: string) => (await pull()).items.find((item) => item.id === id)
  const change = (
    { version, nextPrices: _later, soldOutOn: _day, picture: _hash, ...item }: CatalogueItem,
    more: object,
  ) => call(box.app, huda, saveItem, { item: { ...item, ...more }, seen: version })

  it('gives categories a colour and an order', async () => {
    const [first] = (await catalogue()).categories
    if (!first) throw new Error('no category')
    const { version, ...category } = first
    expect(
      (await call(box.app, huda, saveCategory, { category: { ...category, hue: 200 }, seen: version })).status,
    ).toBe(200)
    const second = { id: newId(), name: { en: 'Drinks', ar: 'مشروبات' }, sort: 90, active: true }
    await call(box.app, huda, saveCategory, { category: second, seen: 0 })
    const ids = (await catalogue()).categories.map(({ id }) => id)
    expect((await call(box.app, huda, orderCategories, { categoryIds: ids.slice(1) })).body['messageId']).toBe(
      'catalogue.changed',
    )
    expect((await call(box.app, huda, orderCategories, { categoryIds: ids.toReversed() })).status).toBe(200)
    const after = (await pull()).categories
    expect(after.toSorted((a, b) => a.sort - b.sort).map(({ id }) => id)).toEqual(ids.toReversed())
    expect(after.find(({ id }) => id === first.id)?.hue).toBe(200)
    expect(after.find(({ id }) => id === second.id)).not.toHaveProperty('hue')
  })

  it('finds an item by each of its barcodes, and no two items by one', async () => {
    const item = await itemAt(333)
    const other = await itemAt(700)
    expect((await change(item, { barcode: '5000111', moreBarcodes: ['5000112', '5000113'] })).status).toBe(200)
    expect((await pulled(item.id))?.moreBarcodes).toEqual(['5000112', '5000113'])
    const refusals = [
      { barcode: '5000113' },
      { moreBarcodes: ['5000111'] },
      { barcode: '1234', moreBarcodes: ['1234'] },
    ]
    for (const wrong of refusals) expect((await change(other, wrong)).body['messageId']).toBe('catalogue.barcode-taken')
    // An editor of an earlier release does not name them: they stay.
    expect((await change(await itemAt(333), { kcal: 5 })).status).toBe(200)
    const { version: _version, moreBarcodes: _codes, ...plain } = await itemAt(333)
    const { version } = await itemAt(333)
    await call(box.app, huda, saveItem, { item: { ...plain, kcal: 6 }, seen: version })
    expect((await itemAt(333)).moreBarcodes).toEqual(['5000112', '5000113'])
  })

  it('says on which business day an item is sold out, and nothing after it is available again', async () => {
    const item = await itemAt(700)
    const sold = await call(box.app, huda, setSoldOut, { itemId: item.id, isSoldOut: true })
    expect(sold.status).toBe(200)
    const { today } = await catalogue()
    expect((await pulled(item.id))?.soldOutOn).toBe(today)
    const again = await call(box.app, huda, setSoldOut, { itemId: item.id, isSoldOut: true })
    expect(again.body['version']).toBe(sold.body['version'])
    await passDay()
    expect((await pulled(item.id))?.soldOutOn).toBe(today)
    await call(box.app, huda, setSoldOut, { itemId: item.id, isSoldOut: true })
    expect((await itemAt(700)).soldOutOn).toBe((await catalogue()).today)
    await call(box.app, huda, setSoldOut, { itemId: item.id, isSoldOut: false })
    expect(await pulled(item.id)).not.toHaveProperty('soldOutOn')
  })

  it('has a first and a last day, in that order', async () => {
    const item = await itemAt(700)
    const days = { availableFrom: '2030-02-01', availableUntil: '2030-02-28' }
    expect((await change(item, days)).status).toBe(200)
    expect(await pulled(item.id)).toMatchObject(days)
    const wrong = await change(await itemAt(700), { availableUntil: '2030-01-31' })
    expect([wrong.status, wrong.body['field']]).toEqual([400, 'item.availableUntil'])
    expect((await change(await itemAt(700), { availableFrom: null, availableUntil: null })).status).toBe(200)
    expect(await pulled(item.id)).not.toHaveProperty('availableFrom')
  })

  it('keeps groups of options whose numbers can be chosen', async () => {
    const option = (en: string, priceDelta: number) => {
      return { id: newId(), name: { en, ar: en }, priceDelta, addsAllergens: [], removesAllergens: [] }
    }
    const group = {
      id: newId(),
      name: { en: 'Size', ar: 'الحجم' },
      min: 1,
      max: 1,
      modifiers: [option('Large', 200), option('Small', -100)],
    }
    const save = (more: object, seen = 0) =>
      call(box.app, huda, saveModifierGroup, { group: { ...group, ...more }, seen })
    expect((await save({ min: 2 })).body['field']).toBe('group.min')
    expect((await save({ max: 3 })).body['field']).toBe('group.max')
    expect((await save({})).status).toBe(200)
    expect((await save({ min: 0 })).body['messageId']).toBe('catalogue.changed')
    const [known] = (await catalogue()).modifierGroups
    expect((await save({ min: 0 }, known?.version)).status).toBe(200)
    expect((await pull()).modifierGroups).toEqual([{ ...group, min: 0 }])
  })

  it('plans prices that begin at a later cutover: tills have them before, and no sale is priced again', async () => {
    const till = new TillOps(await pairDevice(canteen))
    const item = await itemAt(1235)
    const before = (await pull()).settings.priceListVersion
    const plan = (day: string, price: number | null, seen: number) =>
      call(box.app, huda, planPrices, { day, prices: [{ itemId: item.id, price, seen }] })
    const { today } = await catalogue()
    expect((await plan(today, 1300, item.version)).body['messageId']).toBe('catalogue.day-begun')
    const tomorrow = new Date(Date.parse(today) + dayMs).toISOString().slice(0, 10)
    expect((await plan(tomorrow, 1300, item.version - 1)).body).toMatchObject({
      refused: [{ at: 0, why: 'changed' }],
      changed: 0,
    })
    expect((await plan(tomorrow, 1300, item.version)).body).toMatchObject({ refused: [], changed: 1 })
    expect(await pulled(item.id)).toMatchObject({ price: 1235, nextPrices: [{ from: tomorrow, price: 1300 }] })
    const made = [till.openShift(), till.sale({ lines: [[1, 1000]] })]
    await passDay()
    // Nobody has read the catalogue since: a sale with the former price counts as of the earlier list.
    const { results } = await hand(till.device, till.batch(made))
    expect(results.map(({ flags }) => flags)).toEqual([[], ['earlier-price']])
    expect(await pulled(item.id)).toMatchObject({ price: 1300 })
    expect(await pulled(item.id)).not.toHaveProperty('nextPrices')
    expect((await pull()).settings.priceListVersion).toBe(before + 1)
  })

  it('takes a planned price back', async () => {
    const item = await itemAt(1300)
    const plan = (price: number | null, seen: number) =>
      call(box.app, huda, planPrices, { day: '2031-01-01', prices: [{ itemId: item.id, price, seen }] })
    await plan(1400, item.version)
    const planned = await itemAt(1300)
    expect(planned.nextPrices).toEqual([{ from: '2031-01-01', price: 1400 }])
    await plan(null, planned.version)
    expect(await itemAt(1300)).not.toHaveProperty('nextPrices')
  })

  it('saves many items as one change, or none with a reason for each', async () => {
    const before = await catalogue()
    const cheapestFirst = before.items.toSorted((a, b) => a.price - b.price)
    const inputs = cheapestFirst.map(({ version, nextPrices: _l, soldOutOn: _d, picture: _p, ...item }) => ({
      item,
      seen: version,
    }))
    const [one, two, three] = inputs
    if (!one || !two || !three) throw new Error('too few items')
    const wrong = [
      { ...one, item: { ...one.item, kcal: 9, barcode: '777' } },
      { ...two, item: { ...two.item, barcode: '777', categoryId: newId() } },
      { ...three, seen: three.seen - 1 },
    ]
    const refused = saveItems.reply.parse((await call(box.app, huda, saveItems, { changes: wrong })).body)
    expect(refused.changed).toBe(0)
    expect(refused.refused).toEqual([
      { at: 0, field: 'barcode', why: 'taken' },
      { at: 1, field: 'categoryId', why: 'unknown' },
      { at: 1, field: 'barcode', why: 'taken' },
      { at: 2, field: null, why: 'changed' },
    ])
    expect(await catalogue()).toEqual(before)
    const list = (await pull()).settings.priceListVersion
    // Barcodes change places, which no order of single changes could do.
    const right = [
      { ...one, item: { ...one.item, barcode: '888', price: one.item.price + 5 } },
      { ...two, item: { ...two.item, barcode: '777' } },
    ]
    expect((await call(box.app, huda, saveItems, { changes: right })).body).toMatchObject({ refused: [], changed: 2 })
    expect((await pull()).settings.priceListVersion).toBe(list + 1)
    const again = (await catalogue()).items.filter(({ id }) => id === one.item.id || id === two.item.id)
    const swapped = again.map(({ version, nextPrices: _l, soldOutOn: _d, picture: _p, ...item }) => ({
      item: { ...item, barcode: item.barcode === '888' ? '777' : '888' },
      seen: version,
    }))
    expect((await call(box.app, huda, saveItems, { changes: swapped })).body).toMatchObject({ refused: [], changed: 2 })
    expect((await call(box.app, huda, saveItems, { changes: [three] })).body).toMatchObject({ changed: 0 })
  })

  it('serves a picture under the hash of its bytes, and forgets one that no item shows', async () => {
    const item = await itemAt(700)
    const put = (data: string | null) => call(box.app, huda, saveItemPicture, { itemId: item.id, data })
    expect((await put(Buffer.from('<svg/>').toString('base64'))).body['messageId']).toBe('catalogue.picture-refused')
    const first = String((await put(webp(0))).body['picture'])
    expect((await pulled(item.id))?.picture).toBe(first)
    const got = await box.app.request(first)
    expect([got.status, got.headers.get('content-type'), got.headers.get('cache-control')]).toEqual([
      200,
      'image/webp',
      'public, max-age=31536000, immutable',
    ])
    expect(Buffer.from(await got.arrayBuffer()).toString('base64')).toBe(webp(0))
    const other = await openCanteen(box, 'manara')
    const theirs = first.replace(canteen.school.schoolId, other.school.schoolId)
    expect((await box.app.request(theirs)).status).toBe(404)
    await put(null)
    expect((await box.app.request(first)).status).toBe(404)
    expect(await pulled(item.id)).not.toHaveProperty('picture')
  })

  it('puts favourites first on one till alone', async () => {
    const { favourites, items } = await catalogue()
    const tillId = device.ctx.device.tillId
    const mine = favourites.find(({ till }) => till.tillId === tillId)
    const itemIds = items.slice(0, 2).map(({ id }) => id)
    const name = { en: 'Breakfast', ar: 'الفطور' }
    const save = (more: object) =>
      call(box.app, huda, saveFavourites, { tillId, favourites: { name, itemIds }, seen: mine?.version ?? 0, ...more })
    const unknown = await save({ favourites: { name, itemIds: [newId()] } })
    expect(unknown.body['field']).toBe('favourites.itemIds')
    expect((await save({ tillId: newId() })).body['field']).toBe('tillId')
    expect((await save({})).status).toBe(200)
    expect((await save({})).body['messageId']).toBe('catalogue.changed')
    expect((await pull()).settings.favourites).toEqual({ name, itemIds })
    expect((await pull(await pairDevice(canteen))).settings).not.toHaveProperty('favourites')
  })
})

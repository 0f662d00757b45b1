import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEvents } from '#server/features/audit/audit.table.ts'
import { schools } from '#server/features/school/school.table.ts'
import { machineRandom } from '#server/node/machine.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { minor } from '#shared/kernel/money.ts'
import { type CatalogueItem, readCatalogue, saveCategory, saveItem } from '#shared/pos/catalogue-edit.contract.ts'
import { pullSnapshot, SnapshotPage } from '#shared/pos/snapshot.contract.ts'
import { engines } from '#tests/support/database.ts'
import { signedCall } from '#tests/support/factories.ts'
import { type Canteen, hand, openCanteen, type PairedDevice, pairDevice } from '#tests/support/pos/canteen.ts'
import { TillOps } from '#tests/support/pos/till-ops.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const newId = () => uuidv7(Date.parse('2030-01-01T00:00:00.000Z'), machineRandom)

describe.each(engines)('the catalogue that supervisors edit on %s', (engine) => {
  let box: Box
  let canteen: Canteen
  let device: PairedDevice
  let huda: Caller
  let maha: Caller

  beforeAll(async () => {
    box = await openBox(engine)
    canteen = await openCanteen(box, 'alnoor')
    huda = await signInAs(box, canteen.school, 'supervisor2', ['supervisor'])
    maha = await signInAs(box, canteen.school, 'maha', ['admin'])
    device = await pairDevice(canteen)
  })
  afterAll(() => box.close())

  const catalogue = async (caller = huda) =>
    readCatalogue.reply.parse((await call(box.app, caller, readCatalogue)).body)
  const itemAt = async (price: number): Promise<CatalogueItem> => {
    const item = (await catalogue()).items.find((each) => each.price === price)
    if (!item) throw new Error(`nothing costs ${price}`)
    return item
  }
  const change = ({ version, ...item }: CatalogueItem, more: object, seen = version, caller = huda) =>
    call(box.app, caller, saveItem, { item: { ...item, ...more }, seen })
  const pull = async () => {
    const installEpoch = '01900000-0000-7000-8000-000000000001'
    const asked = { deviceId: device.tablet.deviceId, installEpoch, cursors: {} }
    return SnapshotPage.parse((await signedCall(box, { school: 'alnoor' }, device.tablet, pullSnapshot, asked)).body)
  }

  it('OPS-04: reaches the tills with their next pull: a price, a name, a barcode, a new item in a new category', async () => {
    const before = await pull()
    const category = { id: newId(), name: { en: 'Drinks', ar: 'مشروبات' }, sort: 9, active: true }
    expect((await call(box.app, huda, saveCategory, { category, seen: 0 })).status).toBe(200)
    const { version: _seen, ...like } = await itemAt(333)
    const item = {
      ...like,
      id: newId(),
      categoryId: category.id,
      name: { en: 'Laban', ar: 'لبن' },
      barcode: '6291001000012',
    }
    expect((await call(box.app, huda, saveItem, { item, seen: 0 })).status).toBe(200)
    expect((await change(await itemAt(700), { price: minor(750) })).status).toBe(200)
    const after = await pull()
    expect(after.categories).toContainEqual(category)
    expect(after.items).toContainEqual(item)
    expect(after.items.map(({ price }) => price)).toContain(750)
    // A new item changes no price; a changed price does.
    expect(after.settings.priceListVersion).toBe(before.settings.priceListVersion + 1)
    expect(after.serverVersion).toBeGreaterThan(before.serverVersion)
  })

  it('OPS-04: keeps the price of a sale made offline before, and flags it', async () => {
    const till = new TillOps(await pairDevice(canteen))
    const made = [till.openShift(), till.sale({ lines: [[2, 1000]] }), till.sale({ lines: [[1, 1000]] })]
    expect((await change(await itemAt(1235), { price: minor(1300) })).status).toBe(200)
    const { results } = await hand(till.device, till.batch(made))
    expect(results.map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'applied'])
    expect(results.map(({ flags }) => flags)).toEqual([[], [], ['earlier-price']])
  })

  it('is overwritten by nobody who has not seen it, and the same again changes nothing', async () => {
    const item = await itemAt(333)
    expect((await change(item, { kcal: 120 })).status).toBe(200)
    const late = await change(item, { kcal: 90 }, item.version, maha)
    expect([late.status, late.body['messageId']]).toEqual([409, 'catalogue.changed'])
    const again = await change(item, { kcal: 120 }, item.version, maha)
    expect([again.status, again.body['version']]).toEqual([200, (await itemAt(333)).version])
    const now = await itemAt(333)
    const both = await Promise.all([change(now, { kcal: 1 }), change(now, { kcal: 2 }, now.version, maha)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  it.each([
    ['price', { price: -1 }],
    ['price', { price: 10_000_001 }],
    ['name', { name: { en: ' ', ar: 'ماء' } }],
    ['barcode', { barcode: 'two words' }],
    ['kcal', { kcal: 5001 }],
    ['allergens', { allergens: ['dust'] }],
  ])('is refused with the field at fault: %s %j', async (field, wrong) => {
    const item = await itemAt(333)
    const { status, body } = await change(item, wrong)
    expect([status, body['messageId']]).toEqual([400, 'request.invalid'])
    expect(body['field']).toMatch(new RegExp(`^item\\.${field}`))
    expect(await itemAt(333)).toEqual(item)
  })

  it.each([
    ['taxCode', { taxCode: 'NONE' }],
    ['categoryId', { categoryId: newId() }],
    ['modifierGroupIds', { modifierGroupIds: [newId()] }],
  ])('refers only to what the school has: %s', async (field, wrong) => {
    const { status, body } = await change(await itemAt(333), wrong)
    expect([status, body['messageId'], body['field']]).toEqual([404, 'request.not-found', `item.${field}`])
  })

  it('gives no item a retired tax code, and leaves one to the item that has it', async () => {
    const { taxCodes } = await catalogue()
    const retired = taxCodes.map((each) => (each.code === 'ON' ? { ...each, isRetired: true } : each))
    const tillPolicy = { ...canteen.policy, taxCodes: retired }
    await box.db.owner.update(schools).set({ tillPolicy }).where(eq(schools.schoolId, canteen.school.schoolId))
    expect((await change(await itemAt(333), { taxCode: 'ON' })).body['field']).toBe('item.taxCode')
    expect((await change(await itemAt(1300), { kcal: 7 })).status).toBe(200)
    await box.db.owner
      .update(schools)
      .set({ tillPolicy: { ...tillPolicy, taxCodes } })
      .where(eq(schools.schoolId, canteen.school.schoolId))
  })

  it('has each barcode once, hidden items too', async () => {
    expect((await change(await itemAt(333), { barcode: '5000112', active: false })).status).toBe(200)
    const { status, body } = await change(await itemAt(1300), { barcode: '5000112' })
    expect([status, body['messageId'], body['field']]).toEqual([409, 'catalogue.barcode-taken', 'item.barcode'])
  })

  it('is each school’s own, and a record says who changed it but nothing of what was typed', async () => {
    const other = await openCanteen(box, 'manara')
    const theirs = await signInAs(box, other.school, 'theirs', ['supervisor'])
    const before = await catalogue(theirs)
    const { version: _version, ...item } = await itemAt(1300)
    expect((await call(box.app, theirs, saveItem, { item, seen: 0 })).body['field']).toBe('item.categoryId')
    expect(await catalogue(theirs)).toEqual(before)
    const events = await box.db.database.tenant(canteen.school.schoolId, (tx) => tx.select().from(auditEvents))
    const ours = events.filter(({ what }) => what.startsWith('catalogue-'))
    expect(ours.map(({ what }) => what)).toContain('catalogue-category-set')
    expect(ours.filter(({ facts }) => facts['isRepriced'] === true)).toHaveLength(2)
    expect(JSON.stringify(ours)).not.toContain('Laban')
  })
})

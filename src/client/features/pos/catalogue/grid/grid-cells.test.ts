import { expect, it } from 'vitest'
import { ItemId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import type { Catalogue } from '#shared/pos/catalogue-edit.contract.ts'
import { draftOfEdits, editsOfDraft } from './use-kept-edits.ts'
import { cellText, faultsOf, gridColumns, paste, pastedCells, readEdits } from './grid-cells.ts'

const id = (n: number) => ItemId.parse(`01900000-0000-7000-8000-00000000000${n}`)
const item = (n: number) => ({
  id: id(n),
  categoryId: id(9),
  name: { en: `Item ${n}`, ar: `صنف ${n}` },
  price: minor(n * 100),
  taxCode: 'V5',
  barcode: null,
  modifierGroupIds: [],
  allergens: [],
  diet: [],
  kcal: null,
  sort: n,
  active: true,
  version: n,
})
const catalogue: Catalogue = {
  currency: 'QAR',
  today: '2030-01-15',
  taxCodes: [{ code: 'V5', name: { en: 'VAT', ar: 'ضريبة' }, ratePpm: 50_000, included: true }],
  categories: [{ id: id(9), name: { en: 'Drinks', ar: 'مشروبات' }, sort: 1, active: true, version: 1 }],
  items: [item(1), item(2), item(3)],
  modifierGroups: [],
  favourites: [],
}
const words = { yes: 'yes', no: 'no' }
const grid = { items: catalogue.items, columns: gridColumns }

it('reads back every cell as it stands', () => {
  const edits = new Map(
    catalogue.items.map((each) => [
      each.id,
      Object.fromEntries(gridColumns.map((column) => [column, cellText(each, column, catalogue, 'en', words)])),
    ]),
  )
  const { changes, faults } = readEdits(edits, catalogue)
  expect(faults.size).toBe(0)
  expect(changes).toEqual(catalogue.items.map(({ version, ...same }) => ({ item: same, seen: version })))
})

it('takes a column from a spreadsheet, from a cell down, and leaves out what has no row', () => {
  const cells = pastedCells('١٫٥\r\n2\r\n"3"\r\n')
  expect(cells).toEqual([['١٫٥'], ['2'], ['3']])
  const { changes } = readEdits(paste(new Map(), cells, { row: 1, column: 'price' }, grid), catalogue)
  expect(changes.map(({ item: of, seen }) => [of.price, seen])).toEqual([
    [150, 2],
    [200, 3],
  ])
})

it('fills several columns, and none beyond the last', () => {
  const edits = paste(new Map(), [['7', 'no', 'beyond']], { row: 0, column: 'sort' }, grid)
  expect(readEdits(edits, catalogue).changes[0]?.item).toMatchObject({ sort: 7, active: false, name: { en: 'Item 1' } })
})

it('names each cell that can’t be saved, and saves none of that item', () => {
  const typed = { nameAr: ' ', category: 'Toys', price: '-1', tax: 'V9', barcode: 'a b', sort: 'x', active: 'perhaps' }
  const { changes, faults } = readEdits(new Map([[id(2), typed]]), catalogue)
  expect(changes).toEqual([])
  expect(faults.get(id(2))).toEqual(Object.fromEntries(Object.keys(typed).map((column) => [column, column])))
})

it('puts a refusal of the server at its cell', () => {
  const refused = [
    { at: 0, field: 'barcode', why: 'taken' },
    { at: 1, field: null, why: 'changed' },
  ] as const
  expect([...faultsOf(refused, [id(1), id(2)])]).toEqual([
    [id(1), { barcode: 'taken' }],
    [id(2), { nameEn: 'changed' }],
  ])
})

it('keeps unsaved edits for the next visit, and asks to check those of an item that somebody else has changed since', () => {
  const edits = new Map([
    [id(1), { price: '1.50', nameEn: 'Tea' }],
    [id(2), { sort: '7' }],
  ])
  const kept = structuredClone(draftOfEdits(edits, catalogue))
  expect(editsOfDraft(kept, catalogue)).toEqual({ edits, faults: new Map() })
  const now = { ...catalogue, items: [{ ...item(1), version: 8 }, item(3)] }
  const back = editsOfDraft(kept, now)
  expect([...back.edits]).toEqual([[id(1), { price: '1.50', nameEn: 'Tea' }]])
  expect(back.faults.get(id(1))).toEqual({ price: 'changedSince', nameEn: 'changedSince' })
})

it('keeps nothing where nothing is typed, and reads nothing from what another release kept', () => {
  expect(draftOfEdits(new Map(), catalogue)).toBeUndefined()
  for (const kept of [undefined, {}, { edits: 3 }, { edits: { [id(1)]: { price: 5, colour: 'red' } } }])
    expect(editsOfDraft(kept, catalogue).edits.size).toBe(0)
})

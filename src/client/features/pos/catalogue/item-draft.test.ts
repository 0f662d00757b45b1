import { expect, it } from 'vitest'
import { ItemId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import { itemDraftOf, readItemDraft } from './item-draft.ts'

const id = ItemId.parse('01900000-0000-7000-8000-00000000000a')
const item = {
  categoryId: '01900000-0000-7000-8000-00000000000b',
  name: { en: 'Water', ar: 'ماء' },
  price: minor(1250),
  taxCode: 'V5',
  barcode: '6291001000012',
  modifierGroupIds: [],
  allergens: ['milk' as const],
  diet: ['halal' as const],
  foodClasses: ['sweets' as const],
  kcal: 12,
  moreBarcodes: ['111', '222'],
  availableFrom: '2030-02-01',
  availableUntil: '2030-02-28',
  sort: 3,
  active: true,
}

it('reads back what it has written, in the decimals of the currency', () => {
  for (const currency of ['QAR', 'KWD'] as const) {
    expect(readItemDraft(itemDraftOf(item, currency), id, currency)).toEqual({ item: { ...item, id }, wrong: [] })
  }
  expect(itemDraftOf(item, 'KWD').price).toBe('1.250')
  const bare = {
    ...item,
    barcode: null,
    kcal: null,
    sort: 0,
    moreBarcodes: [],
    availableFrom: undefined,
    availableUntil: undefined,
  }
  expect(readItemDraft({ ...itemDraftOf(bare, 'QAR'), sort: '' }, id, 'QAR').item).toEqual({
    ...bare,
    id,
    availableFrom: null,
    availableUntil: null,
  })
})

it('takes digits of both scripts', () => {
  const draft = { ...itemDraftOf(item, 'QAR'), price: '١٢٫٥', barcode: '٦٢٩١', kcal: '٩٠' }
  expect(readItemDraft(draft, id, 'QAR').item).toMatchObject({ price: 1250, barcode: '6291', kcal: 90 })
})

it('names the fields that could not be saved, in the order of the form', () => {
  const draft = { ...itemDraftOf(item, 'QAR'), name: { en: 'Water', ar: ' ' }, price: '-1', barcode: 'a b', kcal: 'x' }
  expect(readItemDraft(draft, id, 'QAR')).toEqual({ wrong: ['name', 'price', 'barcode', 'kcal'] })
  expect(readItemDraft({ ...itemDraftOf(item, 'QAR'), price: '1.234' }, id, 'QAR').wrong).toEqual(['price'])
  expect(readItemDraft({ ...itemDraftOf(item, 'QAR'), price: '100000.01' }, id, 'QAR').wrong).toEqual(['price'])
})

it('takes several barcodes, each once, and no last day before the first', () => {
  const draft = { ...itemDraftOf(item, 'QAR'), moreBarcodes: ' 111, ٢٢٢  111' }
  expect(readItemDraft(draft, id, 'QAR').item?.moreBarcodes).toEqual(['111', '222'])
  expect(readItemDraft({ ...draft, moreBarcodes: '1' }, id, 'QAR').wrong).toEqual(['moreBarcodes'])
  expect(readItemDraft({ ...draft, availableUntil: '2030-01-31' }, id, 'QAR').wrong).toEqual(['availableUntil'])
})

import { expect, it } from 'vitest'
import { readItemRow } from './item-row.rules.ts'

const taxCodes = [{ code: 'V5', name: { en: 'VAT 5 %', ar: 'ضريبة 5 %' }, ratePpm: 50_000, included: true }]
const read = (cells: object, currency: 'QAR' | 'KWD' = 'QAR') =>
  readItemRow({ nameEn: 'Water', nameAr: 'ماء', categoryEn: 'Drinks', ...cells }, { currency, taxCodes })
const problem = (column: string, why: string) => ({ column, why })

it('reads what a row says, in either language and either script of digits', () => {
  const { item, problems } = read(
    {
      categoryAr: 'مشروبات',
      price: '١٬٢٥٠٫٥',
      tax: 'ضريبة 5 %',
      barcode: '٦٢٩١٠٠١',
      allergens: 'milk؛ مكسرات, Eggs',
      diet: 'حلال / vegan',
      kcal: '90',
      active: 'لا',
    },
    'KWD',
  )
  expect(problems).toEqual([])
  expect(item).toEqual({
    name: { en: 'Water', ar: 'ماء' },
    category: { en: 'Drinks', ar: 'مشروبات' },
    price: 1_250_500,
    taxCode: 'V5',
    barcode: '6291001',
    allergens: ['egg', 'milk', 'nuts'],
    diet: ['halal', 'vegan'],
    kcal: 90,
    sort: undefined,
    active: false,
  })
})

it('says nothing of columns that are blank', () => {
  const { item } = read({})
  expect(Object.values(item).filter((value) => value === undefined)).toHaveLength(9)
  expect(item.category).toEqual({ en: 'Drinks', ar: 'Drinks' })
})

it('no name of a row keeps a mark of direction', () => {
  const { item, problems } = read({ nameEn: 'Wa\u202eter\u2069', categoryAr: '\u200fمشروبات' })
  expect([item.name.en, item.category.ar, problems]).toEqual(['Water', 'مشروبات', []])
})

it.each([
  [{ nameEn: ' ' }, problem('nameEn', 'missing')],
  [{ nameAr: undefined }, problem('nameAr', 'missing')],
  [{ categoryEn: undefined }, problem('categoryEn', 'missing')],
  [{ nameEn: 'x'.repeat(81) }, problem('nameEn', 'too-long')],
  [{ price: '-1' }, problem('price', 'not-a-price')],
  [{ price: '1.234' }, problem('price', 'not-a-price')],
  [{ price: '100000.01' }, problem('price', 'not-a-price')],
  [{ tax: 'V15' }, problem('tax', 'unknown-tax')],
  [{ barcode: 'a b' }, problem('barcode', 'not-a-barcode')],
  [{ allergens: 'milk, dust' }, problem('allergens', 'unknown-allergen')],
  [{ diet: 'kosher' }, problem('diet', 'unknown-diet')],
  [{ kcal: '12.5' }, problem('kcal', 'not-a-number')],
  [{ sort: '-3' }, problem('sort', 'not-a-number')],
  [{ active: 'perhaps' }, problem('active', 'not-yes-or-no')],
])('names the column and what is wrong with it: %j', (cells, found) => {
  expect(read(cells).problems).toEqual([found])
})

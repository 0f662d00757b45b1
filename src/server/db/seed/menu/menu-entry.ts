import type { Allergen } from '#shared/pos/catalogue.contract.ts'
import type { Names, Prices } from './menu-terms.ts'
import type { ModifierGroupCode } from './modifier-groups.ts'

/** One dish or product before it belongs to a school. */
export interface MenuEntry {
  names: Names
  prices: Prices
  kcal: number
  allergens: readonly Allergen[]
  diet?: 'vegan' | 'vegetarian'
  groups: readonly ModifierGroupCode[]
  packaged: boolean
  halal: boolean
  active: boolean
}

type Marks = Partial<Omit<MenuEntry, 'names' | 'prices' | 'kcal'>>

/** Freshly made food: halal and on sale unless marked otherwise. */
export const dish = (names: Names, prices: Prices, kcal: number, marks: Marks = {}): MenuEntry => ({
  names,
  prices,
  kcal,
  allergens: [],
  groups: [],
  packaged: false,
  halal: true,
  active: true,
  ...marks,
})

/** Packaged goods: as {@link dish}, but scanned by their barcode. */
export const packet = (names: Names, prices: Prices, kcal: number, marks: Marks = {}): MenuEntry =>
  dish(names, prices, kcal, { ...marks, packaged: true })

import { breakfast } from './breakfast.ts'
import { coldDrinks, hotDrinks } from './drinks.ts'
import { fruitAndDairy } from './fruit-dairy.ts'
import { hotMeals } from './hot-meals.ts'
import type { MenuEntry } from './menu-entry.ts'
import type { Names } from './menu-terms.ts'
import { pastries } from './pastries.ts'
import { salads } from './salads.ts'
import { sandwiches } from './sandwiches.ts'
import { snacks } from './snacks.ts'
import { sweets } from './sweets.ts'

/** Meals carry no tax in the demo; sweets, drinks from the fridge and packaged snacks carry 5 %. */
export type DemoTaxRule = 'S5' | 'Z0'

export interface MenuCategory {
  names: Names
  /** Begins every article number of the category. */
  prefix: string
  taxCode: DemoTaxRule
  entries: readonly MenuEntry[]
}

/** The canteen's menu in the order of its tiles, as both schools have it. */
export const menu = {
  breakfast: { names: ['Breakfast', 'الفطور'], prefix: 'BR', taxCode: 'Z0', entries: breakfast },
  sandwiches: { names: ['Sandwiches', 'السندويشات'], prefix: 'SW', taxCode: 'Z0', entries: sandwiches },
  hotMeals: { names: ['Hot meals', 'الأطباق الساخنة'], prefix: 'HM', taxCode: 'Z0', entries: hotMeals },
  salads: { names: ['Salads and mezze', 'السلطات والمقبلات'], prefix: 'SA', taxCode: 'Z0', entries: salads },
  pastries: { names: ['Pastries', 'المعجنات'], prefix: 'PA', taxCode: 'Z0', entries: pastries },
  fruitAndDairy: {
    names: ['Fruit and dairy', 'الفواكه والألبان'],
    prefix: 'FD',
    taxCode: 'Z0',
    entries: fruitAndDairy,
  },
  sweets: { names: ['Sweets', 'الحلويات'], prefix: 'DS', taxCode: 'S5', entries: sweets },
  coldDrinks: { names: ['Cold drinks', 'المشروبات الباردة'], prefix: 'CD', taxCode: 'S5', entries: coldDrinks },
  hotDrinks: { names: ['Hot drinks', 'المشروبات الساخنة'], prefix: 'HD', taxCode: 'Z0', entries: hotDrinks },
  snacks: { names: ['Snacks', 'الوجبات الخفيفة'], prefix: 'SN', taxCode: 'S5', entries: snacks },
} as const satisfies Record<string, MenuCategory>

export type CategoryCode = keyof typeof menu

import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { ItemId } from '#shared/kernel/ids.ts'
import { minor } from '#shared/kernel/money.ts'
import type { Category, Diet, Item, ModifierGroup } from '#shared/pos/catalogue.contract.ts'
import type { DemoRandom } from './demo-random.ts'
import type { DemoCatalogue } from './demo-types.ts'
import { type CategoryCode, type MenuCategory, menu } from './menu/menu.ts'
import type { MenuEntry } from './menu/menu-entry.ts'
import type { Names } from './menu/menu-terms.ts'
import { type MenuModifierGroup, type ModifierGroupCode, modifierGroups } from './menu/modifier-groups.ts'
import type { SchoolPlan } from './schools/school-plan.ts'

/** The EAN-13 for twelve digits: the same with its check digit (GS1 General Specifications 7.9) appended. */
export function ean13(twelveDigits: string): string {
  if (!/^\d{12}$/.test(twelveDigits)) throw new RangeError(`not twelve digits: ${twelveDigits}`)
  const weighted = Array.from(twelveDigits).reduce(
    (sum, digit, index) => sum + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  )
  return `${twelveDigits}${(10 - (weighted % 10)) % 10}`
}

const bilingual = ([en, ar]: Names): Bilingual => ({ en, ar })

/** A school's catalogue: the common menu at the school's prices, with the dishes of the place at the end of each category. */
export function buildCatalogue(plan: SchoolPlan, random: DemoRandom): DemoCatalogue {
  const groups = new Map(
    Object.entries<MenuModifierGroup>(modifierGroups).map(([code, group]) => [code, buildGroup(group, plan, random)]),
  )
  const groupIds = (codes: readonly ModifierGroupCode[]) =>
    codes.map((code) => {
      const group = groups.get(code)
      if (!group) throw new Error(`no modifier group ${code}`)
      return group.id
    })
  const categories: Category[] = []
  const items: DemoCatalogue['items'] = []
  let packets = 0
  for (const [code, category] of Object.entries<MenuCategory>(menu)) {
    const id = random.id()
    categories.push({ id, name: bilingual(category.names), sort: categories.length + 1, active: true })
    const entries = [...category.entries, ...(plan.localDishes[code as CategoryCode] ?? [])]
    for (const entry of entries) {
      if (entry.packaged) packets += 1
      items.push({
        ...describe(entry),
        id: random.id() as ItemId,
        categoryId: id,
        price: minor(plan.priceOf(entry.prices)),
        taxCode: category.taxCode,
        barcode: entry.packaged ? ean13(`${plan.barcodePrefix}${String(packets).padStart(5, '0')}`) : null,
        modifierGroupIds: groupIds(entry.groups),
        sort: items.length + 1,
      })
    }
  }
  return { categories, modifierGroups: [...groups.values()], items }
}

function describe(entry: MenuEntry): Pick<Item, 'active' | 'allergens' | 'diet' | 'kcal' | 'name'> {
  const diet: Diet[] = entry.halal ? ['halal'] : []
  if (entry.diet) diet.push('vegetarian')
  if (entry.diet === 'vegan') diet.push('vegan')
  return { name: bilingual(entry.names), allergens: [...entry.allergens], diet, kcal: entry.kcal, active: entry.active }
}

function buildGroup(group: MenuModifierGroup, plan: SchoolPlan, random: DemoRandom): ModifierGroup {
  return {
    id: random.id(),
    name: bilingual(group.names),
    min: group.min,
    max: group.max,
    modifiers: group.modifiers.map((modifier) => ({
      id: random.id(),
      name: bilingual(modifier.names),
      priceDelta: minor(plan.priceOf(modifier.delta)),
      addsAllergens: [...modifier.adds],
      removesAllergens: [...modifier.removes],
    })),
  }
}

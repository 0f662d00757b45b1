import type { CategoryCode } from './menu.ts'
import type { MenuEntry } from './menu-entry.ts'
import { dish, packet } from './menu-entry.ts'

/** Dishes of one place, by category. */
export type LocalDishes = Partial<Record<CategoryCode, readonly MenuEntry[]>>

/** What only the canteens in Doha have. */
export const dohaDishes: LocalDishes = {
  breakfast: [
    dish(['Regag with egg and cheese', 'رقاق بالبيض والجبن'], [600, 500], 350, {
      allergens: ['egg', 'gluten', 'milk'],
      diet: 'vegetarian',
    }),
  ],
  hotMeals: [
    dish(['Madrouba with chicken', 'مضروبة بالدجاج'], [1100, 850], 520, { allergens: ['milk'], groups: ['portion'] }),
    dish(['Saloona with rice', 'صالونة مع الأرز'], [1000, 800], 500, {
      allergens: ['celery'],
      groups: ['portion', 'spice'],
    }),
    dish(['Chicken adobo with rice', 'أدوبو الدجاج مع الأرز'], [1000, 800], 540, { allergens: ['soy'] }),
    dish(['Koshari', 'كشري'], [800, 600], 560, { allergens: ['gluten'], diet: 'vegan', groups: ['portion', 'spice'] }),
  ],
  pastries: [
    dish(['Chapati roll with chicken', 'لفة شباتي بالدجاج'], [500, 400], 330, {
      allergens: ['gluten'],
      groups: ['spice', 'remove'],
    }),
  ],
  sweets: [
    dish(['Khanfaroosh', 'خنفروش'], [400, 300], 260, { allergens: ['egg', 'gluten'], diet: 'vegetarian' }),
    dish(['Date cake', 'كعكة التمر'], [500, 400], 300, { allergens: ['egg', 'gluten', 'milk'], diet: 'vegetarian' }),
  ],
  coldDrinks: [
    dish(['Tamarind drink', 'تمر هندي'], [400, 300], 110, { diet: 'vegan', groups: ['drinkSize'] }),
    dish(['Avocado with honey', 'عصير أفوكادو بالعسل'], [900, 700], 280, {
      allergens: ['milk'],
      diet: 'vegetarian',
      groups: ['drinkSize', 'milk'],
    }),
  ],
  snacks: [
    packet(['Dried mango 40 g', 'مانجو مجفف 40 غ'], [400, 300], 130, { allergens: ['sulphites'], diet: 'vegan' }),
  ],
}

/** What only the canteen in Kuwait City has. */
export const kuwaitDishes: LocalDishes = {
  breakfast: [
    dish(['Chickpeas nakhi', 'نخي'], [400, 300], 230, { diet: 'vegan', groups: ['spice'] }),
    dish(['Bajella', 'باجيلا'], [400, 300], 210, { diet: 'vegan', groups: ['spice'] }),
  ],
  sandwiches: [
    dish(['Kabab samoon', 'صمون كباب'], [800, 600], 470, {
      allergens: ['gluten', 'sesame'],
      groups: ['extras', 'remove', 'withoutTahini'],
    }),
  ],
  hotMeals: [
    dish(['Fish mutabbaq', 'مطبق سمك'], [1600, 1250], 610, { allergens: ['fish'], groups: ['portion'] }),
    dish(['Murabyan', 'مربين'], [1600, 1250], 590, { allergens: ['crustacean'], groups: ['portion', 'spice'] }),
    dish(['Jireesh', 'جريش'], [1000, 750], 460, { allergens: ['gluten', 'milk'], groups: ['portion'] }),
    dish(['Tashreeb with chicken', 'تشريب دجاج'], [1100, 850], 540, { allergens: ['gluten'], groups: ['spice'] }),
  ],
  sweets: [
    dish(['Gers ogaily', 'قرص عقيلي'], [400, 300], 280, { allergens: ['egg', 'gluten', 'sesame'], diet: 'vegetarian' }),
    dish(['Elbah', 'إلبه'], [400, 350], 220, { allergens: ['egg', 'milk'], diet: 'vegetarian' }),
    dish(['Darabeel', 'درابيل'], [300, 250], 200, { allergens: ['gluten', 'milk'], diet: 'vegetarian' }),
  ],
  hotDrinks: [
    dish(['Saffron milk tea', 'شاي حليب بالزعفران'], [300, 250], 110, {
      allergens: ['milk'],
      diet: 'vegetarian',
      groups: ['drinkSize', 'sugar', 'milk'],
    }),
  ],
  snacks: [packet(['Roasted chickpeas 40 g', 'حمص محمص 40 غ'], [250, 200], 150, { diet: 'vegan' })],
}

import { dish } from './menu-entry.ts'

export const sweets = [
  dish(['Luqaimat with date syrup', 'لقيمات بدبس التمر'], [500, 350], 320, {
    allergens: ['gluten', 'sesame'],
    diet: 'vegan',
  }),
  dish(['Umm Ali', 'أم علي'], [700, 500], 410, { allergens: ['gluten', 'milk', 'nuts'], diet: 'vegetarian' }),
  dish(['Basbousa', 'بسبوسة'], [400, 300], 330, { allergens: ['gluten', 'milk'], diet: 'vegetarian' }),
  dish(['Kunafa cup with pistachio', 'كوب كنافة بالفستق'], [700, 500], 390, {
    allergens: ['gluten', 'milk', 'nuts'],
    diet: 'vegetarian',
  }),
  dish(['Mahalabia', 'مهلبية'], [400, 300], 210, { allergens: ['milk'], diet: 'vegetarian' }),
  dish(['Rice pudding', 'أرز بالحليب'], [400, 300], 230, { allergens: ['milk'], diet: 'vegetarian' }),
  dish(['Date maamoul', 'معمول بالتمر'], [250, 200], 180, { allergens: ['gluten', 'milk'], diet: 'vegetarian' }),
  dish(['Chocolate brownie', 'براوني بالشوكولاتة'], [500, 350], 360, {
    allergens: ['egg', 'gluten', 'milk', 'soy'],
    diet: 'vegetarian',
  }),
  dish(['Oat and raisin cookie', 'بسكويت الشوفان بالزبيب'], [300, 250], 240, {
    allergens: ['egg', 'gluten', 'milk', 'sulphites'],
    diet: 'vegetarian',
  }),
  dish(['Blueberry muffin', 'مافن بالتوت الأزرق'], [450, 350], 340, {
    allergens: ['egg', 'gluten', 'milk'],
    diet: 'vegetarian',
  }),
  // Withdrawn, as in many schools with pupils allergic to peanuts; shows that inactive goods can't be sold.
  dish(['Peanut butter cookie', 'بسكويت بزبدة الفول السوداني'], [350, 250], 280, {
    allergens: ['egg', 'gluten', 'milk', 'peanut'],
    diet: 'vegetarian',
    active: false,
  }),
]

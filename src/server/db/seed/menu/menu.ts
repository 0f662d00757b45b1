import { breakfast, coldDrinks, hotDrinks } from './breakfast.ts'
import { hotMeals, sandwiches } from './hot-meals.ts'
import { dish, type MenuEntry, packet } from './menu-entry.ts'
import type { Names } from './menu-terms.ts'

const sweets = [
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

const snacks = [
  packet(['Salted crisps 25 g', 'رقائق بطاطس مملحة 25 غ'], [200, 150], 130, { diet: 'vegan' }),
  packet(['Cheese crisps 25 g', 'رقائق بطاطس بالجبن 25 غ'], [200, 150], 135, {
    allergens: ['milk'],
    diet: 'vegetarian',
  }),
  packet(['Baked vegetable crisps 30 g', 'رقائق خضار مخبوزة 30 غ'], [350, 250], 120, { diet: 'vegan' }),
  packet(['Salted popcorn 30 g', 'فشار مملح 30 غ'], [300, 200], 125, { diet: 'vegan' }),
  packet(['Caramel popcorn 40 g', 'فشار بالكراميل 40 غ'], [350, 250], 180, {
    allergens: ['milk', 'soy'],
    diet: 'vegetarian',
  }),
  packet(['Pretzels 40 g', 'بريتزل 40 غ'], [300, 225], 150, { allergens: ['gluten'], diet: 'vegan' }),
  packet(['Rice cakes 30 g', 'كعك الأرز 30 غ'], [300, 225], 115, { diet: 'vegan' }),
  packet(['Seafood crackers 30 g', 'مقرمشات بطعم البحر 30 غ'], [300, 225], 140, {
    allergens: ['crustacean', 'gluten', 'mollusc'],
  }),
  packet(['Date and almond bar', 'لوح تمر ولوز'], [450, 350], 170, { allergens: ['nuts'], diet: 'vegan' }),
  packet(['Granola bar', 'لوح غرانولا'], [350, 275], 160, {
    allergens: ['gluten', 'milk', 'nuts'],
    diet: 'vegetarian',
  }),
  packet(['Sesame bar', 'لوح سمسم'], [250, 175], 190, { allergens: ['sesame'], diet: 'vegan' }),
  packet(['Wholemeal biscuits', 'بسكويت بالقمح الكامل'], [200, 150], 140, { allergens: ['gluten'], diet: 'vegan' }),
  packet(['Chocolate wafer', 'ويفر بالشوكولاتة'], [200, 150], 170, {
    allergens: ['gluten', 'milk', 'soy'],
    diet: 'vegetarian',
  }),
  packet(['Raisins 40 g', 'زبيب 40 غ'], [250, 200], 120, { allergens: ['sulphites'], diet: 'vegan' }),
  // A wrong delivery, never put on the shelf: the one article that is not halal must not be sellable.
  packet(['Imported marshmallows 50 g', 'مارشميلو مستورد 50 غ'], [400, 300], 165, { halal: false, active: false }),
]

const pastries = [
  dish(['Cheese fatayer', 'فطاير جبن'], [300, 250], 230, { allergens: ['gluten', 'milk'], diet: 'vegetarian' }),
  dish(['Spinach fatayer', 'فطاير سبانخ'], [300, 250], 190, { allergens: ['gluten'], diet: 'vegan' }),
  dish(['Meat sambousek', 'سمبوسك لحم'], [350, 250], 240, { allergens: ['gluten'], groups: ['dip'] }),
  dish(['Vegetable samosa', 'سمبوسة خضار'], [250, 200], 180, {
    allergens: ['gluten', 'mustard'],
    diet: 'vegan',
    groups: ['dip'],
  }),
  dish(['Chicken samosa', 'سمبوسة دجاج'], [300, 250], 210, { allergens: ['gluten'], groups: ['dip'] }),
  dish(['Vegetable spring roll', 'لفائف الربيع بالخضار'], [300, 250], 170, {
    allergens: ['gluten', 'soy'],
    diet: 'vegan',
    groups: ['dip'],
  }),
  dish(['Plain croissant', 'كرواسون سادة'], [350, 300], 260, {
    allergens: ['egg', 'gluten', 'milk'],
    diet: 'vegetarian',
  }),
  dish(['Cheese croissant', 'كرواسون جبن'], [450, 350], 310, {
    allergens: ['egg', 'gluten', 'milk'],
    diet: 'vegetarian',
  }),
  dish(['Zaatar croissant', 'كرواسون زعتر'], [450, 350], 300, {
    allergens: ['egg', 'gluten', 'milk', 'sesame'],
    diet: 'vegetarian',
  }),
  dish(['Mini pizza', 'بيتزا صغيرة'], [400, 300], 280, { allergens: ['gluten', 'milk'], diet: 'vegetarian' }),
]

const fruitAndDairy = [
  dish(['Banana', 'موز'], [150, 100], 105, { diet: 'vegan' }),
  dish(['Apple', 'تفاح'], [150, 100], 95, { diet: 'vegan' }),
  dish(['Mixed fruit cup', 'كوب فواكه مشكلة'], [600, 450], 120, { diet: 'vegan' }),
  dish(['Watermelon cup', 'كوب بطيخ'], [500, 350], 80, { diet: 'vegan' }),
  dish(['Dates, three pieces', 'تمر، ثلاث حبات'], [200, 150], 200, { diet: 'vegan' }),
  dish(['Dates with tahini', 'تمر بالطحينة'], [400, 300], 290, {
    allergens: ['sesame'],
    diet: 'vegan',
    groups: ['withoutTahini'],
  }),
  dish(['Yoghurt with granola and nuts', 'زبادي بالغرانولا والمكسرات'], [700, 500], 320, {
    allergens: ['gluten', 'milk', 'nuts'],
    diet: 'vegetarian',
  }),
  packet(['Plain yoghurt 170 g', 'زبادي سادة 170 غ'], [200, 150], 110, { allergens: ['milk'], diet: 'vegetarian' }),
  packet(['Strawberry yoghurt 125 g', 'زبادي بالفراولة 125 غ'], [250, 200], 130, {
    allergens: ['milk'],
    diet: 'vegetarian',
  }),
  packet(['Laban 200 ml', 'لبن 200 مل'], [200, 150], 95, { allergens: ['milk'], diet: 'vegetarian' }),
  packet(['Fresh milk 200 ml', 'حليب طازج 200 مل'], [200, 150], 125, { allergens: ['milk'], diet: 'vegetarian' }),
  packet(['Chocolate milk 200 ml', 'حليب بالشوكولاتة 200 مل'], [250, 200], 160, {
    allergens: ['milk', 'soy'],
    diet: 'vegetarian',
  }),
]

const salads = [
  dish(['Fattoush', 'فتوش'], [700, 500], 190, { allergens: ['gluten'], diet: 'vegan', groups: ['dressing'] }),
  dish(['Tabbouleh', 'تبولة'], [700, 500], 170, { allergens: ['gluten'], diet: 'vegan' }),
  dish(['Garden salad', 'سلطة خضراء'], [500, 350], 90, { diet: 'vegan', groups: ['dressing'] }),
  dish(['Chicken Caesar salad', 'سلطة سيزر بالدجاج'], [1000, 750], 340, {
    allergens: ['egg', 'fish', 'gluten', 'milk', 'mustard'],
  }),
  dish(['Hummus cup', 'كوب حمص'], [500, 350], 240, {
    allergens: ['sesame'],
    diet: 'vegan',
  }),
  dish(['Mutabbal', 'متبل'], [500, 350], 190, { allergens: ['milk', 'sesame'], diet: 'vegetarian' }),
  dish(['Vegetable sticks', 'أصابع خضار'], [400, 300], 60, { diet: 'vegan', groups: ['dip'] }),
  dish(['Stuffed vine leaves', 'ورق عنب'], [600, 450], 220, { diet: 'vegan' }),
  dish(['Potato salad', 'سلطة بطاطس'], [500, 350], 260, { allergens: ['egg', 'mustard'], diet: 'vegetarian' }),
  dish(['Lupin beans', 'ترمس'], [300, 250], 120, { allergens: ['lupin'], diet: 'vegan' }),
]

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

import type { Allergen } from '#shared/pos/catalogue.contract.ts'
import type { Names, Prices } from './menu-terms.ts'

export interface MenuModifier {
  names: Names
  delta: Prices
  adds: readonly Allergen[]
  removes: readonly Allergen[]
}

export interface MenuModifierGroup {
  names: Names
  min: number
  max: number
  modifiers: readonly MenuModifier[]
}

const free: Prices = [0, 0]

const choice = (
  en: string,
  ar: string,
  delta: Prices = free,
  adds: readonly Allergen[] = [],
  removes: readonly Allergen[] = [],
): MenuModifier => ({ names: [en, ar], delta, adds, removes })

const exactlyOne = (en: string, ar: string, modifiers: MenuModifier[]): MenuModifierGroup => ({
  names: [en, ar],
  min: 1,
  max: 1,
  modifiers,
})

const upTo = (max: number, en: string, ar: string, modifiers: MenuModifier[]): MenuModifierGroup => ({
  names: [en, ar],
  min: 0,
  max,
  modifiers,
})

/**
 * What a pupil may choose with a dish. A choice `removes` an allergen only in groups whose dishes have that allergen
 * from this one part: the gluten-free wrap stands with dishes whose only gluten is their bread.
 */
export const modifierGroups = {
  bread: exactlyOne('Bread', 'الخبز', [
    choice('Arabic bread', 'خبز عربي'),
    choice('Saj bread', 'خبز صاج'),
    choice('Brown samoon', 'صمون أسمر', [50, 50]),
    choice('Gluten-free wrap', 'خبز خالٍ من الغلوتين', [200, 150], [], ['gluten']),
  ]),
  bun: exactlyOne('Bun', 'خبز البرغر', [
    choice('Sesame bun', 'خبز بالسمسم'),
    choice('Plain bun', 'خبز سادة', free, [], ['sesame']),
    choice('Lettuce wrap, no bun', 'ملفوف بالخس بدون خبز', free, [], ['gluten', 'sesame']),
  ]),
  sauce: upTo(3, 'Sauces', 'الصلصات', [
    choice('Garlic sauce', 'صلصة الثوم', free, ['egg']),
    choice('Tahini', 'طحينة', free, ['sesame']),
    choice('Hot sauce', 'صلصة حارة', free),
    choice('Ketchup', 'كاتشب', free, ['celery']),
    choice('Mayonnaise', 'مايونيز', free, ['egg', 'mustard']),
  ]),
  extras: upTo(3, 'Extras', 'إضافات', [
    choice('Cheese', 'جبن', [100, 100], ['milk']),
    choice('Egg', 'بيض', [100, 100], ['egg']),
    choice('Avocado', 'أفوكادو', [200, 150]),
    choice('Chips inside', 'بطاطس داخل السندويش', [100, 50]),
    choice('Extra meat', 'لحم إضافي', [300, 250]),
  ]),
  remove: upTo(4, 'Leave out', 'بدون', [
    choice('No onion', 'بدون بصل'),
    choice('No tomato', 'بدون طماطم'),
    choice('No pickles', 'بدون مخلل'),
    choice('No parsley', 'بدون بقدونس'),
  ]),
  withoutTahini: upTo(1, 'Tahini', 'الطحينة', [choice('No tahini', 'بدون طحينة', free, [], ['sesame'])]),
  withoutCheese: upTo(1, 'Cheese', 'الجبن', [choice('No cheese', 'بدون جبن', [-100, -100], [], ['milk'])]),
  spice: exactlyOne('Spice', 'درجة الحرارة', [choice('Mild', 'خفيف'), choice('Medium', 'وسط'), choice('Hot', 'حار')]),
  portion: exactlyOne('Portion', 'حجم الوجبة', [
    choice('Regular', 'عادي'),
    choice('Junior', 'صغير', [-200, -150]),
    choice('Large', 'كبير', [300, 250]),
  ]),
  side: exactlyOne('Side', 'الطبق الجانبي', [
    choice('White rice', 'أرز أبيض'),
    choice('Saffron rice', 'أرز بالزعفران'),
    choice('Bulgur', 'برغل', free, ['gluten']),
    choice('Green salad', 'سلطة خضراء'),
  ]),
  dressing: exactlyOne('Dressing', 'صلصة السلطة', [
    choice('Lemon and olive oil', 'ليمون وزيت زيتون'),
    choice('Pomegranate molasses', 'دبس الرمان'),
    choice('Yoghurt', 'صلصة الزبادي', free, ['milk']),
    choice('Honey mustard', 'خردل بالعسل', free, ['mustard']),
  ]),
  dip: upTo(2, 'Dips', 'التغميسات', [
    choice('Hummus', 'حمص', [100, 100], ['sesame']),
    choice('Labneh', 'لبنة', [100, 100], ['milk']),
    choice('Sweet chilli', 'صلصة حلوة حارة', [50, 50], ['sulphites']),
  ]),
  topping: upTo(2, 'Toppings', 'الإضافات الحلوة', [
    choice('Honey', 'عسل', [50, 50]),
    choice('Date syrup', 'دبس التمر', [50, 50]),
    choice('Chocolate spread', 'كريمة الشوكولاتة', [100, 100], ['milk', 'nuts', 'soy']),
    choice('Strawberries', 'فراولة', [150, 100]),
  ]),
  manakishExtras: upTo(3, 'On top', 'على الوجه', [
    choice('Vegetables', 'خضار', [50, 50]),
    choice('Olives', 'زيتون', [50, 50], ['sulphites']),
    choice('White cheese', 'جبن أبيض', [100, 100], ['milk']),
  ]),
  drinkSize: exactlyOne('Size', 'الحجم', [
    choice('Small', 'صغير'),
    choice('Medium', 'وسط', [100, 100]),
    choice('Large', 'كبير', [200, 150]),
  ]),
  milk: exactlyOne('Milk', 'الحليب', [
    choice('Whole milk', 'حليب كامل الدسم'),
    choice('Low-fat milk', 'حليب قليل الدسم'),
    choice('Oat drink', 'مشروب الشوفان', [100, 100], ['gluten'], ['milk']),
    choice('Soya drink', 'مشروب الصويا', [100, 100], ['soy'], ['milk']),
  ]),
  sugar: exactlyOne('Sugar', 'السكر', [
    choice('Less sugar', 'سكر خفيف'),
    choice('No sugar', 'بدون سكر'),
    choice('Regular sugar', 'سكر عادي'),
  ]),
} as const satisfies Record<string, MenuModifierGroup>

export type ModifierGroupCode = keyof typeof modifierGroups

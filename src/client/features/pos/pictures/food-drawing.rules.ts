import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { foldText } from '#shared/kernel/text/search.rules.ts'

/**
 * Words of an item's name, in both languages, and what is drawn for it. The first that fits counts, so what says more about how it
 * looks comes before what it is made of.
 */
const words = {
  juice:
    'cold drinks, مشروبات باردة, المشروبات الباردة, juice, nectar, smoothie, lemonade, milkshake, عصير, شراب, ليمونادة, سموذي',
  yoghurt: 'yoghurt, yogurt, labneh cup, زبادي, روب',
  salad: 'salads, سلطات, salad, tabbouleh, fattoush, vegetables sticks, سلطة, تبولة, فتوش',
  soup: 'soup, dal, harees, porridge, shakshuka, foul, شوربة, حساء, هريس, شوفان, شكشوكة, فول مدمس',
  burger: 'burger, برغر, برجر',
  pizza: 'pizza, بيتزا',
  pasta: 'pasta, macaroni, lasagne, noodles, spaghetti, balaleet, معكرونة, لازانيا, نودلز, باستا, بلاليط',
  wrap: 'wrap, shawarma, falafel, twister, شاورما, لفافة, فلافل, راب',
  toast: 'toast, توست',
  sandwich: 'sandwiches, ساندويتشات, شطائر, sandwich, samoon, roll, club, ساندويتش, شطيرة, صمون, لفة',
  flatbread:
    'manakish, manousheh, paratha, regag, chapati, fatayer, pancakes, مناقيش, براتا, رقاق, فطائر, فطيرة, لحم بعجين, بان كيك',
  omelette: 'breakfast, الفطور, فطور, الافطار, omelette, egg, eggs, عجة, بيض, بيضة',
  fries: 'fries, wedges, بطاطس مقلية, ودجز',
  crisps:
    'snacks, وجبات خفيفة, تسالي, crisps, chips, popcorn, pretzels, crackers, nuts, mix, رقائق, فشار, مقرمشات, بريتزل, مكسرات',
  cookie: 'cookie, cookies, biscuit, biscuits, maamoul, bar, rice cakes, بسكويت, كوكيز, معمول, لوح',
  muffin:
    'pastries, pastry, معجنات, المعجنات, muffin, cake, brownie, basbousa, cupcake, croissant, مافن, كعكة, كيك, براوني, بسبوسة, كرواسون',
  sweet:
    'sweets, dessert, desserts, حلويات, الحلويات, pudding, mahalabia, kunafa, luqaimat, umm ali, ice cream, jelly, مهلبية, كنافة, لقيمات, ام علي, ارز بالحليب, ايس كريم',
  tea: 'hot drinks, مشروبات ساخنة, المشروبات الساخنة, tea, coffee, karak, chocolate drink, hot chocolate, latte, cappuccino, espresso, sahlab, شاي, قهوة, كرك, كاكاو, لاتيه, كابتشينو, سحلب',
  milk: 'milk, laban, ayran, حليب, لبن, عيران',
  water: 'water, مياه, ماء',
  rice: 'hot meals, meals, lunch, اطباق ساخنة, وجبات, وجبات ساخنة, الغداء, machboos, biryani, rice, kabsa, madrouba, saloona, koshari, مجبوس, برياني, ارز, كبسة, مضروبة, صالونة, كشري',
  fish: 'fish, tuna, prawn, shrimp, سمك, تونة, ربيان',
  chicken: 'chicken, nuggets, kabab, kebab, دجاج, كباب',
  dates: 'date, dates, تمر, رطب',
  banana: 'banana, موز, موزة',
  apple: 'apple, تفاح, تفاحة',
  fruit:
    'fruits, الفواكه, فاكهة, fruit, orange, grapes, mango, melon, watermelon, pear, berries, فواكه, برتقال, برتقالة, عنب, مانجو, بطيخ, شمام, كمثرى',
} as const

export type FoodDrawing = keyof typeof words | 'meal'

const folded = Object.entries(words).map(
  ([drawing, known]) => [drawing as FoodDrawing, known.split(', ').map((word) => ` ${foldText(word)} `)] as const,
)

const spaced = (name: string): string => ` ${foldText(name)} `

/**
 * Returns the drawing that fits an item's name in either language, or undefined where none does. Only whole words count: "eggplant"
 * is no egg.
 */
export function foodDrawing(name: Bilingual): FoodDrawing | undefined {
  const names = [spaced(name.en), spaced(name.ar)]
  return folded.find(([, known]) => known.some((word) => names.some((each) => each.includes(word))))?.[0]
}

/** Returns up to two letters that stand for an item without a picture. */
export function initialsOf(name: string): string {
  const [first = '', second = ''] = name.split(/\s+/u).filter((word) => /^\p{L}/u.test(word))
  return `${[...first][0] ?? ''}${[...second][0] ?? ''}`.toUpperCase()
}

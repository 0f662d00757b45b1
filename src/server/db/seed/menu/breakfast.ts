import { dish, packet } from './menu-entry.ts'

export const breakfast = [
  dish(['Zaatar manakish', 'مناقيش زعتر'], [400, 300], 340, {
    allergens: ['gluten', 'sesame'],
    diet: 'vegan',
    groups: ['manakishExtras'],
  }),
  dish(['Cheese manakish', 'مناقيش جبن'], [500, 400], 390, {
    allergens: ['gluten', 'milk'],
    diet: 'vegetarian',
    groups: ['manakishExtras'],
  }),
  dish(['Half zaatar, half cheese', 'نصف زعتر ونصف جبن'], [500, 400], 370, {
    allergens: ['gluten', 'milk', 'sesame'],
    diet: 'vegetarian',
    groups: ['manakishExtras'],
  }),
  dish(['Labneh and vegetable manakish', 'مناقيش لبنة بالخضار'], [500, 400], 330, {
    allergens: ['gluten', 'milk'],
    diet: 'vegetarian',
  }),
  dish(['Minced meat manakish', 'لحم بعجين'], [600, 450], 410, { allergens: ['gluten'], groups: ['spice'] }),
  dish(['Foul medames with bread', 'فول مدمس مع الخبز'], [600, 450], 380, {
    allergens: ['gluten', 'sesame'],
    diet: 'vegan',
    groups: ['bread', 'withoutTahini'],
  }),
  dish(['Shakshuka with bread', 'شكشوكة مع الخبز'], [700, 500], 360, {
    allergens: ['egg', 'gluten'],
    diet: 'vegetarian',
    groups: ['bread', 'spice'],
  }),
  dish(['Cheese omelette', 'عجة بالجبن'], [600, 450], 310, { allergens: ['egg', 'milk'], diet: 'vegetarian' }),
  dish(['Egg paratha', 'براتا بالبيض'], [500, 350], 420, {
    allergens: ['egg', 'gluten', 'milk'],
    diet: 'vegetarian',
    groups: ['spice'],
  }),
  dish(['Pancakes', 'بان كيك'], [700, 500], 450, {
    allergens: ['egg', 'gluten', 'milk'],
    diet: 'vegetarian',
    groups: ['topping'],
  }),
  dish(['Oat porridge with dates', 'شوفان بالتمر'], [500, 350], 290, {
    allergens: ['gluten', 'milk'],
    diet: 'vegetarian',
  }),
  dish(['Balaleet', 'بلاليط'], [700, 500], 430, { allergens: ['egg', 'gluten', 'milk'], diet: 'vegetarian' }),
]

export const coldDrinks = [
  packet(['Still water 330 ml', 'مياه 330 مل'], [100, 100], 0, { diet: 'vegan' }),
  packet(['Still water 500 ml', 'مياه 500 مل'], [150, 125], 0, { diet: 'vegan' }),
  packet(['Sparkling water 330 ml', 'مياه غازية 330 مل'], [300, 200], 0, { diet: 'vegan' }),
  packet(['Orange juice 200 ml', 'عصير برتقال 200 مل'], [250, 175], 90, { diet: 'vegan' }),
  packet(['Apple juice 200 ml', 'عصير تفاح 200 مل'], [250, 175], 95, { diet: 'vegan' }),
  packet(['Mango nectar 200 ml', 'شراب المانجو 200 مل'], [250, 175], 110, { diet: 'vegan' }),
  packet(['Guava nectar 200 ml', 'شراب الجوافة 200 مل'], [250, 175], 105, { diet: 'vegan' }),
  packet(['Coconut water 250 ml', 'ماء جوز الهند 250 مل'], [500, 400], 50, { diet: 'vegan' }),
  dish(['Fresh orange juice', 'عصير برتقال طازج'], [700, 500], 110, { diet: 'vegan', groups: ['drinkSize'] }),
  dish(['Lemon with mint', 'ليمون بالنعناع'], [600, 450], 90, { diet: 'vegan', groups: ['drinkSize', 'sugar'] }),
  dish(['Pomegranate juice', 'عصير رمان'], [800, 600], 130, { diet: 'vegan', groups: ['drinkSize'] }),
  dish(['Iced hibiscus', 'كركديه مثلج'], [400, 300], 60, { diet: 'vegan', groups: ['drinkSize', 'sugar'] }),
  dish(['Mango smoothie', 'سموذي المانجو'], [800, 600], 210, {
    allergens: ['milk'],
    diet: 'vegetarian',
    groups: ['drinkSize', 'milk'],
  }),
]

export const hotDrinks = [
  dish(['Karak tea', 'شاي كرك'], [200, 150], 95, {
    allergens: ['milk'],
    diet: 'vegetarian',
    groups: ['drinkSize', 'sugar', 'milk'],
  }),
  dish(['Tea with mint', 'شاي بالنعناع'], [200, 150], 25, { diet: 'vegan', groups: ['drinkSize', 'sugar'] }),
  dish(['Zaatar tea', 'شاي الزعتر'], [250, 200], 15, { diet: 'vegan', groups: ['drinkSize', 'sugar'] }),
  dish(['Hot chocolate', 'شوكولاتة ساخنة'], [600, 450], 230, {
    allergens: ['milk'],
    diet: 'vegetarian',
    groups: ['drinkSize', 'milk'],
  }),
  dish(['Sahlab', 'سحلب'], [500, 350], 240, { allergens: ['milk', 'nuts'], diet: 'vegetarian' }),
  dish(['Warm milk with honey', 'حليب دافئ بالعسل'], [400, 300], 170, {
    allergens: ['milk'],
    diet: 'vegetarian',
    groups: ['drinkSize', 'milk'],
  }),
]

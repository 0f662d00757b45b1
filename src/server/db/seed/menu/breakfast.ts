import { dish } from './menu-entry.ts'

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

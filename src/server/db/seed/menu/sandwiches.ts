import { dish } from './menu-entry.ts'

export const sandwiches = [
  dish(['Chicken shawarma', 'شاورما دجاج'], [800, 600], 460, {
    allergens: ['egg', 'gluten'],
    groups: ['bread', 'sauce', 'extras', 'remove'],
  }),
  dish(['Beef shawarma', 'شاورما لحم'], [900, 700], 490, {
    allergens: ['gluten', 'sesame'],
    groups: ['bread', 'sauce', 'extras', 'remove', 'withoutTahini'],
  }),
  dish(['Falafel wrap', 'سندويش فلافل'], [500, 350], 410, {
    allergens: ['gluten', 'sesame'],
    diet: 'vegan',
    groups: ['bread', 'remove', 'withoutTahini'],
  }),
  dish(['Chicken tikka wrap', 'لفافة دجاج تكا'], [900, 650], 450, {
    allergens: ['gluten', 'milk'],
    groups: ['bread', 'spice', 'remove'],
  }),
  dish(['Shish taouk sandwich', 'سندويش شيش طاووق'], [900, 650], 440, {
    allergens: ['egg', 'gluten', 'milk'],
    groups: ['bread', 'sauce', 'extras', 'remove'],
  }),
  dish(['Kofta sandwich', 'سندويش كفتة'], [900, 650], 470, {
    allergens: ['gluten', 'sesame'],
    groups: ['bread', 'extras', 'remove', 'withoutTahini'],
  }),
  dish(['Grilled halloumi wrap', 'لفافة حلوم مشوي'], [800, 600], 420, {
    allergens: ['gluten', 'milk'],
    diet: 'vegetarian',
    groups: ['bread', 'remove'],
  }),
  dish(['Egg sandwich', 'سندويش بيض'], [400, 300], 320, {
    allergens: ['egg', 'gluten'],
    diet: 'vegetarian',
    groups: ['bread', 'remove'],
  }),
  dish(['Labneh and mint sandwich', 'سندويش لبنة بالنعناع'], [400, 300], 290, {
    allergens: ['gluten', 'milk'],
    diet: 'vegetarian',
    groups: ['bread'],
  }),
  dish(['Tuna samoon', 'صمون تونة'], [600, 450], 350, {
    allergens: ['egg', 'fish', 'gluten', 'mustard'],
    groups: ['remove'],
  }),
  dish(['Beef burger', 'برغر لحم'], [1000, 750], 520, {
    allergens: ['gluten', 'sesame'],
    groups: ['bun', 'sauce', 'extras', 'remove'],
  }),
  dish(['Cheeseburger', 'برغر لحم بالجبن'], [1100, 850], 580, {
    allergens: ['gluten', 'milk', 'sesame'],
    groups: ['bun', 'sauce', 'remove', 'withoutCheese'],
  }),
  dish(['Crispy chicken burger', 'برغر دجاج مقرمش'], [1000, 750], 550, {
    allergens: ['egg', 'gluten', 'mustard', 'sesame'],
    groups: ['sauce', 'extras', 'remove'],
  }),
]

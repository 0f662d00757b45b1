import { dish } from './menu-entry.ts'

export const pastries = [
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

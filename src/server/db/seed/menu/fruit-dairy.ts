import { dish, packet } from './menu-entry.ts'

export const fruitAndDairy = [
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

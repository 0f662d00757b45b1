import { dish } from './menu-entry.ts'

export const hotMeals = [
  dish(['Chicken machboos', 'مجبوس دجاج'], [1200, 900], 620, { groups: ['portion', 'spice'] }),
  dish(['Lamb machboos', 'مجبوس لحم'], [1500, 1200], 690, { groups: ['portion', 'spice'] }),
  dish(['Chicken biryani', 'برياني دجاج'], [1200, 900], 640, {
    allergens: ['milk'],
    groups: ['portion', 'spice'],
  }),
  dish(['Vegetable biryani', 'برياني خضار'], [1000, 750], 540, {
    allergens: ['milk'],
    diet: 'vegetarian',
    groups: ['portion', 'spice'],
  }),
  dish(['Chicken kabab with a side', 'كباب دجاج مع طبق جانبي'], [1300, 1000], 560, {
    allergens: ['milk'],
    groups: ['side', 'portion'],
  }),
  dish(['Grilled fish with a side', 'سمك مشوي مع طبق جانبي'], [1400, 1100], 480, {
    allergens: ['fish'],
    groups: ['side'],
  }),
  dish(['Prawn machboos', 'مجبوس ربيان'], [1600, 1250], 600, {
    allergens: ['crustacean'],
    groups: ['portion', 'spice'],
  }),
  dish(['Harees', 'هريس'], [1000, 750], 470, { allergens: ['gluten', 'milk'], groups: ['portion'] }),
  dish(['Beef lasagne', 'لازانيا باللحم'], [1200, 900], 590, {
    allergens: ['celery', 'egg', 'gluten', 'milk'],
  }),
  dish(['Pasta with tomato sauce', 'معكرونة بصلصة الطماطم'], [800, 600], 480, {
    allergens: ['celery', 'gluten'],
    diet: 'vegan',
    groups: ['portion'],
  }),
  dish(['Macaroni cheese', 'معكرونة بالجبن'], [900, 650], 560, {
    allergens: ['gluten', 'milk', 'mustard'],
    diet: 'vegetarian',
    groups: ['portion'],
  }),
  dish(['Chicken noodles', 'نودلز بالدجاج'], [1000, 750], 530, {
    allergens: ['egg', 'gluten', 'soy'],
    groups: ['portion', 'spice'],
  }),
  dish(['Dal with rice', 'دال مع الأرز'], [800, 600], 450, { allergens: ['mustard'], diet: 'vegan' }),
  dish(['Lentil soup', 'شوربة عدس'], [500, 350], 210, { allergens: ['celery'], diet: 'vegan' }),
  dish(['Margherita pizza slice', 'شريحة بيتزا مارغريتا'], [600, 450], 310, {
    allergens: ['gluten', 'milk'],
    diet: 'vegetarian',
  }),
]

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

import { dish } from './menu-entry.ts'

export const salads = [
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

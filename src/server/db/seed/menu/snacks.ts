import { packet } from './menu-entry.ts'

export const snacks = [
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

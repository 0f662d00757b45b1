import type { Currency } from '#shared/kernel/money.ts'

export interface ArabicNoun {
  readonly isFeminine: boolean
  readonly one: string
  readonly two: string
  /** After 3 to 10. */
  readonly few: string
  /** After 11 to 99, in the accusative. */
  readonly many: string
}

export interface CurrencyWords {
  /** One and several, of the unit and of its part. */
  readonly en: { readonly unit: readonly [string, string]; readonly part: readonly [string, string] }
  readonly ar: { readonly unit: ArabicNoun; readonly part: ArabicNoun }
}

const noun = (one: string, two: string, few: string, many: string): ArabicNoun => ({
  isFeminine: false,
  one,
  two,
  few,
  many,
})
const feminine = (one: string, two: string, few: string, many: string): ArabicNoun => ({
  ...noun(one, two, few, many),
  isFeminine: true,
})

const dinar = (of: string, ofMany: string, ofTwo: string, ofFew: string) =>
  noun(`دينار ${of}`, `ديناران ${ofTwo}`, `دنانير ${ofFew}`, `دينارًا ${ofMany}`)
const riyal = (of: string, ofMany: string, ofTwo: string, ofFew: string) =>
  noun(`ريال ${of}`, `ريالان ${ofTwo}`, `ريالات ${ofFew}`, `ريالًا ${ofMany}`)
const fils = noun('فلس', 'فلسان', 'فلوس', 'فلسًا')
const dirham = noun('درهم', 'درهمان', 'دراهم', 'درهمًا')
const piastre = noun('قرش', 'قرشان', 'قروش', 'قرشًا')
const cent = noun('سنت', 'سنتان', 'سنتات', 'سنتًا')

export const currencyWords: Readonly<Record<Currency, CurrencyWords>> = {
  QAR: {
    en: { unit: ['Qatari riyal', 'Qatari riyals'], part: ['dirham', 'dirhams'] },
    ar: { unit: riyal('قطري', 'قطريًا', 'قطريان', 'قطرية'), part: dirham },
  },
  SAR: {
    en: { unit: ['Saudi riyal', 'Saudi riyals'], part: ['halala', 'halalas'] },
    ar: {
      unit: riyal('سعودي', 'سعوديًا', 'سعوديان', 'سعودية'),
      part: feminine('هللة', 'هللتان', 'هللات', 'هللة'),
    },
  },
  AED: {
    en: { unit: ['UAE dirham', 'UAE dirhams'], part: ['fils', 'fils'] },
    ar: {
      unit: noun('درهم إماراتي', 'درهمان إماراتيان', 'دراهم إماراتية', 'درهمًا إماراتيًا'),
      part: fils,
    },
  },
  KWD: {
    en: { unit: ['Kuwaiti dinar', 'Kuwaiti dinars'], part: ['fils', 'fils'] },
    ar: { unit: dinar('كويتي', 'كويتيًا', 'كويتيان', 'كويتية'), part: fils },
  },
  BHD: {
    en: { unit: ['Bahraini dinar', 'Bahraini dinars'], part: ['fils', 'fils'] },
    ar: { unit: dinar('بحريني', 'بحرينيًا', 'بحرينيان', 'بحرينية'), part: fils },
  },
  OMR: {
    en: { unit: ['Omani rial', 'Omani rials'], part: ['baisa', 'baisas'] },
    ar: {
      unit: riyal('عماني', 'عمانيًا', 'عمانيان', 'عمانية'),
      part: feminine('بيسة', 'بيستان', 'بيسات', 'بيسة'),
    },
  },
  EGP: {
    en: { unit: ['Egyptian pound', 'Egyptian pounds'], part: ['piastre', 'piastres'] },
    ar: {
      unit: noun('جنيه مصري', 'جنيهان مصريان', 'جنيهات مصرية', 'جنيهًا مصريًا'),
      part: piastre,
    },
  },
  JOD: {
    en: { unit: ['Jordanian dinar', 'Jordanian dinars'], part: ['fils', 'fils'] },
    ar: { unit: dinar('أردني', 'أردنيًا', 'أردنيان', 'أردنية'), part: fils },
  },
  LBP: {
    en: { unit: ['Lebanese pound', 'Lebanese pounds'], part: ['piastre', 'piastres'] },
    ar: {
      unit: feminine('ليرة لبنانية', 'ليرتان لبنانيتان', 'ليرات لبنانية', 'ليرة لبنانية'),
      part: piastre,
    },
  },
  USD: {
    en: { unit: ['US dollar', 'US dollars'], part: ['cent', 'cents'] },
    ar: {
      unit: noun('دولار أمريكي', 'دولاران أمريكيان', 'دولارات أمريكية', 'دولارًا أمريكيًا'),
      part: cent,
    },
  },
  EUR: {
    en: { unit: ['euro', 'euros'], part: ['cent', 'cents'] },
    ar: { unit: noun('يورو', 'يورو', 'يورو', 'يورو'), part: cent },
  },
}

import { foldText } from '#shared/kernel/text/search.rules.ts'
import { Allergen, Diet } from './catalogue.contract.ts'

/** Allergens as a spreadsheet may name them besides their codes. */
const allergenWords: Record<Allergen, readonly string[]> = {
  celery: ['كرفس'],
  crustacean: ['crustaceans', 'قشريات'],
  egg: ['eggs', 'بيض'],
  fish: ['سمك'],
  gluten: ['غلوتين', 'جلوتين'],
  lupin: ['ترمس'],
  milk: ['حليب'],
  mollusc: ['molluscs', 'رخويات'],
  mustard: ['خردل'],
  nuts: ['مكسرات'],
  peanut: ['peanuts', 'فول سوداني'],
  sesame: ['سمسم'],
  soy: ['soya', 'صويا'],
  sulphites: ['sulfites', 'كبريتيت'],
}
const dietWords: Record<Diet, readonly string[]> = {
  halal: ['حلال'],
  vegetarian: ['نباتي'],
  vegan: ['نباتي صرف'],
}

const byWord = <V extends string>(values: readonly V[], words: Record<V, readonly string[]>) =>
  new Map(values.flatMap((value) => [value, ...words[value]].map((word) => [foldText(word), value] as const)))

const allergens = byWord(Allergen.options, allergenWords)
const diets = byWord(Diet.options, dietWords)
const yesOrNo = new Map([
  ...['yes', 'true', '1', 'نعم'].map((word) => [foldText(word), true] as const),
  ...['no', 'false', '0', 'لا'].map((word) => [foldText(word), false] as const),
])

/** Reads a list such as "milk, nuts"; undefined when a word is unknown. */
function readWords<V extends string>(
  cell: string,
  known: ReadonlyMap<string, V>,
  order: readonly V[],
): V[] | undefined {
  const words = cell
    .split(/[,;،؛/\n]/)
    .map(foldText)
    .filter(Boolean)
  const found = words.map((word) => known.get(word))
  return found.includes(undefined) ? undefined : order.filter((value) => found.includes(value))
}

export const readAllergens = (cell: string) => readWords(cell, allergens, Allergen.options)
export const readDiets = (cell: string) => readWords(cell, diets, Diet.options)
export const readYesOrNo = (cell: string): boolean | undefined => yesOrNo.get(foldText(cell))

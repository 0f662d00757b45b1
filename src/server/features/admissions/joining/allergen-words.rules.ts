import { fieldPlaces } from '#shared/forms/editor/form-outline.rules.ts'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { subjectRows } from '#shared/forms/form-subjects.rules.ts'
import { foldText } from '#shared/kernel/text/search.rules.ts'
import { Allergen } from '#shared/pos/catalogue.contract.ts'

/**
 * Family terms for the allergens of tills. A false match warns too often, a missing one not at all: so each is a part of a word.
 */
const names: Readonly<Record<Allergen, readonly string[]>> = {
  celery: ['celery', 'celeriac', 'كرفس'],
  crustacean: [
    'crustacean',
    'shellfish',
    'seafood',
    'shrimp',
    'prawn',
    'crab',
    'lobster',
    'قشريات',
    'جمبري',
    'روبيان',
    'ربيان',
    'سلطعون',
    'كركند',
    'بحري',
  ],
  egg: ['egg', 'بيض'],
  fish: ['fish', 'tuna', 'salmon', 'seafood', 'سمك', 'اسماك', 'تونه', 'سلمون', 'بحري'],
  gluten: ['gluten', 'wheat', 'barley', 'coeliac', 'celiac', 'غلوتين', 'جلوتين', 'قمح', 'شعير'],
  lupin: ['lupin', 'ترمس'],
  milk: ['milk', 'dairy', 'lactose', 'cheese', 'yogurt', 'yoghurt', 'حليب', 'البان', 'لاكتوز', 'لبن', 'جبن'],
  mollusc: [
    'mollus',
    'shellfish',
    'seafood',
    'squid',
    'octopus',
    'clam',
    'mussel',
    'oyster',
    'رخويات',
    'محار',
    'حبار',
    'اخطبوط',
    'بحري',
  ],
  mustard: ['mustard', 'خردل'],
  nuts: [
    ' nut',
    'almond',
    'walnut',
    'cashew',
    'pistachio',
    'hazelnut',
    'pecan',
    'مكسرات',
    'لوز',
    'جوز',
    'كاجو',
    'فستق',
    'بندق',
  ],
  peanut: ['peanut', 'groundnut', 'سوداني'],
  sesame: ['sesame', 'tahini', 'tahina', 'سمسم', 'طحينه'],
  soy: ['soy', 'صويا'],
  sulphites: ['sulphite', 'sulfite', 'sulphur', 'sulfur', 'كبريت'],
}

/** Returns the till allergens named in a family's text, in either language. */
export function allergensNamed(words: string): Allergen[] {
  const folded = ` ${foldText(words)}`
  return Allergen.options.filter((allergen) => names[allergen].some((name) => folded.includes(asFolded(name))))
}

/** Folds a term; a leading space restricts it to the beginning of a word. */
const asFolded = (name: string): string => (name.startsWith(' ') ? ` ${foldText(name)}` : foldText(name))

/** Texts that mean none, or carry no information. */
const empty = new Set(
  [
    'no none nothing nil na n a not known any and or to the is has allergy allergies allergic food',
    'لا يوجد توجد ليس لديه لديها شيء من و او اي حساسيه الحساسيه والحمد لله',
  ].flatMap((words) => words.split(' ').map(foldText)),
)

/**
 * Returns whether a text says more than the tills are sent: any word besides known terms and empty ones. Staff then have to read
 * it, since it may name an unlisted allergen.
 */
export function hasMoreText(words: string): boolean {
  const known = Object.values(names)
    .flat()
    .map((name) => foldText(name).trim())
  return (foldText(words).match(/[\p{L}\p{N}]+/gu) ?? []).some(
    (word) => !empty.has(word) && !known.some((name) => word.includes(name)),
  )
}

/** Returns whether a form asks for allergies: otherwise silence means nothing. */
export const mentionsAllergies = (form: FormDefinition): boolean =>
  fieldPlaces(form).some(({ field }) => field.key === 'allergies')

/** Returns an application's text on allergies of one of its children, from 0; null without one. */
export function allergiesStated(form: FormDefinition, answers: Answers, place: number): string | null {
  const row = subjectRows(form, answers)[place]?.row
  const said = row?.['allergies'] ?? answers['allergies']
  return typeof said === 'string' && said.trim() !== '' ? said.trim() : null
}

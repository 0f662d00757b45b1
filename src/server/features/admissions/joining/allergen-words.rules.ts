import { fieldPlaces } from '#shared/forms/editor/form-outline.rules.ts'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { subjectRows } from '#shared/forms/form-subjects.rules.ts'
import { foldText } from '#shared/kernel/text/search.rules.ts'
import { Allergen } from '#shared/pos/catalogue.contract.ts'

/** What families call what a till can warn of. A word too many warns too often, one too few not at all: so each is a part of a word. */
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

/** What of the allergens that tills know a family names in its own words, of either language. */
export function allergensNamed(words: string): Allergen[] {
  const folded = ` ${foldText(words)}`
  return Allergen.options.filter((allergen) => names[allergen].some((name) => folded.includes(asFolded(name))))
}

/** A name that begins with a space stands at the beginning of a word only. */
const asFolded = (name: string): string => (name.startsWith(' ') ? ` ${foldText(name)}` : foldText(name))

/** What says that there is nothing, or says nothing of what it is. */
const empty = new Set(
  [
    'no none nothing nil na n a not known any and or to the is has allergy allergies allergic food',
    'لا يوجد توجد ليس لديه لديها شيء من و او اي حساسيه الحساسيه والحمد لله',
  ].flatMap((words) => words.split(' ').map(foldText)),
)

/**
 * Whether a family writes more than the tills are told: any word besides the names that are known and those that say nothing. Then
 * somebody has to read it, since it may name what no list knows.
 */
export function saysMore(words: string): boolean {
  const known = Object.values(names)
    .flat()
    .map((name) => foldText(name).trim())
  return (foldText(words).match(/[\p{L}\p{N}]+/gu) ?? []).some(
    (word) => !empty.has(word) && !known.some((name) => word.includes(name)),
  )
}

/** Whether a form asks for allergies at all: where it does not, nothing said means nothing. */
export const asksForAllergies = (form: FormDefinition): boolean =>
  fieldPlaces(form).some(({ field }) => field.key === 'allergies')

/** What an application says of the allergies of one of its children, from 0; null where it says nothing. */
export function allergiesSaid(form: FormDefinition, answers: Answers, place: number): string | null {
  const row = subjectRows(form, answers)[place]?.row
  const said = row?.['allergies'] ?? answers['allergies']
  return typeof said === 'string' && said.trim() !== '' ? said.trim() : null
}

import type { FoodClass, FoodPack, Stage } from './spending-rule.contract.ts'

const everywhere: readonly Stage[] = ['kindergarten', 'primary', 'intermediate', 'secondary']
const beforeSecondary: readonly Stage[] = ['kindergarten', 'primary', 'intermediate']

type Pack = Readonly<Partial<Record<FoodClass, readonly Stage[]>>>

const forbidIn = (stages: readonly Stage[], ...classes: FoodClass[]): Pack =>
  Object.fromEntries(classes.map((each) => [each, stages]))

/**
 * What school canteens must not sell, by the stage of the pupil. Taken from public summaries of the ministries' lists, so a school
 * checks them against its own before it turns one on.
 */
export const foodPacks: Readonly<Record<FoodPack, Pack>> = {
  sa: {
    ...forbidIn(
      everywhere,
      'fizzy-drink',
      'energy-drink',
      'sports-drink',
      'flavoured-drink',
      'ice-cream',
      'crisps',
      'peanut',
      'croissant',
    ),
    ...forbidIn(beforeSecondary, 'coffee-tea'),
  },
  kw: forbidIn(
    everywhere,
    'fizzy-drink',
    'energy-drink',
    'sports-drink',
    'canned-juice',
    'sweets',
    'fried',
    'processed-meat',
    'mayonnaise-pickles',
  ),
  ae: forbidIn(
    everywhere,
    'processed-meat',
    'instant-noodles',
    'chocolate',
    'sweets',
    'crisps',
    'fizzy-drink',
    'energy-drink',
    'peanut',
  ),
}

/** Returns the classes of food that a pack forbids at a stage; nothing where the stage is not known, as for staff. */
export const forbiddenClasses = (pack: FoodPack, stage: Stage | undefined): FoodClass[] =>
  stage === undefined
    ? []
    : (Object.keys(foodPacks[pack]) as FoodClass[]).filter((each) => foodPacks[pack][each]?.includes(stage))

const kindergarten = /^(kg|fs|pre|nursery|reception|روضة|تمهيدي)/i

/** A year of the British kind is a year above the grade of its number: Year 7 is Grade 6. */
const britishYear = /^(y|yr|year|السنة)\W*\d/i

/**
 * Returns the stage of a pupil by the grade of the class ("7", "KG1", "Y8"), or, where the school has given the class none, by its name
 * ("2-B", "KG1", "Grade 10 C"); undefined where neither names a grade, as for staff.
 */
export const stageOf = ({ grade, className }: { grade?: string | undefined; className: string }): Stage | undefined =>
  stageIn(grade) ?? stageIn(className)

function stageIn(said = ''): Stage | undefined {
  const name = said.trim()
  if (kindergarten.test(name)) return 'kindergarten'
  const number = Number(/\d+/.exec(name)?.[0] ?? Number.NaN)
  if (!(number >= 1 && number <= 13)) return undefined
  const grade = britishYear.test(name) ? number - 1 : number
  if (grade === 0) return 'kindergarten'
  if (grade <= 6) return 'primary'
  return grade <= 9 ? 'intermediate' : 'secondary'
}

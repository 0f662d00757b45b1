// chunk: food
import { z } from 'zod'
import { DayInput, Int4, Minor, Uuid } from '#shared/kernel/fields.ts'
import { Allergen } from '../catalogue.contract.ts'

/** Kinds of food that the law's lists name. An item may have several. Stored permanently. */
export const FoodClass = z.enum([
  'fizzy-drink',
  'energy-drink',
  'sports-drink',
  'flavoured-drink',
  'canned-juice',
  'coffee-tea',
  'ice-cream',
  'sweets',
  'chocolate',
  'crisps',
  'croissant',
  'fried',
  'processed-meat',
  'instant-noodles',
  'mayonnaise-pickles',
  'peanut',
])
export type FoodClass = z.infer<typeof FoodClass>

/** Lists of food by the law of a country. */
export const FoodPack = z.enum(['sa', 'kw', 'ae'])
export type FoodPack = z.infer<typeof FoodPack>

export const Stage = z.enum(['kindergarten', 'primary', 'intermediate', 'secondary'])
export type Stage = z.infer<typeof Stage>

/** Who sets rules, the most binding first: none takes back what one before it forbids. */
export const RuleSource = z.enum(['law', 'school', 'parent', 'pupil'])
export type RuleSource = z.infer<typeof RuleSource>

/** A part of the day, as minutes after midnight in the school's zone; `until` is not in it. */
const Minute = Int4.min(0).max(1440)
export const MealPeriod = z.object({ from: Minute, until: Minute })
export type MealPeriod = z.infer<typeof MealPeriod>

const maxAmount = 10_000_000
const Amount = Minor.refine((amount) => amount >= 0 && amount <= maxAmount)

/** What a rule says. Amounts in minor units of the school's currency, as an account spends them, the school's part included. */
export const RuleTerms = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('day'), most: Amount }),
  /** From the first school day of the week on. */
  z.object({ kind: z.literal('week'), most: Amount }),
  /** One purchase. */
  z.object({ kind: z.literal('visit'), most: Amount }),
  z.object({ kind: z.literal('period'), most: Amount, period: MealPeriod }),
  z.object({ kind: z.literal('no-item'), target: Uuid }),
  z.object({ kind: z.literal('no-category'), target: Uuid }),
  z.object({ kind: z.literal('no-class'), target: FoodClass }),
  z.object({ kind: z.literal('no-allergen'), target: Allergen }),
  /** Pieces of one item on a day. */
  z.object({ kind: z.literal('pieces'), target: Uuid, most: Int4.min(1).max(99) }),
])
export type RuleTerms = z.infer<typeof RuleTerms>

export const SpendingRule = z.object({
  id: Uuid,
  source: RuleSource,
  terms: RuleTerms,
  /** First and last business day; absent: from the start, without an end. */
  from: DayInput.optional(),
  until: DayInput.optional(),
})
export type SpendingRule = z.infer<typeof SpendingRule>

/** Rules of a school for every pupil. */
export const SchoolSpending = z.object({ pack: FoodPack.nullable(), rules: z.array(SpendingRule) })
export type SchoolSpending = z.infer<typeof SchoolSpending>

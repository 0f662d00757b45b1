import { z } from 'zod'
import { Bilingual, endpoint } from '#shared/kernel/endpoint.ts'
import { Uuid } from '#shared/kernel/fields.ts'
import { FoodClass } from '#shared/pos/spending/spending-rule.contract.ts'

/*
 * Food that a child may not buy by its guardians' word, for guardians whose rights cover the meal account. Tills refuse it at
 * self-service and ask for approval elsewhere; what the school or the law forbids stays forbidden beside it.
 */

/** Together with limits at most as many rules as an account may have. */
const maxItems = 60
const maxCategories = 20

/** Single items, whole categories of the tills, and kinds of food. */
export const ForbiddenFood = z.object({
  items: z.array(Uuid).max(maxItems),
  categories: z.array(Uuid).max(maxCategories),
  classes: z.array(FoodClass).max(FoodClass.options.length),
})
export type ForbiddenFood = z.infer<typeof ForbiddenFood>

const Named = z.object({ id: Uuid, name: Bilingual })

export const FamilyFood = z.object({
  forbidden: ForbiddenFood,
  /** What the tills sell now, in their order. */
  categories: z.array(Named),
  items: z.array(Named.extend({ categoryId: Uuid })),
  /** Kinds of food that an item on sale belongs to. */
  classes: z.array(FoodClass),
  /** Items and categories that are forbidden and not sold any more. */
  gone: z.array(Named).default([]),
})
export type FamilyFood = z.infer<typeof FamilyFood>

/** Reads what a child may not buy, and what there is to choose from. @throws AppError access.denied, request.not-found */
export const familyFood = endpoint({
  method: 'post',
  path: '/family/food',
  audience: 'session',
  body: z.object({ student_id: Uuid }),
  reply: FamilyFood,
})

/**
 * Replaces what the guardians forbid; tills have it with their next sync. `foodSeen`: as it was shown.
 * @throws AppError access.denied, request.not-found (also for food that the school does not sell), account.limits-changed
 */
export const familyForbid = endpoint({
  method: 'post',
  path: '/family/forbid',
  audience: 'session',
  body: z.object({ student_id: Uuid, foodSeen: ForbiddenFood, food: ForbiddenFood }),
  reply: FamilyFood,
})

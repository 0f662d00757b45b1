import type { UserId } from '#shared/kernel/ids.ts'
import { hasPermission, type Role } from '#shared/kernel/roles.ts'
import type { CartDiscount } from './cart.rules.ts'

/** Somebody, and what they are at the school. */
export interface Person {
  userId: UserId
  roles: readonly Role[]
}

/** Whether a discount may stand: there is none, or one of these people gave it and has the right to. */
export const isDiscountAllowed = (
  discount: Pick<CartDiscount, 'by'> | null,
  people: readonly (Person | undefined)[],
): boolean => {
  if (discount === null) return true
  const giver = people.find((person) => person?.userId === discount.by)
  return giver !== undefined && hasPermission(giver.roles, 'discount.give')
}

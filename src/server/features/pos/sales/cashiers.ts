import type { Person } from '#server/features/identity/sessions/people.service.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { fromInstant, type Instant } from '#shared/kernel/time.ts'
import { isDiscountAllowed } from '#shared/pos/discount.rules.ts'
import type { Sale } from '#shared/pos/sale.contract.ts'
import type { PosFlag } from './exceptions.ts'

/** Known people by id. */
export type Cashiers = ReadonlyMap<UserId, Person>

/** Returns the flags of the acting person. Later deactivation is ignored: they were allowed when it happened. */
export function cashierFlags(
  cashiers: Cashiers,
  userId: UserId,
  at: Instant,
  { clockOffsetMs }: { clockOffsetMs: number },
): PosFlag[] {
  const cashier = cashiers.get(userId)
  if (!cashier) return ['unknown-cashier']
  const { disabledMs } = cashier
  return disabledMs !== undefined && fromInstant(at) + clockOffsetMs >= disabledMs ? ['disabled-cashier'] : []
}

/** Returns the flags of the person who gave a sale's discount. */
export function discountFlags(
  cashiers: Cashiers,
  { discount, soldAt }: Pick<Sale, 'discount' | 'soldAt'>,
  op: { clockOffsetMs: number },
): PosFlag[] {
  if (discount === null) return []
  const { by } = discount
  const giver = { userId: by, roles: cashiers.get(by)?.roles ?? [] }
  const isFine = isDiscountAllowed(discount, [giver]) && cashierFlags(cashiers, by, soldAt, op).length === 0
  return isFine ? [] : ['discount-not-allowed']
}

import type { Person } from '#server/features/identity/sessions/people.service.ts'
import type { IngestedOp } from '#server/features/sync/ingest/command.service.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { isDiscountAllowed } from '#shared/pos/discount.rules.ts'
import type { Sale } from '#shared/pos/sale.contract.ts'
import type { PosFlag } from './exceptions.ts'

/** Known people by id. */
export type Cashiers = ReadonlyMap<UserId, Person>

/**
 * Returns the flags of the acting person. Later deactivation is ignored: they were allowed when it happened. That is what the
 * envelope says, since the times in a body come from devices of all releases: some corrected their clock, some did not.
 */
export function cashierFlags(
  cashiers: Cashiers,
  userId: UserId,
  { happenedMs }: Pick<IngestedOp<unknown>, 'happenedMs'>,
): PosFlag[] {
  const cashier = cashiers.get(userId)
  if (!cashier) return ['unknown-cashier']
  const { disabledMs } = cashier
  return disabledMs !== undefined && happenedMs >= disabledMs ? ['disabled-cashier'] : []
}

/** Returns the flags of the person who gave a sale's discount. */
export function discountFlags(
  cashiers: Cashiers,
  { discount }: Pick<Sale, 'discount'>,
  op: Pick<IngestedOp<unknown>, 'happenedMs'>,
): PosFlag[] {
  if (discount === null) return []
  const { by } = discount
  const giver = { userId: by, roles: cashiers.get(by)?.roles ?? [] }
  const isFine = isDiscountAllowed(discount, [giver]) && cashierFlags(cashiers, by, op).length === 0
  return isFine ? [] : ['discount-not-allowed']
}

import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-lists.ts'
import type { Sale } from '#shared/contract/sale.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { fromInstant, type Instant } from '#shared/kernel/time.ts'
import { isDiscountAllowed } from '#shared/rules/discount.rules.ts'
import type { Role } from '#shared/rules/roles.ts'
import type { PosFlag } from './exceptions.ts'

interface Cashier {
  roles: Role[]
  /** Since when disabled, as ms; undefined for who is not. */
  disabledMs: number | undefined
}

/** Known people by id. */
export type Cashiers = ReadonlyMap<UserId, Cashier>

/** Those of the people that exist. Reads the users by name, since a feature must not import another's tables. */
export async function findCashiers(tx: Tx, schoolId: string, userIds: Iterable<UserId>): Promise<Cashiers> {
  const { rows } = await tx.execute<{ id: UserId; roles: Role[]; disabled: number | string | null }>(sql`
    select id, to_jsonb(roles) as roles, (extract(epoch from disabled_at) * 1000)::bigint as disabled from users
    where school_id = ${schoolId} and id = any(${uuidList(userIds)})`)
  return new Map(
    rows.map(({ id, roles, disabled }) => [
      id,
      { roles, disabledMs: disabled === null ? undefined : Number(disabled) },
    ]),
  )
}

/** What is odd about who did it. Disabled later is no matter: it was right when it happened. */
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

/** What is odd about who gave the discount of a sale. */
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

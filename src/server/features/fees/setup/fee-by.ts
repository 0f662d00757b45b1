import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { canonicalJson } from '#shared/kernel/hash.ts'
import type { Random, UserId } from '#shared/kernel/ids.ts'

/** Who changes the set-up of a school's fees, and when. */
export interface FeeBy {
  schoolId: string
  userId: UserId
  nowMs: number
  random: Random
}

/** Waits for other changes of the school's fee set-up, until the transaction ends. */
export async function lockFeeSetup(tx: Tx, schoolId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`fee-setup ${schoolId}`}, 0))`)
}

/**
 * Returns the revision that a save makes; undefined where the row has these values already.
 * @param seen revision that the person saw, 0 for a new row
 * @throws AppError fees.changed where the row is another one than was seen
 */
export function nextRevision(
  known: { revision: number } | undefined,
  values: object,
  seen: number,
): number | undefined {
  if (known && canonicalJson({ ...known, ...values }) === canonicalJson({ ...known })) return undefined
  if ((known?.revision ?? 0) !== seen) throw new AppError('fees.changed')
  return seen + 1
}

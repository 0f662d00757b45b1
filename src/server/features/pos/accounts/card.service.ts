import { and, eq } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { CustomerId, Random } from '#shared/kernel/ids.ts'
import type { AccountHolder } from '#shared/pos/pupil-account.contract.ts'
import { takeVersions } from '../snapshot/version.service.ts'
import { customers } from './customer.table.ts'
import { seeHolder } from './statement.service.ts'

/** So many that nobody guesses one in use, and so few that a scanner types them in a moment. */
const digits = 16

/** Ten digits say nothing of whom they belong to; a byte too large for an even choice is left out. */
function newCardNo(random: Random): string {
  let text = ''
  while (text.length < digits) {
    for (const byte of random.bytes(digits)) if (byte < 250 && text.length < digits) text += String(byte % 10)
  }
  return text
}

/** A new card for somebody who has none, or who lost theirs: the old number is nobody's from the devices' next contact on. @throws AppError request.not-found */
export async function issueCard(
  tx: Tx,
  { schoolId, random }: { schoolId: string; random: Random },
  customerId: CustomerId,
): Promise<AccountHolder> {
  await seeHolder(tx, schoolId, customerId)
  const isThis = and(eq(customers.schoolId, schoolId), eq(customers.id, customerId))
  await tx.select({ id: customers.id }).from(customers).where(isThis).for('update')
  const version = (await takeVersions(tx, schoolId, 1)) + 1
  await tx
    .update(customers)
    .set({ cardNo: newCardNo(random), version })
    .where(isThis)
  return seeHolder(tx, schoolId, customerId)
}

import { and, eq } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { CustomerId, Random } from '#shared/kernel/ids.ts'
import type { AccountHolder } from '#shared/pos/pupil-account.contract.ts'
import { assignVersions } from '../snapshot/version.service.ts'
import { customers } from './customer.table.ts'
import { readHolder } from './statement.service.ts'

/** Too many to guess a number in use, few enough for a scanner to type in a moment. */
const digits = 16

/** Returns a random card number, which reveals nothing of its owner; bytes too large for an even choice are skipped. */
function newCardNo(random: Random): string {
  let text = ''
  while (text.length < digits) {
    for (const byte of random.bytes(digits)) if (byte < 250 && text.length < digits) text += String(byte % 10)
  }
  return text
}

/** Issues a card, or replaces a lost one: the old number ends with the devices' next sync. @throws AppError request.not-found */
export async function issueCard(
  tx: Tx,
  { schoolId, random }: { schoolId: string; random: Random },
  customerId: CustomerId,
): Promise<AccountHolder> {
  await readHolder(tx, schoolId, customerId)
  const isThis = and(eq(customers.schoolId, schoolId), eq(customers.id, customerId))
  await tx.select({ id: customers.id }).from(customers).where(isThis).for('update')
  const version = (await assignVersions(tx, schoolId, 1)) + 1
  await tx
    .update(customers)
    .set({ cardNo: newCardNo(random), version })
    .where(isThis)
  return readHolder(tx, schoolId, customerId)
}

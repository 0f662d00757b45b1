import type { Tx } from '#server/kernel/db.ts'
import { allocate } from '#shared/fees/allocation.rules.ts'
import type { Posting } from '#shared/fees/ledger.rules.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { FeeActor } from '../ledger/fee-actor.ts'
import { openItems } from '../ledger/open-items.service.ts'
import { postJournal } from '../ledger/post-journal.service.ts'
import { insertAllocations } from './allocation.service.ts'
import { paymentStates } from './payment-credit.service.ts'

/**
 * Settles open items of a locked payer with the payer's credit, the earliest payment first; money of cheques that have not cleared
 * is left out.
 */
export async function settleFromCredit(
  tx: Tx,
  by: FeeActor,
  { payerId, chargeIds }: { payerId: string; chargeIds: readonly string[] },
): Promise<void> {
  const { schoolId, today, nowMs, userId: byUser } = by
  const postings: Posting[] = []
  for (const { paymentId, free, isHeld } of await paymentStates(tx, schoolId, { payerIds: [payerId] })) {
    if (free <= 0 || isHeld) continue
    const items = (await openItems(tx, schoolId, { chargeIds })).filter(
      (item) => item.payerId === payerId && item.open > 0,
    )
    const { allocated } = allocate(free, items)
    const applied = allocated.map((each) => ({ ...each, reason: 'credit' as const }))
    await insertAllocations(tx, by, { source: 'payment', sourceId: paymentId, payerId }, applied)
    for (const { chargeId, amount } of applied) {
      const item = items.find((each) => each.chargeId === chargeId)
      const of = { payerId, studentId: item?.studentId ?? null, component: item?.component ?? null }
      postings.push({ debit: 'family-credit', credit: 'receivable', amount, ...of })
    }
  }
  const journal = {
    schoolId,
    opId: uuidv7(nowMs, by.random),
    kind: 'credit-applied',
    happenedOn: today,
    today,
  } as const
  await postJournal(tx, { ...journal, recordedAt: toInstant(nowMs), byUser, postings })
}

import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Wish } from '#shared/fees/allocation.rules.ts'
import type { Posting } from '#shared/fees/ledger.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { canonicalJson } from '#shared/kernel/hash.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { FeeActor } from '../ledger/fee-actor.ts'
import { type OpenItem, openItems } from '../ledger/open-items.service.ts'
import { isPosted, postingsOf, postJournal } from '../ledger/post-journal.service.ts'
import { insertAllocations, releaseAllocations, standingAllocations } from './allocation.service.ts'
import { lockPayer } from './lock-payer.service.ts'
import { requirePayment } from './payment-read.service.ts'
import { paymentStates } from './payment-credit.service.ts'

/**
 * Allocates a payment again as a person wishes: what it settled is taken back by rows of its own, and its receipt and amount stay
 * as they are. What is not wished is credit of the payer. Once for each operation.
 * @throws AppError request.not-found, request.invalid (the id came for something else), fees.over-allocated (more than is open on an item, or than is left of the payment)
 */
export async function reallocate(
  tx: Tx,
  by: FeeActor,
  { opId, paymentId, wished }: { opId: string; paymentId: string; wished: readonly Wish[] },
): Promise<void> {
  const { schoolId, userId: byUser } = by
  const known = await requirePayment(tx, schoolId, paymentId)
  const { payerId, studentId } = known
  await lockPayer(tx, schoolId, payerId)
  const same = { schoolId, opId, kind: 'reallocation' } as const
  if (await isPosted(tx, same)) return requireSame(tx, schoolId, opId, { payerId, wished })
  const released = await releaseAllocations(tx, by, await standingAllocations(tx, schoolId, paymentId))
  const items = await openItems(tx, schoolId, { payerId })
  const [state] = await paymentStates(tx, schoolId, { paymentIds: [paymentId] })
  requireRoom(items, wished, state?.free ?? 0)
  const allocated = wished.map(({ chargeId, amount }) => ({ chargeId, amount, reason: 'moved' as const }))
  await insertAllocations(tx, by, { source: 'payment', sourceId: paymentId, payerId }, allocated)
  const line = (chargeId: string) => {
    const item = items.find((each) => each.chargeId === chargeId)
    return { payerId, studentId: item?.studentId ?? studentId, component: item?.component ?? null }
  }
  const postings: Posting[] = [
    ...released.map(
      ({ chargeId, amount }): Posting => ({ debit: 'receivable', credit: 'family-credit', amount, ...line(chargeId) }),
    ),
    ...allocated.map(
      ({ chargeId, amount }): Posting => ({ debit: 'family-credit', credit: 'receivable', amount, ...line(chargeId) }),
    ),
  ]
  const { today, nowMs } = by
  const journal = { ...same, happenedOn: today, today, byUser }
  await postJournal(tx, { ...journal, recordedAt: toInstant(nowMs), studentId, postings })
  await recordAuditEvent(tx, by.audit, 'fee-payment-moved', {
    about: studentId,
    by: byUser,
    facts: { count: wished.length },
  })
}

function requireRoom(items: readonly OpenItem[], wished: readonly Wish[], free: number): void {
  const asked = new Map<string, number>()
  let left = free
  for (const { chargeId, amount } of wished) {
    asked.set(chargeId, (asked.get(chargeId) ?? 0) + amount)
    left -= amount
  }
  if (left < 0) throw new AppError('fees.over-allocated', { field: 'wished' })
  for (const [chargeId, amount] of asked) {
    const item = items.find((each) => each.chargeId === chargeId)
    if (!item) throw new AppError('request.not-found', { field: 'wished' })
    if (amount > item.open) throw new AppError('fees.over-allocated', { field: 'wished' })
  }
}

/** Checks that a move that was done is the one that is asked for. @throws AppError request.invalid */
async function requireSame(
  tx: Tx,
  schoolId: string,
  opId: string,
  { payerId, wished }: { payerId: string; wished: readonly Wish[] },
): Promise<void> {
  const done = await postingsOf(tx, schoolId, opId)
  const moved = done.filter(({ credit }) => credit === 'receivable').map(({ amount }) => amount)
  const isOf = done.every((line) => line.payerId === payerId)
  if (!isOf || canonicalJson(moved) !== canonicalJson(wished.map(({ amount }) => amount)))
    throw new AppError('request.invalid', { field: 'opId' })
}

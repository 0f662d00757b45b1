import type { Vault } from '#local/kernel/vault.ts'
import type { Remains } from '#local/outbox/outbox.types.ts'
import type { Sealed } from '#local/storage/forms-db.ts'
import type { StoredOp } from '#local/storage/outbox-db.ts'
import type { FeeCash } from '#shared/fees/fee-cash.contract.ts'
import type { FeeReceipt } from '#shared/fees/fee-payment.contract.ts'
import { isTransient } from '#shared/kernel/errors.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { FeeCashRequest, FeeCashShown, PendingFeeCash } from '#shared/fees/fee-cash.types.ts'
import { deskKinds } from './desk-work.types.ts'
import { appendSeen, cashNumber, type DeskParts } from './keep-at-desk.ts'

/*
 * Cash for fees: version 2 of `cash.take`, in the same stream and the same series of provisional numbers as version 1, which stays
 * as it was.
 */

const version = 2

type Row = Pick<StoredOp, 'body' | 'beside' | 'lastError'>

export const isFeeCash = ({ kind, v }: Pick<StoredOp, 'kind' | 'v'>): boolean =>
  kind === deskKinds.cash && v === version

const sealed = async (vault: Vault, operation: FeeCash, shown: FeeCashShown): Promise<Remains> => ({
  body: await vault.seal(operation),
  beside: await vault.seal(shown),
})

/** Opens cash for fees. Rejects where the browser has another key, or the bytes are not what was sealed. */
export async function openFeeCash(vault: Vault, { body, beside, lastError }: Row): Promise<PendingFeeCash> {
  const operation = (await vault.open(body as Sealed)) as FeeCash
  const shown = (await vault.open(beside as Sealed)) as FeeCashShown
  const isTold = shown.receipt === null && lastError !== null && !isTransient(lastError)
  return { operation, ...shown, problem: isTold ? lastError : null }
}

/** Keeps cash for fees with its provisional number. The same id again is the same receipt. */
export async function takeFeeCash(parts: DeskParts, { operation, paper }: FeeCashRequest): Promise<PendingFeeCash> {
  const { db, vault, surroundings } = parts
  const known = await db.ops.get(operation.opId)
  if (known) return openFeeCash(vault, known)
  const numberOf = await cashNumber(parts)
  const op = await appendSeen(parts, async (before) => {
    const { provisional, counters } = numberOf(before)
    const taken: FeeCash = { ...operation, provisional, takenAt: toInstant(surroundings.clock.nowMs()) }
    const content = await sealed(vault, taken, { paper, receipt: null })
    return { opId: operation.opId, kind: deskKinds.cash, v: version, body: taken, content, counters }
  })
  if (!op) throw new TypeError('cash is always entered')
  return openFeeCash(vault, op)
}

/** Returns what of booked cash stays on this device; names go as soon as they can. */
export const bookedFeeCash = (
  vault: Vault,
  { operation, paper }: PendingFeeCash,
  receipt: FeeReceipt,
): Promise<Remains> =>
  sealed(vault, operation, {
    paper: { ...paper, payer: { en: '', ar: '' }, children: [] },
    receipt: { number: receipt.number },
  })

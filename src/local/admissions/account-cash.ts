import type { Vault } from '#local/kernel/vault.ts'
import type { Remains } from '#local/outbox/outbox.types.ts'
import type { Sealed } from '#local/storage/forms-db.ts'
import type { StoredOp } from '#local/storage/outbox-db.ts'
import { isTransient } from '#shared/kernel/errors.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { AccountMovement } from '#shared/pos/account-money.contract.ts'
import type { DeskTopUp } from '#shared/pos/top-ups/desk-top-up.contract.ts'
import type { PendingTopUp, TopUpRequest, TopUpShown } from '#shared/pos/top-ups/desk-top-up.types.ts'
import { deskKinds } from './desk-work.types.ts'
import { appendSeen, cashNumber, type DeskParts } from './keep-at-desk.ts'

/*
 * Cash for pupils' accounts, in the same stream and the same series of provisional numbers as cash for a file and for fees. A kind of
 * its own: a tab of an older build sets it aside unread, and the next tab of this build sends it.
 */

type Row = Pick<StoredOp, 'body' | 'beside' | 'lastError' | 'ackedAtMs'>

const sealed = async (vault: Vault, operation: DeskTopUp, shown: TopUpShown): Promise<Remains> => ({
  body: await vault.seal(operation),
  beside: await vault.seal(shown),
})

/** Opens cash for an account. Rejects where the browser has another key, or the bytes are not what was sealed. */
export async function openTopUp(vault: Vault, { body, beside, lastError, ackedAtMs }: Row): Promise<PendingTopUp> {
  const operation = (await vault.open(body as Sealed)) as DeskTopUp
  const shown = (await vault.open(beside as Sealed)) as TopUpShown
  const isTold = shown.receipt === null && lastError !== null && !isTransient(lastError)
  return { operation, ...shown, bookedAtMs: shown.receipt && ackedAtMs, problem: isTold ? lastError : null }
}

/** Keeps cash for an account with its provisional number. The same id again is the same receipt. */
export async function takeTopUp(parts: DeskParts, { operation, paper }: TopUpRequest): Promise<PendingTopUp> {
  const { db, vault, surroundings } = parts
  const known = await db.ops.get(operation.opId)
  if (known) return openTopUp(vault, known)
  const numberOf = await cashNumber(parts)
  const op = await appendSeen(parts, async (before) => {
    const { provisional, counters } = numberOf(before)
    const taken: DeskTopUp = { ...operation, provisional, takenAt: toInstant(surroundings.clock.nowMs()) }
    const content = await sealed(vault, taken, { paper, receipt: null })
    return { opId: operation.opId, kind: deskKinds.topUp, body: taken, content, counters }
  })
  if (!op) throw new TypeError('cash is always entered')
  return openTopUp(vault, op)
}

const nobody = { en: '', ar: '' }

/** Returns what of booked cash stays on this device; names go as soon as they can. */
export const bookedTopUp = (
  vault: Vault,
  { operation, paper }: PendingTopUp,
  { documentNo }: AccountMovement,
): Promise<Remains> =>
  sealed(vault, operation, {
    paper: { ...paper, holder: { ...paper.holder, name: nobody, admissionNo: '', className: '' } },
    receipt: { number: documentNo ?? '' },
  })

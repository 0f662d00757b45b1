import type { StoredOp, StreamRow } from '#local/storage/outbox-db.ts'
import { chainStart, operationHash } from '#shared/kernel/chain.ts'
import type { OpId, UserId } from '#shared/kernel/ids.ts'
import type { OpDraft, Stamp } from './outbox.types.ts'

/** Stream counter naming the operation from which on all must be kept; 0 for none. */
export const keepFromCounter = 'keepFrom'

export const newStream = (stream: string): StreamRow => ({
  stream,
  nextSeq: 1,
  lastHash: chainStart,
  counters: {},
  openCount: 0,
  openMinor: 0,
})

/** Unsent or set aside: what the status chip and the tail count. */
export const isOpen = (state: StoredOp['state']): boolean => state === 'pending' || state === 'attention'

/** Gives a draft its place in the stream: next number, link to the previous one, hash over all of it. */
export function linkOperation(row: StreamRow, draft: OpDraft, stamp: Stamp): { op: StoredOp; row: StreamRow } {
  const unhashed = {
    opId: draft.opId as OpId,
    stream: row.stream,
    seq: row.nextSeq,
    prevHash: row.lastHash,
    kind: draft.kind,
    v: draft.v,
    body: draft.body,
    actorId: draft.actorId as UserId | null,
    ...stamp,
  }
  const hash = operationHash(unhashed)
  const op: StoredOp = {
    ...unhashed,
    ...(draft.sealed !== undefined && { body: draft.sealed, isSealed: true }),
    ...(draft.beside !== undefined && { beside: draft.beside }),
    hash,
    state: 'pending',
    amountMinor: draft.amountMinor,
    label: draft.label,
    attempts: 0,
    nextAtMs: 0,
    lastError: null,
    verdict: null,
    serverVersion: null,
    ackedAtMs: null,
  }
  const openCount = row.openCount + 1
  const openMinor = row.openMinor + (draft.amountMinor ?? 0)
  return { op, row: { ...row, nextSeq: row.nextSeq + 1, lastHash: hash, openCount, openMinor } }
}

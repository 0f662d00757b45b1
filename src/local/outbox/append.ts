// chunk: core
import type { StoredOp, StreamRow } from '#local/storage/outbox-db.ts'
import { maxOpBytes } from '#shared/kernel/chain.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { OpId, UserId } from '#shared/kernel/ids.ts'
import type { Clock } from '#shared/kernel/time.ts'
import { linkOperation } from './link.ts'
import { type OpDraft, type Stamp, StorageBroken, StorageFull } from './outbox.types.ts'
import type { OutboxStore } from './outbox-store.ts'
import { isConnectionLoss, isQuota } from './indexed-db/storage-failure.ts'

export interface Appender {
  store: OutboxStore
  clock: Clock
  stamp(): Stamp
  freeSpace(): Promise<void>
  sleep(ms: number): Promise<void>
}

/**
 * Builds a draft that may take numbers (receipt, shift) from the stream's counters in the same transaction; `seq` is the
 * operation's future number. Throwing refuses the operation, unless its id is saved already.
 */
export type BuildDraft = (
  counters: Record<string, number>,
  seq: number,
) => { draft: OpDraft; counters: Record<string, number> }

const envelopeBytes = 1024
const maxBodyBytes = maxOpBytes - envelopeBytes

const bytesOf = (body: unknown): number => new TextEncoder().encode(JSON.stringify(body)).length

/** Waits before reopening a connection the browser dropped (iOS drops it in the background). */
const reopenDelaysMs = [100, 300, 1000]

/** Set-aside operation that the new one replaces, and the person who replaces it. */
export interface Corrects {
  opId: string
  by: UserId
}

/** Full storage may be slow to release caches; within this time the person at the till learns that nothing was saved. */
const freeingMs = 2000

/**
 * Saves one user action durably: resolves after the strict transaction has completed, and only then may a screen confirm, a
 * receipt print or a drawer open. Saving the same id again returns what was saved first. The operation it `corrects` is discarded
 * in the same step.
 * @throws StorageFull when there is no room even after caches were dropped, StorageBroken when storage does not answer; AppError
 * request.too-large when the server could not accept it, outbox.not-set-aside when there is nothing to correct; in each case
 * nothing is saved and no number is used
 */
export async function append(
  appender: Appender,
  stream: string,
  opId: string,
  make: BuildDraft,
  corrects?: Corrects,
): Promise<StoredOp> {
  const closes = corrects && {
    opId: corrects.opId,
    closing: { by: corrects.by, atMs: appender.clock.nowMs(), reason: '', correctedBy: opId as OpId },
  }
  let freed = false
  for (let attempt = 0; ; attempt += 1) {
    try {
      const saved = await appender.store.append(stream, opId, (row) => linkFrom(row, make, appender.stamp()), closes)
      return saved.op
    } catch (error) {
      if (isQuota(error)) {
        if (freed) throw new StorageFull('no room on this device', { cause: error })
        freed = true
        await Promise.race([appender.freeSpace(), appender.sleep(freeingMs)])
        continue
      }
      const delay = reopenDelaysMs[attempt]
      if (!isConnectionLoss(error)) throw error
      if (delay === undefined) throw new StorageBroken('storage does not answer', { cause: error })
      await appender.sleep(delay)
    }
  }
}

function linkFrom(row: StreamRow, make: BuildDraft, stamp: Stamp) {
  const { draft, counters } = make(row.counters, row.nextSeq)
  if (bytesOf(draft.body) > maxBodyBytes) throw new AppError('request.too-large')
  return linkOperation({ ...row, counters }, draft, stamp)
}

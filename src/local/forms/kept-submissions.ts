import { knownServer, mayForgetBefore } from '#local/outbox/known-server.ts'
import type { OutboxStore } from '#local/outbox/outbox-store.ts'
import type { FormsDb, SubmittedRow } from '#local/storage/forms-db.ts'
import type { Drafts } from './drafts.ts'

/*
 * An acknowledgement is no backup: what was submitted stays on this device, sealed, until a verified copy of the server holds it. A server
 * that was restored from an older copy is sent it again, with its files.
 */

/** So much of the files of complete submissions is kept, in bytes; the oldest go first. */
export const maxKeptBytes = 50_000_000

export interface Keeping {
  db: FormsDb
  drafts: Drafts
  store: OutboxStore
  /** Time by the server's clock. */
  nowMs(): number
}

/** Marks a submission as complete; its files stay. */
export async function keepComplete(
  { db, store, nowMs }: Keeping,
  { id, stream, seq }: Pick<SubmittedRow, 'id' | 'stream' | 'seq'>,
): Promise<void> {
  const ackedAtMs = (await store.at(stream, seq))?.ackedAtMs
  let keptBytes = 0
  await db.files
    .where('draftId')
    .equals(id)
    .each(({ content }) => (keptBytes += content.data.byteLength))
  await db.handedIn.update(id, { state: 'complete', filesLeft: 0, ackedAtMs, keptSinceMs: nowMs(), keptBytes })
}

const isKept = (row: SubmittedRow): row is SubmittedRow & { keptSinceMs: number } => row.keptSinceMs !== undefined

/** Returns to its way what is being sent again, because the server was restored. @returns whether there was any */
export async function takeUpAgain({ db, store }: Keeping): Promise<boolean> {
  let isAny = false
  for (const row of await db.handedIn.filter(({ state }) => state === 'complete').toArray()) {
    const { id, stream, seq, ackedAtMs } = row
    const op = await store.at(stream, seq)
    // It may have been sent again before anybody looked.
    const isAgain = op?.state === 'pending' || (ackedAtMs !== undefined && op && op.ackedAtMs !== ackedAtMs)
    if (!isAgain) continue
    const filesLeft = await db.files.where('draftId').equals(id).count()
    await db.handedIn.update(id, { state: 'saved', filesLeft, keptSinceMs: undefined, keptBytes: undefined })
    isAny = true
  }
  return isAny
}

/** Deletes the files of complete submissions that a copy of the server holds, that are too old, or too many for this device. */
export async function forgetCopied({ db, drafts, store, nowMs }: Keeping): Promise<void> {
  const before = mayForgetBefore(nowMs(), await knownServer(store))
  const kept = (await db.handedIn.filter(isKept).toArray()).filter(isKept)
  let bytes = 0
  for (const { id, keptSinceMs, keptBytes = 0 } of kept.toSorted((a, b) => b.keptSinceMs - a.keptSinceMs)) {
    bytes += keptBytes
    if (keptSinceMs >= before && bytes <= maxKeptBytes) continue
    await drafts.drop(id)
    await db.handedIn.update(id, { keptSinceMs: undefined, keptBytes: undefined })
  }
}

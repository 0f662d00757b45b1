import { Dexie } from 'dexie'
import type { OutboxDb, StoredOp } from '#local/storage/outbox-db.ts'
import type { Tail } from '#shared/sync/sync.contract.ts'
import type { OutboxCounts } from '../outbox.types.ts'

/** Returns the operations of a stream in one state, in order. */
export const inState = (db: OutboxDb, state: StoredOp['state'], stream: string) =>
  db.ops.where('[state+stream+seq]').between([state, stream, Dexie.minKey], [state, stream, Dexie.maxKey])

export async function openRows(db: OutboxDb, limit: number): Promise<StoredOp[]> {
  const rows: StoredOp[] = []
  for (const { stream } of await db.streams.toArray()) {
    rows.push(...(await inState(db, 'attention', stream).limit(limit).toArray()))
    rows.push(...(await inState(db, 'pending', stream).limit(limit).toArray()))
  }
  return rows.sort((a, b) => a.wallAt.localeCompare(b.wallAt) || a.seq - b.seq).slice(0, limit)
}

export async function countOpen(db: OutboxDb): Promise<OutboxCounts> {
  return db.transaction('r', db.ops, db.streams, async () => {
    const counts: OutboxCounts = { pending: 0, attention: 0, oldestAtMs: null, pendingMinor: 0 }
    for (const row of await db.streams.toArray()) {
      const attention = await inState(db, 'attention', row.stream).count()
      const oldest = Date.parse((await oldestOpen(db, row.stream))?.wallAt ?? '')
      counts.attention += attention
      counts.pending += row.openCount - attention
      counts.pendingMinor += row.openMinor
      if (!Number.isNaN(oldest)) counts.oldestAtMs = Math.min(counts.oldestAtMs ?? oldest, oldest)
    }
    return counts
  })
}

async function oldestOpen(db: OutboxDb, stream: string): Promise<StoredOp | undefined> {
  const first = [await inState(db, 'pending', stream).first(), await inState(db, 'attention', stream).first()]
  return first.filter((op) => op !== undefined).sort((a, b) => a.seq - b.seq)[0]
}

/** Returns the pending operations of a stream behind a number, in order. */
export const pendingAfter = (db: OutboxDb, stream: string, seq: number) =>
  db.ops.where('[state+stream+seq]').between(['pending', stream, seq], ['pending', stream, Dexie.maxKey], false)

export async function readTails(db: OutboxDb): Promise<Record<string, Tail>> {
  const tails: Record<string, Tail> = {}
  for (const row of await db.streams.toArray()) {
    const oldest = await oldestOpen(db, row.stream)
    tails[row.stream] = {
      nextSeq: row.nextSeq,
      pending: row.openCount,
      oldestAt: oldest?.wallAt ?? null,
      pendingMinor: row.openMinor,
    }
  }
  return tails
}

/** Returns the next due time. Only a stream's first pending operation decides when the stream is due. */
export async function nextDue(db: OutboxDb): Promise<number | null> {
  let due: number | null = null
  for (const { stream } of await db.streams.toArray()) {
    const first = await inState(db, 'pending', stream).first()
    if (first) due = Math.min(due ?? first.nextAtMs, first.nextAtMs)
  }
  return due
}

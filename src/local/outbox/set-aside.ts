import type { Discard, OutboxDb, StoredOp } from '#local/storage/outbox-db.ts'
import { closeRow } from './close-row.ts'
import { inState } from './outbox-figures.ts'

/* Actions on set-aside operations, on Dexie. Their meaning is documented in `outbox-store.ts`. */

export const retrySetAside = (db: OutboxDb): Promise<number> =>
  db.transaction('rw', db.ops, db.streams, async () => {
    let count = 0
    for (const { stream } of await db.streams.toArray()) {
      count += await inState(db, 'attention', stream).modify({ state: 'pending', nextAtMs: 0, attempts: 0 })
    }
    return count
  })

export const markExported = (db: OutboxDb, opIds: readonly string[], atMs: number): Promise<void> =>
  db.transaction('rw', db.ops, async () => {
    await db.ops.where('opId').anyOf(opIds.slice()).modify({ exportedAtMs: atMs })
  })

export const closeSetAside = (db: OutboxDb, opId: string, closing: Discard): Promise<void> =>
  db.transaction('rw', db.ops, db.streams, async () => {
    const before = await db.ops.get(opId as StoredOp['opId'])
    const { op, row } = closeRow(before, before && (await db.streams.get(before.stream)), closing)
    await db.ops.put(op)
    await db.streams.put(row)
  })

export const closedRows = (db: OutboxDb): Promise<StoredOp[]> =>
  db.transaction('r', db.ops, db.streams, async () => {
    const rows: StoredOp[] = []
    for (const { stream } of await db.streams.toArray()) rows.push(...(await inState(db, 'closed', stream).toArray()))
    return rows
  })

import { Dexie } from 'dexie'
import { type Discard, OutboxDb, type StoredOp } from '#local/storage/outbox-db.ts'
import { appendNatively } from './append-natively.ts'
import { maxWaitMs } from '../back-off.ts'
import { closeRow } from '../close-row.ts'
import { keepFromCounter } from '../link.ts'
import { LeaseLost } from '../outbox.types.ts'
import { countOpen, inState, nextDue, openRows, pendingAfter, readTails } from './outbox-figures.ts'
import type { OutboxStore } from '../outbox-store.ts'
import { leaseKey, settleNatively } from './settle-natively.ts'

/* Actions on set-aside operations, on Dexie. Their meaning is documented in `outbox-store.ts`. */

const retrySetAside = (db: OutboxDb): Promise<number> =>
  db.transaction('rw', db.ops, db.streams, async () => {
    let count = 0
    for (const { stream } of await db.streams.toArray()) {
      count += await inState(db, 'attention', stream).modify({ state: 'pending', nextAtMs: 0, attempts: 0 })
    }
    return count
  })

const markExported = (db: OutboxDb, opIds: readonly string[], atMs: number): Promise<void> =>
  db.transaction('rw', db.ops, async () => {
    await db.ops.where('opId').anyOf(opIds.slice()).modify({ exportedAtMs: atMs })
  })

const closeSetAside = (db: OutboxDb, opId: string, closing: Discard): Promise<void> =>
  db.transaction('rw', db.ops, db.streams, async () => {
    const before = await db.ops.get(opId as StoredOp['opId'])
    const { op, row } = closeRow(before, before && (await db.streams.get(before.stream)), closing)
    await db.ops.put(op)
    await db.streams.put(row)
  })

const closedRows = (db: OutboxDb): Promise<StoredOp[]> =>
  db.transaction('r', db.ops, db.streams, async () => {
    const rows: StoredOp[] = []
    for (const { stream } of await db.streams.toArray()) rows.push(...(await inState(db, 'closed', stream).toArray()))
    return rows
  })

const journalSize = 500

/** Opens the outbox on IndexedDB. Connects lazily; the next call reopens a closed connection. */
export function openOutboxStore(name: string, db = new OutboxDb(name)): OutboxStore {
  return {
    append: (stream, opId, make, closes) => appendNatively(db, stream, opId, make, closes),
    takeLease: () =>
      db.transaction('rw', db.meta, async () => {
        const epoch = (await leaseOf(db)) + 1
        await db.meta.put({ key: leaseKey, value: epoch })
        return epoch
      }),
    claim: (lease, nowMs, limits, sent = []) =>
      db.transaction('r', db.ops, db.streams, db.meta, async () => {
        await checkLease(db, lease)
        return claimDue(db, nowMs, limits, sent)
      }),
    settle: (lease, updates) => settleNatively(db, lease, updates),
    retrySetAside: () => retrySetAside(db),
    markExported: (opIds, atMs) => markExported(db, opIds, atMs),
    closeSetAside: (opId, closing) => closeSetAside(db, opId, closing),
    closed: () => closedRows(db),
    markClosingsTold: (lease, opIds) =>
      db.transaction('rw', db.ops, db.meta, async () => {
        await checkLease(db, lease)
        await db.ops.where('opId').anyOf(opIds.slice()).modify({ isClosingTold: true })
      }),
    at: (stream, seq) => db.ops.where('[stream+seq]').equals([stream, seq]).first(),
    ofStream: (stream, fromSeq) => readStream(db, stream, fromSeq),
    open: (limit) => openRows(db, limit),
    counts: () => countOpen(db),
    tails: () => readTails(db),
    stream: (stream) => db.streams.get(stream),
    nextDueMs: () => nextDue(db),
    prune: (ackedBeforeMs, keepFrom) => prune(db, ackedBeforeMs, keepFrom),
    getMeta: async <T>(key: string) => (await db.meta.get(key))?.value as T | undefined,
    putMeta: (key, value) => db.transaction('rw', db.meta, async () => void (await db.meta.put({ key, value }))),
    changeMeta: <T>(key: string, change: (value: T | undefined) => T) =>
      db.transaction('rw', db.meta, async () => {
        const value = change((await db.meta.get(key))?.value as T | undefined)
        await db.meta.put({ key, value })
      }),
    note: (event, detail, atMs) =>
      db.transaction('rw', db.journal, async () => {
        const id = await db.journal.add({ atMs, event, detail })
        await db.journal
          .where('id')
          .belowOrEqual(id - journalSize)
          .delete()
      }),
    close: () => db.close(),
  }
}

const prune = (db: OutboxDb, ackedBeforeMs: number, keepFrom: Record<string, number>): Promise<number> =>
  db.transaction('rw', db.ops, db.streams, async () => {
    const own = new Map((await db.streams.toArray()).map((row) => [row.stream, row.counters[keepFromCounter]]))
    const isKept = ({ stream, seq }: StoredOp) => seq >= Math.min(keepFrom[stream] ?? 0, own.get(stream) || Infinity)
    return db.ops
      .where('[state+stream+seq]')
      .between(['acked'], ['acked', Dexie.maxKey])
      .filter((op) => (op.ackedAtMs ?? Infinity) < ackedBeforeMs && !isKept(op))
      .delete()
  })

/** Rows read by one request. */
const rowsAtOnce = 500

/** Reads a long stream in parts that are asked for together: one is unpacked while the browser reads the next. */
const readStream = (db: OutboxDb, stream: string, fromSeq: number): Promise<StoredOp[]> =>
  db.transaction('r', db.ops, db.streams, async () => {
    const between = (from: number, below: unknown) =>
      db.ops.where('[stream+seq]').between([stream, from], [stream, below])
    // What is older was deleted: an old till has years of numbers and a week of rows.
    const [first, row] = await Promise.all([between(fromSeq, Dexie.maxKey).first(), db.streams.get(stream)])
    const parts: Promise<StoredOp[]>[] = []
    for (let from = first?.seq ?? Infinity; from < (row?.nextSeq ?? 0); from += rowsAtOnce)
      parts.push(between(from, from + rowsAtOnce).toArray())
    return (await Promise.all(parts)).flat()
  })

const leaseOf = async (db: OutboxDb): Promise<number> =>
  ((await db.meta.get(leaseKey))?.value as number | undefined) ?? 0

async function checkLease(db: OutboxDb, lease: number): Promise<void> {
  if ((await leaseOf(db)) !== lease) throw new LeaseLost()
}

/** Returns pending operations in order; a stream stops at its first postponed one, since order must hold. */
async function claimDue(
  db: OutboxDb,
  nowMs: number,
  limits: { ops: number; bytes: number },
  sent: readonly StoredOp[],
): Promise<StoredOp[]> {
  const due: StoredOp[] = []
  let bytes = 0
  for (const { stream } of await db.streams.toArray()) {
    const room = limits.ops - due.length
    if (room <= 0) break
    for (const op of await pendingAfter(db, stream, sent.findLast((op) => op.stream === stream)?.seq ?? 0)
      .limit(room)
      .toArray()) {
      const waitMs = op.nextAtMs - nowMs
      // No postponement is longer than that: the clock has been set back since.
      if (waitMs > 0 && waitMs <= maxWaitMs) break
      bytes += wireBytes(op)
      if (bytes > limits.bytes && due.length > 0) return due
      due.push(op)
    }
  }
  return due
}

const encoder = new TextEncoder()

/** Size on the wire: Arabic takes two bytes a letter. The envelope around the body has about 600. */
const wireBytes = (op: StoredOp): number => encoder.encode(JSON.stringify(op.body)).length + 600

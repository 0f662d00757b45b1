import { Dexie } from 'dexie'
import { OutboxDb, type StoredOp } from '#local/storage/outbox-db.ts'
import type { Tail } from '#shared/contract/sync.ts'
import type { OpId } from '#shared/kernel/ids.ts'
import { appendNatively } from './append-natively.ts'
import { longestWaitMs } from './back-off.ts'
import { isOpen, keepFromCounter } from './link.ts'
import { LeaseLost, type OpUpdate, type OutboxCounts } from './outbox.types.ts'
import type { OutboxStore } from './outbox-store.ts'

const leaseKey = 'leaseEpoch'
const journalSize = 500

/** The outbox on IndexedDB. Opens lazily; a closed connection is opened again by the next call. */
export function openOutboxStore(name: string): OutboxStore {
  const db = new OutboxDb(name)
  return {
    append: (stream, opId, make) => appendNatively(db, stream, opId, make),
    takeLease: () =>
      db.transaction('rw', db.meta, async () => {
        const epoch = (await leaseOf(db)) + 1
        await db.meta.put({ key: leaseKey, value: epoch })
        return epoch
      }),
    claim: (lease, nowMs, limits) =>
      db.transaction('r', db.ops, db.streams, db.meta, async () => {
        await checkLease(db, lease)
        return claimDue(db, nowMs, limits)
      }),
    settle: (lease, updates) =>
      db.transaction('rw', db.ops, db.streams, db.meta, async () => {
        await checkLease(db, lease)
        await applyUpdates(db, updates)
      }),
    retrySetAside: () => retrySetAside(db),
    at: (stream, seq) => db.ops.where('[stream+seq]').equals([stream, seq]).first(),
    ofStream: (stream, fromSeq) =>
      db.ops.where('[stream+seq]').between([stream, fromSeq], [stream, Dexie.maxKey]).toArray(),
    open: (limit) => openRows(db, limit),
    counts: () => countOpen(db),
    tails: () => readTails(db),
    stream: (stream) => db.streams.get(stream),
    nextDueMs: () => nextDue(db),
    prune: (ackedBeforeMs, keepFrom) =>
      db.transaction('rw', db.ops, db.streams, async () => {
        const own = new Map((await db.streams.toArray()).map((row) => [row.stream, row.counters[keepFromCounter]]))
        const isKept = ({ stream, seq }: StoredOp) =>
          seq >= Math.min(keepFrom[stream] ?? 0, own.get(stream) || Infinity)
        return db.ops
          .where('[state+stream+seq]')
          .between(['acked'], ['acked', Dexie.maxKey])
          .filter((op) => (op.ackedAtMs ?? Infinity) < ackedBeforeMs && !isKept(op))
          .delete()
      }),
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

const leaseOf = async (db: OutboxDb): Promise<number> =>
  ((await db.meta.get(leaseKey))?.value as number | undefined) ?? 0

async function checkLease(db: OutboxDb, lease: number): Promise<void> {
  if ((await leaseOf(db)) !== lease) throw new LeaseLost()
}

const inState = (db: OutboxDb, state: StoredOp['state'], stream: string) =>
  db.ops.where('[state+stream+seq]').between([state, stream, Dexie.minKey], [state, stream, Dexie.maxKey])

const retrySetAside = (db: OutboxDb): Promise<number> =>
  db.transaction('rw', db.ops, db.streams, async () => {
    let count = 0
    for (const { stream } of await db.streams.toArray()) {
      count += await inState(db, 'attention', stream).modify({ state: 'pending', nextAtMs: 0, attempts: 0 })
    }
    return count
  })

/** Pending operations in order; a stream stops at its first one that is postponed, for its order must hold. */
async function claimDue(db: OutboxDb, nowMs: number, limits: { ops: number; bytes: number }): Promise<StoredOp[]> {
  const due: StoredOp[] = []
  let bytes = 0
  for (const { stream } of await db.streams.toArray()) {
    const room = limits.ops - due.length
    if (room <= 0) break
    for (const op of await inState(db, 'pending', stream).limit(room).toArray()) {
      const waitMs = op.nextAtMs - nowMs
      // Nobody is told to wait longer than that: the clock has been set back since.
      if (waitMs > 0 && waitMs <= longestWaitMs) break
      bytes += wireBytes(op)
      if (bytes > limits.bytes && due.length > 0) return due
      due.push(op)
    }
  }
  return due
}

const encoder = new TextEncoder()

/** As it goes over the wire: Arabic takes two bytes a letter. The envelope around the body has about 600. */
const wireBytes = (op: StoredOp): number => encoder.encode(JSON.stringify(op.body)).length + 600

/** Keeps the stream's running figures of what is unsent in step with the states, in the caller's transaction. */
async function applyUpdates(db: OutboxDb, updates: readonly OpUpdate[]): Promise<void> {
  const ops = await db.ops.bulkGet(updates.map((u) => u.opId as OpId))
  const changed: StoredOp[] = []
  const streams = new Map((await db.streams.toArray()).map((row) => [row.stream, row]))
  updates.forEach((update, i) => {
    const before = ops[i]
    if (!before) return
    const after = { ...before, ...update.change }
    changed.push(after)
    const row = streams.get(after.stream)
    const step = Number(isOpen(after.state)) - Number(isOpen(before.state))
    if (!row || step === 0) return
    row.openCount += step
    row.openMinor += step * (after.amountMinor ?? 0)
  })
  await db.ops.bulkPut(changed)
  await db.streams.bulkPut([...streams.values()])
}

async function openRows(db: OutboxDb, limit: number): Promise<StoredOp[]> {
  const rows: StoredOp[] = []
  for (const { stream } of await db.streams.toArray()) {
    rows.push(...(await inState(db, 'attention', stream).limit(limit).toArray()))
    rows.push(...(await inState(db, 'pending', stream).limit(limit).toArray()))
  }
  return rows.sort((a, b) => a.wallAt.localeCompare(b.wallAt) || a.seq - b.seq).slice(0, limit)
}

async function countOpen(db: OutboxDb): Promise<OutboxCounts> {
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

async function readTails(db: OutboxDb): Promise<Record<string, Tail>> {
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

/** Only a stream's first pending operation decides when the stream is due. */
async function nextDue(db: OutboxDb): Promise<number | null> {
  let due: number | null = null
  for (const { stream } of await db.streams.toArray()) {
    const first = await inState(db, 'pending', stream).first()
    if (first) due = Math.min(due ?? first.nextAtMs, first.nextAtMs)
  }
  return due
}

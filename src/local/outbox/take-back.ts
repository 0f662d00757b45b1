import type { Discard, OutboxDb, StoredOp } from '#local/storage/outbox-db.ts'
import { closeRow } from './close-row.ts'
import { isOpen } from './link.ts'
import type { Remains } from './outbox.types.ts'

/*
 * What a person may do to operations of their own desk, on Dexie. Unlike a till's these are no facts that somebody has to
 * account for: they are taken back without a copy, and then nothing of what they said stays.
 */

const nothing: Remains = { body: null, beside: undefined }

/** Ends an operation that waits or was set aside, and forgets what it said; its number stays. Changes nothing otherwise. */
export const takeBack = (db: OutboxDb, opId: string, closing: Discard): Promise<void> =>
  db.transaction('rw', db.ops, db.streams, async () => {
    const before = await db.ops.get(opId as StoredOp['opId'])
    if (!before || !isOpen(before.state)) return
    const aside: StoredOp = { ...before, state: 'attention', exportedAtMs: closing.atMs }
    const { op, row } = closeRow(aside, await db.streams.get(before.stream), closing)
    await db.ops.put({ ...op, ...nothing })
    await db.streams.put(row)
  })

/** Forgets what the operations said that another one was entered in place of. */
export const forgetReplaced = (db: OutboxDb, stream: string): Promise<void> =>
  db.transaction('rw', db.ops, async () => {
    await db.ops
      .where('[state+stream+seq]')
      .between(['closed', stream, 0], ['closed', stream, Infinity])
      .filter(({ body }) => body !== null)
      .modify(nothing)
  })

/** What was set aside and is meant is pending once more. @returns how many that are */
export const retryOnly = (db: OutboxDb, stream: string, isMeant: (op: StoredOp) => boolean): Promise<number> =>
  db.transaction('rw', db.ops, () =>
    db.ops
      .where('[state+stream+seq]')
      .between(['attention', stream, 0], ['attention', stream, Infinity])
      .filter(isMeant)
      .modify({ state: 'pending', nextAtMs: 0, attempts: 0 }),
  )

/** Says again what a set-aside operation says on this device, and why it was set aside. */
export const rewriteSetAside = (
  db: OutboxDb,
  opId: string,
  change: Remains & Pick<StoredOp, 'lastError'>,
): Promise<void> =>
  db.transaction('rw', db.ops, async () => {
    const op = await db.ops.get(opId as StoredOp['opId'])
    if (op?.state === 'attention') await db.ops.put({ ...op, ...change })
  })

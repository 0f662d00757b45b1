import type { Closing, StoredOp, StreamRow } from '#local/storage/outbox-db.ts'
import type { Tail } from '#shared/sync/sync.contract.ts'
import type { OpUpdate, OutboxCounts } from './outbox.types.ts'

/**
 * The storage that the outbox stands on, in steps that are atomic: each resolves once it is durable and rejects when
 * nothing of it happened. Implemented on Dexie; a simulator may bring its own.
 */
export interface OutboxStore {
  /**
   * One strict read-write transaction: `make` gets the stream's row and gives back the operation and the row after it.
   * Resolves on the transaction's `complete`, never on a request's success (Chromium fires that before it aborts for
   * quota). An operation id that exists already answers `already` and changes nothing: a double tap saves once.
   * With `closes` the same transaction closes the set-aside operation that the new one is entered in place of.
   * @throws AppError outbox.not-set-aside when that one is not set aside in this stream (any more): nothing is saved then
   */
  append(
    stream: string,
    opId: string,
    make: (row: StreamRow) => { op: StoredOp; row: StreamRow },
    closes?: { opId: string; closing: Closing },
  ): Promise<{ outcome: 'saved' | 'already'; op: StoredOp }>

  /** Takes the lead: raises the lease epoch durably and returns it. */
  takeLease(): Promise<number>
  /** What is due to be sent, in order, stream by stream. @throws LeaseLost */
  claim(lease: number, nowMs: number, limits: { ops: number; bytes: number }): Promise<StoredOp[]>
  /** Writes what became of operations, all or nothing. @throws LeaseLost */
  settle(lease: number, updates: readonly OpUpdate[]): Promise<void>

  /** A person wants it tried again: what was set aside is pending once more. @returns how many that are */
  retrySetAside(): Promise<number>
  /** These were handed to a person as a file. */
  markExported(opIds: readonly string[], atMs: number): Promise<void>
  /**
   * A person ends what was set aside, after it was exported. The row stays, and is never sent.
   * @throws AppError outbox.not-set-aside, outbox.not-exported
   */
  closeSetAside(opId: string, closing: Closing): Promise<void>
  /** What persons have closed, in order of their numbers, stream by stream. */
  closed(): Promise<StoredOp[]>
  /** The server knows that these are closed. @throws LeaseLost */
  markClosingsTold(lease: number, opIds: readonly string[]): Promise<void>

  /** Reads one operation of a stream by its number. */
  at(stream: string, seq: number): Promise<StoredOp | undefined>
  /** The operations of a stream from a number on, in order. */
  ofStream(stream: string, fromSeq: number): Promise<StoredOp[]>
  /** Everything unsent or waiting for a person, oldest first, at most `limit`. */
  open(limit: number): Promise<StoredOp[]>
  counts(): Promise<OutboxCounts>
  tails(): Promise<Record<string, Tail>>
  stream(stream: string): Promise<StreamRow | undefined>
  /** When the earliest postponed operation is due; null when nothing waits. */
  nextDueMs(): Promise<number | null>

  /**
   * Deletes acknowledged operations settled before `ackedBeforeMs` with a number below `keepFrom[stream]` and below what the
   * stream's own counter says.
   */
  prune(ackedBeforeMs: number, keepFrom: Record<string, number>): Promise<number>

  getMeta<T>(key: string): Promise<T | undefined>
  putMeta(key: string, value: unknown): Promise<void>
  /** Reads and writes in one transaction; when `change` throws, nothing is written and its error comes back. */
  changeMeta<T>(key: string, change: (value: T | undefined) => T): Promise<void>
  note(event: string, detail: string, atMs: number): Promise<void>
  close(): void
}

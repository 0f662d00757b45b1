import type { Discard, StoredOp, StreamRow } from '#local/storage/outbox-db.ts'
import type { Tail } from '#shared/sync/sync.contract.ts'
import type { OpUpdate, OutboxCounts } from './outbox.types.ts'

/**
 * Storage of the outbox in atomic steps: each resolves once it is durable and rejects when nothing of it happened. Implemented on
 * Dexie; a simulator may bring its own.
 */
export interface OutboxStore {
  /**
   * Appends in one strict read-write transaction: `make` gets the stream's row and returns the operation and the row after it.
   * Resolves on the transaction's `complete`, never on a request's success (Chromium fires that before it aborts for quota). An
   * existing operation id returns `already` and changes nothing: a double tap saves once. With `closes` the same transaction
   * discards the set-aside operation that the new one replaces.
   * @throws AppError outbox.not-set-aside when that one is not (or no longer) set aside in this stream: nothing is saved then
   */
  append(
    stream: string,
    opId: string,
    make: (row: StreamRow) => { op: StoredOp; row: StreamRow },
    closes?: { opId: string; closing: Discard },
  ): Promise<{ outcome: 'saved' | 'already'; op: StoredOp }>

  /** Takes the lead: raises the lease epoch durably and returns it. */
  takeLease(): Promise<number>
  /**
   * Returns what is due to be sent, in order, stream by stream; of a stream with operations in `sent`, what follows the last of them.
   * @throws LeaseLost
   */
  claim(
    lease: number,
    nowMs: number,
    limits: { ops: number; bytes: number },
    sent?: readonly StoredOp[],
  ): Promise<StoredOp[]>
  /** Writes the outcome of operations, all or nothing. @throws LeaseLost */
  settle(lease: number, updates: readonly OpUpdate[]): Promise<void>

  /** Makes set-aside operations pending again. @returns how many */
  retrySetAside(): Promise<number>
  /** Marks operations as exported to a file. */
  markExported(opIds: readonly string[], atMs: number): Promise<void>
  /**
   * Discards a set-aside operation after its export. The row stays, and is never sent.
   * @throws AppError outbox.not-set-aside, outbox.not-exported
   */
  closeSetAside(opId: string, closing: Discard): Promise<void>
  /** Returns the discarded operations in order of their numbers, stream by stream. */
  closed(): Promise<StoredOp[]>
  /** Marks discards as acknowledged by the server. @throws LeaseLost */
  markClosingsTold(lease: number, opIds: readonly string[]): Promise<void>

  /** Reads one operation of a stream by its number. */
  at(stream: string, seq: number): Promise<StoredOp | undefined>
  /** Returns the operations of a stream from a number on, in order. */
  ofStream(stream: string, fromSeq: number): Promise<StoredOp[]>
  /** Returns everything unsent or set aside, oldest first, at most `limit`. */
  open(limit: number): Promise<StoredOp[]>
  counts(): Promise<OutboxCounts>
  tails(): Promise<Record<string, Tail>>
  stream(stream: string): Promise<StreamRow | undefined>
  /** Returns when the earliest postponed operation is due; null when none is postponed. */
  nextDueMs(): Promise<number | null>

  /**
   * Deletes acknowledged operations settled before `ackedBeforeMs` with a number below `keepFrom[stream]` and below what the
   * stream's own counter says.
   */
  prune(ackedBeforeMs: number, keepFrom: Record<string, number>): Promise<number>

  getMeta<T>(key: string): Promise<T | undefined>
  putMeta(key: string, value: unknown): Promise<void>
  /** Reads and writes in one transaction; when `change` throws, nothing is written and the error is rethrown. */
  changeMeta<T>(key: string, change: (value: T | undefined) => T): Promise<void>
  note(event: string, detail: string, atMs: number): Promise<void>
  close(): void
}

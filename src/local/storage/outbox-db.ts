// chunk: core
import { Dexie, type EntityTable, type Table } from 'dexie'
import type { MessageId } from '#shared/kernel/errors.ts'
import type { OpId, UserId } from '#shared/kernel/ids.ts'
import type { Operation, Verdict } from '#shared/sync/sync.contract.ts'

/**
 * `pending`: to be sent · `acked`: the server has it · `attention`: set aside, because the server or the way there refuses it; a
 * person decides · `closed`: discarded, never sent. Only acked rows leave the table (after seven days); closed ones stay, as
 * their number in the stream needs them. An older build knows no `closed`: it neither sends nor counts nor deletes such a row,
 * and waits behind its number until a newer build has declared it.
 */
export type OpState = 'pending' | 'acked' | 'attention' | 'closed'

/** Discard of a set-aside operation: by whom, when and why. */
export interface Discard {
  by: UserId
  atMs: number
  /** Reason in the person's words; empty when another operation replaced it. */
  reason: string
  /** Operation entered in its place. */
  correctedBy: OpId | null
}

export interface StoredOp extends Operation {
  state: OpState
  /** Amount of this operation, for the unsent value; null when it has none. */
  amountMinor: number | null
  /** Display label: a receipt number. */
  label: string | null
  attempts: number
  /** Earliest wall time to send; 0 for at once. */
  nextAtMs: number
  lastError: MessageId | null
  verdict: Verdict | null
  serverVersion: number | null
  ackedAtMs: number | null
  /** Time of the last export to a file. */
  exportedAtMs?: number
  /** Only with `closed`. */
  closing?: Discard
  /** True if the body is stored encrypted; number, link and hash are those of the plain body, which is what is sent. */
  isSealed?: true
  /** What is shown with the operation on this device and never sent, stored encrypted. */
  beside?: unknown
  /** Only with `closed`: the server has acknowledged the discard. */
  isClosingTold?: boolean
}

export interface StreamRow {
  stream: string
  nextSeq: number
  lastHash: string
  /** Numbers issued together with operations of this stream: receipts, shifts. */
  counters: Record<string, number>
  /** Operations not acknowledged, and the money in them: kept in step, so that no screen counts rows. */
  openCount: number
  openMinor: number
}

export interface MetaRow {
  key: string
  value: unknown
}

/** Delivery event for support: counts and codes, nothing personal. */
export interface JournalRow {
  id: number
  atMs: number
  event: string
  detail: string
}

/**
 * Outbox database. Version 1 is permanent: unsent work is never migrated, so that no upgrade and no rollback can touch it. New
 * fields of a row need no version; new tables belong in the snapshot database.
 */
export class OutboxDb extends Dexie {
  ops!: EntityTable<StoredOp, 'opId'>
  streams!: EntityTable<StreamRow, 'stream'>
  meta!: EntityTable<MetaRow, 'key'>
  journal!: Table<JournalRow, number, Omit<JournalRow, 'id'>>

  constructor(name: string) {
    // Strict: Chrome's default answers before the medium has the data (relaxed since Chrome 121).
    super(name, { chromeTransactionDurability: 'strict' })
    this.version(1).stores({
      ops: 'opId, &[stream+seq], [state+stream+seq]',
      streams: 'stream',
      meta: 'key',
      journal: '++id',
    })
  }
}

/** Returns the name of the paired device's outbox for a school. */
export const deviceOutboxName = (schoolCode: string): string => `ob-${schoolCode}-device`

/** Returns the name of an unpaired browser's outbox, for forms that visitors submit. */
export const visitorOutboxName = (schoolCode: string): string => `ob-${schoolCode}-visitor`

/** Returns the schools for which this browser holds an outbox. */
export async function schoolsWithOutbox(): Promise<string[]> {
  const names = await Dexie.getDatabaseNames()
  return names.flatMap((name) => /^ob-(.+)-device$/.exec(name)?.[1] ?? [])
}

import { Dexie, type EntityTable, type Table } from 'dexie'
import type { MessageId } from '#shared/kernel/errors.ts'
import type { OpId, UserId } from '#shared/kernel/ids.ts'
import type { Operation, Verdict } from '#shared/sync/sync.contract.ts'

/**
 * `pending`: to be sent · `acked`: the server has it · `attention`: the server or the way there will not take it as it
 * is, a person decides · `closed`: a person has decided that it is never sent. Nothing leaves the table but acked rows
 * (after seven days); closed ones stay, as what the number in the stream was. An older build knows no `closed`: it neither
 * sends nor counts nor deletes such a row, and waits behind its number until a newer build has declared it.
 */
export type OpState = 'pending' | 'acked' | 'attention' | 'closed'

/** Who ended a set-aside operation, when and why. */
export interface Closing {
  by: UserId
  atMs: number
  /** In the person's words; empty when another operation was entered in its place. */
  reason: string
  /** The operation that was entered in its place. */
  correctedBy: OpId | null
}

export interface StoredOp extends Operation {
  state: OpState
  /** Money this operation is about, for the unsent value; null when none. */
  amountMinor: number | null
  /** What people call it: a receipt number. */
  label: string | null
  attempts: number
  /** Not before this wall time; 0 for at once. */
  nextAtMs: number
  lastError: MessageId | null
  verdict: Verdict | null
  serverVersion: number | null
  ackedAtMs: number | null
  /** When it was last handed to a person as a file. */
  exportedAtMs?: number
  /** With `closed` only. */
  closing?: Closing
  /** The body is stored encrypted; number, link and hash are those of the plain one, which is what is sent. */
  isSealed?: true
  /** What is shown with the operation on this device and never sent, stored encrypted. */
  beside?: unknown
  /** With `closed` only: the server knows of it. */
  isClosingTold?: boolean
}

export interface StreamRow {
  stream: string
  nextSeq: number
  lastHash: string
  /** Numbers given out together with operations of this stream: receipts, shifts. */
  counters: Record<string, number>
  /** Operations that are not acknowledged, and the money in them: kept in step, so that no screen counts rows. */
  openCount: number
  openMinor: number
}

export interface MetaRow {
  key: string
  value: unknown
}

/** One delivery event, for support: counts and codes, nothing personal. */
export interface JournalRow {
  id: number
  atMs: number
  event: string
  detail: string
}

/**
 * The outbox database. Version 1 is for ever: unsent work is never migrated, so that no upgrade and no rollback can
 * touch it. New fields of a row need no version; new tables belong into the snapshot database.
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

/** One outbox per school and paired device. */
export const deviceOutboxName = (schoolCode: string): string => `ob-${schoolCode}-device`

/** The outbox of a browser that nobody has paired: forms that its people hand in. */
export const visitorOutboxName = (schoolCode: string): string => `ob-${schoolCode}-visitor`

/** The schools that this browser holds an outbox for. */
export async function schoolsWithOutbox(): Promise<string[]> {
  const names = await Dexie.getDatabaseNames()
  return names.flatMap((name) => /^ob-(.+)-device$/.exec(name)?.[1] ?? [])
}

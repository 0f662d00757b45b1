import { sql } from 'drizzle-orm'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { minuteMs } from '#shared/kernel/time.ts'
import type { Executor } from './executor.ts'

/** Kinds of background work, each with rounds of its own. Stored. */
export const workKinds = [
  'admission-clock',
  'admission-import',
  'bank-lines',
  'billing',
  'bulk-letters',
  'earned-revenue',
  'erasure',
  'face-retention',
  'fee-payments',
  'it-alerts',
  'letter-printing',
  'mail',
  'mail-urgent',
  'patterns',
  'pupil-import',
  'removed-lines',
  'subject-access',
  'sums-by-day',
  'webhooks',
] as const
export type WorkKind = (typeof workKinds)[number]

export interface DueSchool {
  readonly schoolId: string
  /** Sender name of its emails. */
  readonly name: Bilingual
  /** True while something changes in it: it is due in every round. */
  readonly isChanging: boolean
}

/** Says which schools background work looks at. */
export interface DueWork {
  /** Lists the schools that work of a kind is due at, by one statement whatever their number; none while the server is held. */
  list(kind: WorkKind): Promise<readonly DueSchool[]>
  /** Notes that a school in which nothing changes was looked at, and is due again in `inMs` at the latest. */
  settle(kind: WorkKind, schoolId: string, inMs: number): Promise<void>
}

/** A school counts as changing so long after its last change: several rounds of every kind that is not seldom. */
const changingMs = 3 * minuteMs
/** A change within so long of one that was noted is not noted again. */
const notedMs = minuteMs

/**
 * Notes which schools change, in the transactions that change them. One statement a minute and school: the round that follows any
 * change of that minute finds the school noted.
 */
export class ChangeNotes {
  readonly #noted = new Set<string>()
  readonly #isDistributed: boolean

  /** @param isDistributed true where the nodes of the database write, so that only they know whether a transaction has written */
  constructor(isDistributed = false) {
    this.#isDistributed = isDistributed
  }

  isDue(schoolId: string): boolean {
    return !this.#noted.has(schoolId)
  }

  /** Runs as the last statement of a transaction, and does nothing in one that has only read. @returns whether it noted a change */
  async note(tx: Executor): Promise<boolean> {
    if (this.#isDistributed) return this.#noteOnNode(tx)
    const { rows } = await tx.execute(sql`
      insert into due_work (school_id, kind, due_at)
      select current_setting('app.school_id')::uuid, 'changes', clock_timestamp() + ${`${changingMs} milliseconds`}::interval
      where pg_current_xact_id_if_assigned() is not null
      on conflict (school_id, kind) do update set due_at = excluded.due_at
      returning 1`)
    return rows.length > 0
  }

  async #noteOnNode(tx: Executor): Promise<boolean> {
    // The school of now: the transaction may have gone on in another. Its id is what finds the node.
    const { rows: now } = await tx.execute<{ id: string }>(sql`select current_setting('app.school_id') as id`)
    const schoolId = now[0]?.id ?? ''
    const { rows } = await tx.execute<{ isWritten: boolean }>(sql`
      select pg_current_xact_id_if_assigned() is not null as "isWritten", count(*) from due_work
      where school_id = ${schoolId} and kind = 'changes'`)
    if (!rows[0]?.isWritten) return false
    await tx.execute(sql`
      insert into due_work (school_id, kind, due_at)
      values (${schoolId}, 'changes', clock_timestamp() + ${`${changingMs} milliseconds`}::interval)
      on conflict (school_id, kind) do update set due_at = excluded.due_at`)
    return true
  }

  /** To be called after the commit of a transaction that noted a change. */
  keep(schoolId: string): void {
    this.#noted.add(schoolId)
    const timer: unknown = setTimeout(() => this.#noted.delete(schoolId), notedMs)
    // No reason for a process to go on. In a browser (`npm run dev:mock`) a timer is a number.
    if (timer instanceof Object && 'unref' in timer && typeof timer.unref === 'function') timer.unref()
  }
}

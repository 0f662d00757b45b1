import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import type { Upkeep } from './maintenance.ts'

/** Tables whose deleted rows must not remain in the database's files until a vacuum happens to run. */
const tables = ['face_templates', 'face_pictures']

interface DeletedRowsOptions {
  isEmbedded: boolean
  /** Whether it is night where the server stands. */
  isNight: () => boolean
  /** Bytes up to which a table is rewritten at once, within a second. */
  smallBytes?: number
}

/**
 * Rewrites tables that rows were deleted from. A rewrite locks the table for all schools of the database, so a large one waits for the
 * night.
 * A deleted row stays in the file, invisible, and a vacuum may leave its bytes for
 * months; the rewrite drops them with the old file. A replacement changes an indexed version, so it counts too; recording that a
 * row was used touches no index.
 */
export class DeletedRows implements Upkeep {
  readonly #db: Db
  readonly #isEmbedded: boolean
  readonly #isNight: () => boolean
  readonly #smallBytes: number
  /** Number of dead rows per table at its last rewrite. */
  readonly #known = new Map<string, number>()

  constructor(db: Db, { isEmbedded, isNight, smallBytes = 32 * 2 ** 20 }: DeletedRowsOptions) {
    this.#db = db
    this.#isEmbedded = isEmbedded
    this.#isNight = isNight
    this.#smallBytes = smallBytes
  }

  /** The first round rewrites each table: an earlier process may have stopped between a deletion and its round. */
  async round(): Promise<void> {
    // Counts reach the embedded engine's statistics by a timer it does not have.
    if (this.#isEmbedded) await this.#db.execute(sql`select pg_stat_force_next_flush()`)
    const { rows } = await this.#db.execute<{ name: string; behind: number; bytes: number }>(sql`
      select relname as name, (n_tup_del + n_tup_upd - n_tup_hot_upd)::float8 as behind, pg_table_size(relid)::float8 as bytes
      from pg_stat_user_tables
      where schemaname = current_schema() and relname in (${sql.join(
        tables.map((name) => sql`${name}`),
        sql`, `,
      )})`)
    const due = rows.filter(
      ({ name, behind, bytes }) =>
        this.#known.get(name) !== behind && (this.#isEmbedded || bytes <= this.#smallBytes || this.#isNight()),
    )
    for (const { name, behind } of due) {
      await this.#db.execute(sql`vacuum full ${sql.identifier(name)}`)
      this.#known.set(name, behind)
    }
    if (due.length > 0 && this.#isEmbedded) await this.#dropLog()
  }

  /** The embedded engine's files may be copied once it is closed. */
  async last(): Promise<void> {
    if (this.#isEmbedded) await this.round()
  }

  /**
   * The log holds each row once more. After switching to a new segment and a checkpoint, the older segments are deleted, not
   * recycled (`wal_recycle`). The school's own PostgreSQL does that by its own rules.
   */
  async #dropLog(): Promise<void> {
    await this.#db.execute(sql`select pg_switch_wal()`)
    await this.#db.execute(sql`checkpoint`)
  }
}

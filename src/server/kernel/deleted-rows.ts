import { sql } from 'drizzle-orm'
import type { Db } from './db.ts'
import type { Upkeep } from './maintenance.ts'

/** Tables of which nothing deleted may lie on in the database's files until a vacuum happens to come by. */
const tables = ['face_templates', 'face_pictures']

/**
 * A deleted row stays where it was, only unseen, and a vacuum that finds room for others may leave its bytes for months. So a
 * table from which rows were deleted is written anew, without them, and what it was is thrown away. What replaces a row gives
 * it another version, which stands in an index, and counts as well; a note that a row was used touches no index.
 */
export class DeletedRows implements Upkeep {
  readonly #db: Db
  readonly #isEmbedded: boolean
  /** By table, how many rows had been left behind when it was last written. */
  readonly #known = new Map<string, number>()

  constructor(db: Db, isEmbedded: boolean) {
    this.#db = db
    this.#isEmbedded = isEmbedded
  }

  /** The first one writes each table: a process before this one may have been stopped between a deletion and its round. */
  async round(): Promise<void> {
    // Counts reach the statistics of the embedded engine by a timer that isn't there.
    if (this.#isEmbedded) await this.#db.execute(sql`select pg_stat_force_next_flush()`)
    const { rows } = await this.#db.execute<{ name: string; behind: number }>(sql`
      select relname as name, (n_tup_del + n_tup_upd - n_tup_hot_upd)::float8 as behind from pg_stat_user_tables
      where schemaname = current_schema() and relname in (${sql.join(
        tables.map((name) => sql`${name}`),
        sql`, `,
      )})`)
    const due = rows.filter(({ name, behind }) => this.#known.get(name) !== behind)
    for (const { name, behind } of due) {
      await this.#db.execute(sql`vacuum full ${sql.identifier(name)}`)
      this.#known.set(name, behind)
    }
    if (due.length > 0 && this.#isEmbedded) await this.#dropLog()
  }

  /** The embedded engine's files may be carried away once it is closed. */
  async last(): Promise<void> {
    if (this.#isEmbedded) await this.round()
  }

  /**
   * The log holds each row once more. With a new piece of it begun and everything before it in its tables, the pieces before
   * are deleted, not used again (`wal_recycle`). A PostgreSQL of the school's own does that by its own rules.
   */
  async #dropLog(): Promise<void> {
    await this.#db.execute(sql`select pg_switch_wal()`)
    await this.#db.execute(sql`checkpoint`)
  }
}

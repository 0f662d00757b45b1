import { sql } from 'drizzle-orm'
import type { Db } from '../db.ts'
import type { Upkeep } from './maintenance.ts'

/** Tables whose deleted rows must not remain in the database's files until a vacuum happens to run. */
const tables = ['face_templates', 'face_pictures']

interface DeletedRowsOptions {
  isEmbedded: boolean
  /** Whether the rows of schools are on the nodes of the database (Citus). */
  isDistributed?: boolean
  /** Whether it is night where the server stands. */
  isNight: () => boolean
  /** Bytes up to which a table is rewritten at once, within a second. */
  smallBytes?: number
}

/**
 * Rewrites tables that rows were deleted from. A rewrite locks the table for all schools of the database, so a large one waits for the
 * night; one that is in use is left for the next round, since everybody would wait behind a rewrite that waits.
 * A deleted row stays in the file, invisible, and a vacuum may leave its bytes for
 * months; the rewrite drops them with the old file. A replacement changes an indexed version, so it counts too; recording that a
 * row was used touches no index.
 */
export class DeletedRows implements Upkeep {
  readonly #db: Db
  readonly #isEmbedded: boolean
  readonly #isDistributed: boolean
  readonly #isNight: () => boolean
  readonly #smallBytes: number
  /** Number of dead rows per table, or part of one, at its last rewrite. */
  readonly #known = new Map<string, number>()

  constructor(db: Db, { isEmbedded, isDistributed = false, isNight, smallBytes = 32 * 2 ** 20 }: DeletedRowsOptions) {
    this.#db = db
    this.#isEmbedded = isEmbedded
    this.#isDistributed = isDistributed
    this.#isNight = isNight
    this.#smallBytes = smallBytes
  }

  /** The first round rewrites each table: an earlier process may have stopped between a deletion and its round. */
  async round(): Promise<void> {
    // Counts reach the embedded engine's statistics by a timer it does not have.
    if (this.#isEmbedded) await this.#db.execute(sql`select pg_stat_force_next_flush()`)
    const found = await this.#read()
    const due = found.filter(
      ({ name, behind, bytes }) =>
        this.#known.get(name) !== behind && (this.#isEmbedded || bytes <= this.#smallBytes || this.#isNight()),
    )
    if (due.length === 0) return
    for (const part of due) await rewrite(this.#db, part)
    const files = new Map((await this.#read()).map(({ name, file }) => [name, file]))
    for (const { name, behind, file } of due) if (files.get(name) !== file) this.#known.set(name, behind)
    if (this.#isEmbedded) await this.#dropLog()
  }

  #read(): Promise<Part[]> {
    return this.#isDistributed ? partsOfNodes(this.#db) : partsHere(this.#db)
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

/** A table, or on a distributed database the part of one that is on a node. */
interface Part {
  name: string
  /** Rows deleted or replaced since the statistics began. */
  behind: number
  bytes: number
  /** Another one after a rewrite. */
  file: number
  node?: { host: string; port: number }
}

const columns = `relname as name, (n_tup_del + n_tup_upd - n_tup_hot_upd)::float8 as behind,
  pg_table_size(relid)::float8 as bytes, pg_relation_filenode(relid)::int8 as file`

const partsHere = async (db: Db): Promise<Part[]> =>
  (
    await db.execute<Omit<Part, 'node'>>(sql`select ${sql.raw(columns)} from pg_stat_user_tables
      where schemaname = current_schema() and relname = any(${sql.param(`{${tables.join(',')}}`)}::text[])`)
  ).rows

/** Each node is asked once for all its parts; one that does not answer is asked again at the next round. */
async function partsOfNodes(db: Db): Promise<Part[]> {
  const question = `select coalesce(json_agg(p), '[]') from (select ${columns} from pg_stat_user_tables
    where relname ~ '^(${tables.join('|')})_[0-9]+$') p`
  const { rows } = await db.execute<{ host: string; port: number; parts: Part[] }>(sql`
    select nodename as host, nodeport as port, result::json as parts
    from run_command_on_all_nodes(${question}) join pg_dist_node using (nodeid) where success`)
  return rows.flatMap(({ host, port, parts }) => parts.map((part) => ({ ...part, node: { host, port } })))
}

async function rewrite(db: Db, { name, node }: Part): Promise<void> {
  const statement = `vacuum (full, skip_locked) ${name}`
  await db.execute(
    node
      ? sql`select master_run_on_worker(array[${node.host}], array[${node.port}::int], array[${statement}], false)`
      : sql.raw(statement),
  )
}

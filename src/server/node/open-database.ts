import { sql } from 'drizzle-orm'
import { isDistributed } from '#server/db/distribution.ts'
import type { LockPatience } from '#server/db/lock-retries.ts'
import { isBehind, migrate } from '#server/db/migrate.ts'
import type { Migration } from '#server/db/migration.ts'
import { type Database, databaseOver } from '#server/kernel/db.ts'
import { DeletedRows } from '#server/kernel/maintenance/deleted-rows.ts'
import { Keeper, startMaintenance } from '#server/kernel/maintenance/maintenance.ts'
import type { Log } from '#server/kernel/deps.ts'
import type { Journal } from '#server/kernel/journal.ts'
import { type ControlServer, startControl } from './copies/control-server.ts'
import { machineClock } from './machine.ts'
import { readMigrations } from './migrations.ts'
import { type OpenedEngine, openEmbedded } from './open-embedded.ts'
import { openPostgres, type PoolSettings } from './open-postgres.ts'
import { explainMigrationError, StartupError } from './startup-error.ts'

export interface OpenOptions {
  /** Folder of the embedded database; unused with `databaseUrl`. */
  dataDir: string
  databaseUrl?: string | undefined
  /** Of an external database; undefined for the usual ones of a command. */
  pool?: PoolSettings
  migrations?: readonly Migration[]
  /** Limits on how long migrations wait for other sessions. */
  patience?: LockPatience
  /** Called before migrations change a database that was in use; the database is closed meanwhile. */
  beforeUpgrade?: (() => Promise<void>) | undefined
  /** Where acts are noted that a restore must not undo; without it none are. */
  journal?: Journal | undefined
  /** Called when the database is lost permanently; the process should end. */
  onDeath?: (error: Error) => void
  /** Takes requests of commands beside an embedded database; without it none are taken. */
  log?: Log
  /** Called on a failure that needs no immediate action. */
  onWarning?: (error: Error) => void
}

/** Between one and four o'clock by the server's own clock. */
function isNight(): boolean {
  const hour = new Date(machineClock.nowMs()).getHours()
  return hour >= 1 && hour < 4
}

const openEngine = ({ databaseUrl, dataDir, pool, onDeath = () => {}, onWarning = () => {} }: OpenOptions) =>
  databaseUrl ? openPostgres(databaseUrl, onWarning, pool) : openEmbedded(dataDir, onDeath)

/** Opens the engine, after what is to happen before an upgrade. */
async function openBeforeUpgrade(options: OpenOptions, migrations: readonly Migration[]): Promise<OpenedEngine> {
  const engine = await openEngine(options)
  if (!options.beforeUpgrade) return engine
  // What goes wrong here is said by the migrations, in one sentence.
  if (!(await isBehind(engine.db, migrations).catch(() => false))) return engine
  await engine.close()
  await options.beforeUpgrade()
  return openEngine(options)
}

/**
 * Opens the database, migrated and checked: row-level security is in force and, for the embedded engine, commits are flushed and
 * no other server has it open.
 * @throws StartupError with one sentence for the person who starts the server.
 */
export async function openDatabase(options: OpenOptions): Promise<Database & { applied: string[] }> {
  const { dataDir, onWarning = () => {}, migrations = readMigrations() } = options
  const engine = await openBeforeUpgrade(options, migrations)
  try {
    const applied = await migrate(engine.db, migrations, options.patience)
    const isEmbedded = engine.kind === 'pglite'
    const distributed = !isEmbedded && (await isDistributed(engine.db))
    const deleted = new DeletedRows(engine.db, { isEmbedded, isDistributed: distributed, isNight })
    const maintenance = startMaintenance(isEmbedded ? [new Keeper(engine.db), deleted] : [deleted], onWarning)
    let control: ControlServer | undefined
    const database = databaseOver(engine.db, {
      kind: engine.kind,
      sendsScripts: engine.sendsScripts,
      isDistributed: distributed,
      probe: engine.probe,
      waiting: () => engine.pool.waitingCount,
      journal: options.journal,
      close: async () => {
        await control?.close()
        await maintenance.stop()
        await engine.close()
      },
    })
    await proveRowSecurity(database, engine)
    if (isEmbedded && options.log) {
      control = await startControl({ dataDir, pool: engine.pool, db: database, log: options.log })
    }
    return { ...database, applied }
  } catch (error) {
    await engine.close()
    throw explainMigrationError(error, engine.where)
  }
}

const nobodysSchool = '00000000-0000-0000-0000-000000000000'

/** Checks that every tenant table has row-level security, or one school could read another. */
async function proveRowSecurity(database: Database, engine: OpenedEngine) {
  const open = await database
    .tenant(nobodysSchool, (tx) =>
      tx.execute<{ name: string }>(sql`select relname as name from pg_class
        where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
          and has_table_privilege(oid, 'select') and not row_security_active(oid)`),
    )
    .catch((error: unknown) => {
      throw new StartupError(
        'database-unsafe',
        `The user of the database in ${engine.where} can't switch to the role app_tenant; grant it that role.`,
        { cause: error },
      )
    })
  const names = open.rows.map(({ name }) => name).join(', ')
  if (names) {
    throw new StartupError('database-unsafe', `Row-level security is not in force in ${engine.where} for ${names}.`)
  }
}

import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type BackupResult, recordBackup } from '#server/features/school/copies/backup-copy.service.ts'
import { databaseOver } from '#server/kernel/db.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { machineClock } from '../machine.ts'
import { type OpenedEngine, openEmbedded, openScratch } from '../open-embedded.ts'
import { openPostgres } from '../open-postgres.ts'
import { StartupError } from '../startup-error.ts'
import { clearWork, completeCopy, copyDatabase } from './base-backup.ts'
import { type Control, connectControl } from './control-client.ts'

/** Database as it was at one moment. */
export interface BackupSource {
  engine: OpenedEngine
  /** Everything committed before this moment is in it. */
  dataAsOf: string
  /** Records how the backup went, where the server reads it. */
  record(result: BackupResult): Promise<void>
  close(): Promise<void>
}

interface SourceSettings {
  dataDir: string
  databaseUrl: string | undefined
  /** Folder for what is needed meanwhile. */
  workDir: string
  signal: AbortSignal
}

const advisoryKey = 727_002

/**
 * Opens what is to be copied: a PostgreSQL itself, else the embedded database, by the running server where one runs.
 * @throws StartupError with one sentence that says what to do
 */
export async function openSource(settings: SourceSettings): Promise<BackupSource> {
  if (settings.databaseUrl !== undefined) return openPostgresSource(settings.databaseUrl)
  const dataDir = resolve(settings.dataDir)
  if (!existsSync(join(dataDir, 'database', 'pgdata', 'PG_VERSION'))) {
    throw new StartupError(
      'no-database',
      `There is no embedded database in ${dataDir}; set DATA_DIR to the folder that holds it.`,
    )
  }
  const control = await connectControl(dataDir)
  if (control) return openRunning(control, join(settings.workDir, 'source'), settings.signal)
  return overOpened(await openEmbedded(dataDir, () => process.exit(1)))
}

const overOpened = (engine: OpenedEngine): BackupSource => ({
  engine,
  dataAsOf: toInstant(machineClock.nowMs()),
  record: (result) => recordBackup(databaseOver(engine.db, engine), result),
  close: () => engine.close(),
})

async function openPostgresSource(url: string): Promise<BackupSource> {
  const engine = await openPostgres(url)
  const holder = await engine.pool.connect()
  const { rows } = await holder.query<{ free: boolean; now: Date }>(
    `select pg_try_advisory_lock(${advisoryKey}) as free, now() as now`,
  )
  const [first] = rows
  const close = async () => {
    // Closed, not given back: the lock ends with its session.
    holder.release(true)
    await engine.close()
  }
  if (first?.free !== true) {
    await close()
    throw new StartupError('backup-failed', 'Another backup is running; wait for its end.')
  }
  return { ...overOpened(engine), dataAsOf: first.now.toISOString(), close }
}

async function openRunning(control: Control, work: string, signal: AbortSignal): Promise<BackupSource> {
  try {
    await clearWork(work)
    const { folder, dataAsOf } = await control.begin()
    await copyDatabase(folder, work, signal)
    await completeCopy(folder, work, await control.end())
    await control.done()
    const engine = await openScratch(work)
    const close = async () => {
      await engine.close()
      control.close()
      await clearWork(work)
    }
    return { engine, dataAsOf, record: (result) => control.record(result), close }
  } catch (error) {
    control.close()
    await clearWork(work)
    throw error
  }
}

import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type pg from 'pg'
import { installationId } from '#server/kernel/db.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { createOnce, explainFullDisk, preparePrivateFolder } from '../durable-folder.ts'
import { machineClock } from '../machine.ts'
import { type OpenedEngine, openScratch } from '../open-embedded.ts'
import { openPostgres } from '../open-postgres.ts'
import { explainMigrationError, StartupError } from '../startup-error.ts'
import { type CopyBegin, CopyManifest } from './copy-manifest.ts'
import { unpackCopy } from './copy-stream.ts'
import { type CopyTarget, readAll } from './targets/copy-target.ts'
import type { Progress } from './dump-tables.ts'
import { WrongKeyError } from './encryption.ts'
import { loadTables, readBegin, refuseNewer } from './load-tables.ts'
import { listTables } from './table-sums.ts'
import { hashOf } from './verify-copy.ts'

export interface RestoreJob {
  from: CopyTarget
  /** Name of the copy's data file. */
  name: string
  identities: readonly string[]
  into: { dataDir: string } | { databaseUrl: string }
  progress: Progress
}

/**
 * Restores a copy into an empty folder or an empty database. Checks the place, the key, the checksum and the release before it writes;
 * after a failure the place is as empty as before.
 * @returns what the copy says of itself
 * @throws StartupError with one sentence that says what to do
 */
export async function runRestore(job: RestoreJob): Promise<CopyBegin> {
  const { from, name } = job
  try {
    await checkManifest(from, name)
    return 'dataDir' in job.into
      ? await intoFolder(job, resolve(job.into.dataDir))
      : await intoPostgres(job, job.into.databaseUrl)
  } catch (error) {
    throw explain(error, job)
  }
}

/** Compares the copy with the manifest beside it; a copy that stands alone is judged by its own encryption and sums. */
async function checkManifest(from: CopyTarget, name: string): Promise<void> {
  const beside = name.replace(/\.age$/, '.json')
  const isThere = (await from.list()).includes(beside)
  if (!isThere) return
  const manifest = CopyManifest.parse(JSON.parse((await readAll(from.read(beside))).toString('utf8')))
  refuseNewer(manifest)
  if ((await hashOf(from.read(name))) !== manifest.file.sha256)
    throw new Error('its checksum is not that of its manifest')
}

async function intoFolder(job: RestoreJob, dataDir: string): Promise<CopyBegin> {
  const folder = join(dataDir, 'database')
  if (existsSync(folder) && readdirSync(folder).some((name) => name !== 'pgdata.new')) {
    throw new StartupError(
      'target-not-empty',
      `There is a database in ${dataDir} already; move that folder away, or restore into another one.`,
    )
  }
  const { begin, entries } = await openCopy(job)
  preparePrivateFolder(folder)
  try {
    await createOnce(join(folder, 'pgdata'), async (unfinished) => {
      const engine = await openScratch(unfinished)
      try {
        await loadTables(engine, begin, entries, (client) => noteRestore(client, begin), job.progress)
      } finally {
        await engine.close()
      }
    })
    return begin
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw explainFullDisk(error, dataDir)
  }
}

async function intoPostgres(job: RestoreJob, url: string): Promise<CopyBegin> {
  const engine = await openPostgres(url)
  try {
    await refuseFilled(engine)
    const { begin, entries } = await openCopy(job)
    await loadTables(engine, begin, entries, (client) => noteRestore(client, begin), job.progress)
    await engine.pool.query('analyze')
    return begin
  } finally {
    await engine.close()
  }
}

async function refuseFilled(engine: OpenedEngine): Promise<void> {
  const client = await engine.pool.connect()
  try {
    for (const { name } of await listTables(client)) {
      const { rowCount } = await client.query(`select 1 from ${name} limit 1`)
      if (rowCount === 0) continue
      throw new StartupError(
        'target-not-empty',
        `The database in ${engine.where} is not empty: it has rows in ${name}; restore into an empty one.`,
      )
    }
  } finally {
    client.release()
  }
}

/** Opens the copy and reads how it begins: nothing is written before the key fits and the release is known. */
async function openCopy({ from, name, identities }: RestoreJob) {
  const entries = unpackCopy(from.read(name), identities)
  const first = await entries.next()
  return { begin: readBegin(first.done === true ? undefined : first.value), entries }
}

/** Notes in the restored database what it was restored from, and begins a generation of the server, which starts held by it. */
async function noteRestore(client: pg.PoolClient, begin: CopyBegin): Promise<void> {
  const now = toInstant(machineClock.nowMs())
  await client.query(
    `insert into restores (school_id, id, restored_at, copy_id, data_as_of, release) values ($1, $2, $3, $4, $5, $6)`,
    [installationId, randomUUID(), now, begin.id, begin.dataAsOf, begin.release],
  )
  await client.query(
    `insert into server_generations (school_id, id, since, cause, data_as_of) values ($1, $2, $3, 'restore', $4)`,
    [installationId, randomUUID(), now, begin.dataAsOf],
  )
}

function explain(error: unknown, { from, name, into }: RestoreJob): unknown {
  if (error instanceof StartupError) return error
  const where = 'dataDir' in into ? into.dataDir : 'the database'
  const known = explainMigrationError(error, where)
  if (known instanceof StartupError) return known
  if (error instanceof WrongKeyError) {
    return new StartupError(
      'wrong-key',
      `None of the given keys opens ${name}; nothing was restored: give the key that was printed for this installation.`,
      { cause: error },
    )
  }
  const reason = error instanceof Error ? error.message : String(error)
  return new StartupError(
    'damaged-copy',
    `The copy ${name} in ${from.where} can't be restored: ${reason}; nothing was changed, use another copy.`,
    { cause: error },
  )
}

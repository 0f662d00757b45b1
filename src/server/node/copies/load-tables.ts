import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { migrate } from '#server/db/migrate.ts'
import { migrationHash } from '#server/db/migration.ts'
import { readMigrations } from '../migrations.ts'
import type { OpenedEngine } from '../open-embedded.ts'
import { StartupError } from '../startup-error.ts'
import { beginName, CopyBegin, CopyEnd, copyFormat, endName } from './copy-manifest.ts'
import type { Progress } from './dump-tables.ts'
import { countAndSum, listTables, type TableSum } from './table-sums.ts'
import { DamagedArchiveError, type TarEntry } from './tar.ts'

const decode = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes))

/** Reads the first entry of a copy. @throws DamagedArchiveError; StartupError for a copy of a newer release */
export function readBegin(entry: TarEntry | undefined): CopyBegin {
  if (entry?.name !== beginName) throw new DamagedArchiveError('the archive does not begin like a copy')
  const begin = CopyBegin.parse(decode(entry.bytes))
  refuseNewer(begin)
  return begin
}

/** Refuses a copy that this release cannot read. @throws StartupError */
export function refuseNewer({ format, release, migrations }: Pick<CopyBegin, 'format' | 'release' | 'migrations'>) {
  const known = new Map(readMigrations().map((migration) => [migration.name, migrationHash(migration)]))
  const unknown = migrations.find(({ name }) => !known.has(name) && name >= '0053')
  if (format > copyFormat || unknown) {
    throw new StartupError(
      'newer-copy',
      `The copy was made by a newer release of Bawaba (${release}${unknown ? `, migration ${unknown.name}` : ''}); restore it with that release.`,
    )
  }
  const changed = migrations.find(({ name, hash }) => known.has(name) && known.get(name) !== hash)
  if (changed) {
    throw new StartupError(
      'changed-migration',
      `The copy was made by a different build of Bawaba (migration ${changed.name}); restore it with that build.`,
    )
  }
}

/** What a restore adds in the transaction that brings the rows back. */
type AfterLoad = (client: pg.PoolClient) => Promise<void>

/**
 * Loads a copy into an empty database, an embedded one opened by `openScratch`: the schema as of the copy, all rows in one transaction, then the migrations since. After a failure
 * the database has no row. Rows are counted and summed before the commit.
 * @throws DamagedArchiveError; Error when a table differs from what was written
 */
export async function loadTables(
  engine: OpenedEngine,
  begin: CopyBegin,
  entries: AsyncIterator<TarEntry>,
  afterLoad: AfterLoad = async () => {},
  progress: Progress = () => {},
): Promise<Record<string, TableSum>> {
  const names = new Set(begin.migrations.map(({ name }) => name))
  await migrate(
    engine.db,
    readMigrations().filter(({ name }) => names.has(name)),
  )
  const sums = await loadInOne(engine, begin, entries, { afterLoad, progress })
  await migrate(engine.db, readMigrations())
  return sums
}

async function loadInOne(
  engine: OpenedEngine,
  begin: CopyBegin,
  entries: AsyncIterator<TarEntry>,
  { afterLoad, progress }: { afterLoad: AfterLoad; progress: Progress },
): Promise<Record<string, TableSum>> {
  const client = await engine.pool.connect()
  try {
    await client.query('begin')
    const end = await loadEach(engine, client, begin, entries)
    await compare(client, begin, end, progress)
    await afterLoad(client)
    await client.query('commit')
    client.release()
    return end.sums
  } catch (error) {
    // An interrupted COPY leaves its connection within the stream: it is closed, and its transaction with it.
    client.release(true)
    throw error
  }
}

async function loadEach(
  engine: OpenedEngine,
  client: pg.PoolClient,
  { tables }: CopyBegin,
  entries: AsyncIterator<TarEntry>,
): Promise<CopyEnd> {
  const columns = new Map(tables.map((table) => [table.name, table.columns]))
  let { value: entry, done } = await entries.next()
  while (done !== true && entry !== undefined) {
    if (entry.name === endName) {
      await entries.next()
      return CopyEnd.parse(decode(entry.bytes))
    }
    const table = entry.name.split('/')[1] ?? ''
    const list = columns.get(table)
    if (!list) throw new DamagedArchiveError(`the copy has rows of ${table}, which it does not list`)
    const first = entry
    const isSame = (found: TarEntry) => found.name.startsWith(`tables/${table}/`)
    async function* rows() {
      entry = first
      while (done !== true && entry !== undefined && isSame(entry)) {
        yield entry.bytes
        ;({ value: entry, done } = await entries.next())
      }
    }
    await copyRows(engine, client, `${table} (${list.join(', ')})`, rows())
  }
  throw new DamagedArchiveError('the copy has no end')
}

/** Name of a file in the folder of the embedded database, from which it reads rows. */
const rowsFile = 'bawaba-rows'

/**
 * Copies the rows of a table in one statement, since they may refer to each other. The embedded engine takes no rows by its protocol: it
 * reads them from a file in its own folder.
 */
async function copyRows(engine: OpenedEngine, client: pg.PoolClient, table: string, rows: AsyncIterable<Uint8Array>) {
  if (engine.kind === 'postgres')
    return pipeline(Readable.from(rows), client.query(copyFrom(`copy ${table} from stdin`)))
  const path = join(engine.where, rowsFile)
  try {
    await pipeline(Readable.from(rows), createWriteStream(path, { mode: 0o600 }))
    await client.query(`copy ${table} from '${rowsFile}'`)
  } finally {
    await rm(path, { force: true })
  }
}

async function compare(client: pg.PoolClient, begin: CopyBegin, { sums }: CopyEnd, progress: Progress) {
  const missing = begin.tables.find(({ name }) => !sums[name])
  if (missing) throw new DamagedArchiveError(`the copy lacks the table ${missing.name}`)
  const tables = await listTables(client)
  for (const [at, { name }] of tables.entries()) {
    const found = await countAndSum(client, name)
    const meant = sums[name] ?? { rows: 0, sum: '0' }
    if (found.rows !== meant.rows || found.sum !== meant.sum) {
      throw new Error(`the table ${name} differs: ${meant.rows} rows were copied and ${found.rows} restored`)
    }
    progress(name, found.rows, at + 1, tables.length)
  }
}

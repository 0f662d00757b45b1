import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Table } from '#server/kernel/tables.ts'
import { beginName, type CopyBegin, type CopyEnd, endName, partBytes } from './copy-manifest.ts'
import { countAndSum, listTables, type TableSum } from './table-sums.ts'
import type { TarEntry } from './tar.ts'

const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))

/** Rows written so far, for the person who waits. */
export type Progress = (table: string, rows: number, done: number, tables: number) => void

export interface Dump {
  begin: CopyBegin
  /** Entries of the archive. They can be read once. */
  entries: AsyncIterable<TarEntry>
  /** Sums of all tables, known when the entries have been read. */
  end(): CopyEnd
}

/**
 * Prepares a dump of every row, in one snapshot. The client is inside its transaction until the entries have been read; it sees what was
 * committed before and waits for nobody. @param about what the database cannot tell about itself
 */
export async function dumpTables(
  client: pg.PoolClient,
  about: Pick<CopyBegin, 'format' | 'id' | 'release' | 'engine' | 'dataAsOf'>,
  progress: Progress = () => {},
): Promise<Dump> {
  await client.query('begin isolation level repeatable read read only')
  const tables = await listTables(client)
  const migrations = await client.query<{ name: string; hash: string }>(
    'select name, hash from schema_migrations order by name',
  )
  const begin: CopyBegin = { ...about, migrations: migrations.rows, tables }
  const sums: Record<string, TableSum> = {}
  async function* entries(): AsyncGenerator<TarEntry> {
    yield { name: beginName, bytes: encode(begin) }
    for (const [at, table] of tables.entries()) {
      yield* partsOf(client, table)
      const sum = await countAndSum(client, table.name)
      sums[table.name] = sum
      progress(table.name, sum.rows, at + 1, tables.length)
    }
    yield { name: endName, bytes: encode({ sums }) }
    await client.query('rollback')
  }
  return { begin, entries: entries(), end: () => ({ sums }) }
}

async function* partsOf(client: pg.PoolClient, { name, columns }: Table): AsyncGenerator<TarEntry> {
  let part = 0
  let held: Uint8Array[] = []
  let bytes = 0
  const take = (): TarEntry => {
    part += 1
    const entry = { name: `tables/${name}/${String(part).padStart(6, '0')}`, bytes: Buffer.concat(held) }
    held = []
    bytes = 0
    return entry
  }
  const rows: AsyncIterable<Uint8Array> = client.query(copyTo(`copy ${name} (${columns.join(', ')}) to stdout`))
  for await (const chunk of rows) {
    held.push(chunk)
    bytes += chunk.length
    if (bytes >= partBytes) yield take()
  }
  if (bytes > 0) yield take()
}

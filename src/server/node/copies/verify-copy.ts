import { createHash } from 'node:crypto'
import type pg from 'pg'
import { openScratch } from '../open-embedded.ts'
import { StartupError } from '../startup-error.ts'
import { clearWork } from './base-backup.ts'
import type { CopyManifest } from './copy-manifest.ts'
import { Meter, unpackCopy } from './copy-stream.ts'
import type { CopyTarget } from './targets/copy-target.ts'
import { loadTables, readBegin } from './load-tables.ts'

interface Trial {
  target: CopyTarget
  manifest: CopyManifest
  identity: string
  /** Empty folder for the throw-away database. */
  workDir: string
  signal: AbortSignal
}

/**
 * Reads a copy back from where it lies and restores it into a throw-away embedded database: checksum, migrations, the count and the sum of
 * every table's rows, and that fees balance. @throws StartupError when the copy is not what was written
 */
export async function verifyCopy({ target, manifest, identity, workDir, signal }: Trial): Promise<void> {
  await clearWork(workDir)
  const engine = await openScratch(workDir)
  const meter = new Meter()
  try {
    const entries = unpackCopy(meter.pass(target.read(manifest.file.name)), [identity])
    const begin = readBegin((await entries.next()).value ?? undefined)
    const sums = await loadTables(engine, begin, entries, proveBalance, () => signal.throwIfAborted())
    const isSame =
      begin.id === manifest.id &&
      JSON.stringify(sums) === JSON.stringify(manifest.sums) &&
      meter.sha256() === manifest.file.sha256
    if (!isSame) throw new Error('it is not what was written')
  } catch (error) {
    if (signal.aborted) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartupError('damaged-copy', `The copy in ${target.where} could not be restored on trial: ${reason}.`, {
      cause: error,
    })
  } finally {
    await engine.close()
    await clearWork(workDir)
  }
}

/** Sums the postings of fees over all accounts: zero unless rows are missing or changed. */
async function proveBalance(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ sum: string }>(`
    select coalesce(sum(amount), 0)::text as sum from (
      select amount from fee_postings where debit is not null
      union all select -amount from fee_postings where credit is not null) p`)
  if (rows[0]?.sum !== '0') throw new Error(`the postings of fees do not balance: ${rows[0]?.sum}`)
}

/** Returns the SHA-256 of a stream, in hex. */
export async function hashOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of chunks) hash.update(chunk)
  return hash.digest('hex')
}

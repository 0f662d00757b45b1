import { randomUUID } from 'node:crypto'
import { join, resolve } from 'node:path'
import type { BackupResult } from '#server/features/school/copies/backup-copy.service.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { machineClock } from '../machine.ts'
import { explainFullDisk } from '../durable-folder.ts'
import { StartupError } from '../startup-error.ts'
import { type BackupSource, openSource } from './backup-source.ts'
import { clearWork } from './base-backup.ts'
import { type CopyManifest, copyFormat, copyNames, momentOfCopy } from './copy-manifest.ts'
import { Meter, packCopy } from './copy-stream.ts'
import { type CopyTarget, textChunks } from './targets/copy-target.ts'
import { dumpTables } from './dump-tables.ts'
import { createKeyPair, encrypt } from './encryption.ts'
import { keyFile } from './key-file.ts'
import { releaseName } from './release.ts'
import { outdatedCopies, type Retention } from './retention.rules.ts'
import { verifyCopy } from './verify-copy.ts'

export interface BackupJob {
  dataDir: string
  databaseUrl: string | undefined
  workDir: string
  target: CopyTarget
  /** Public keys of `age` that open the copy. */
  recipients: readonly string[]
  /** Where the keys go and who opens them; undefined for copies without keys. */
  keys: { target: CopyTarget; recipients: readonly string[] } | undefined
  /** Keys of faces and secrets as set in the environment; none for those of the file beside the embedded database. */
  faceKeys: readonly Uint8Array[]
  retention: Retention
  say: (line: string) => void
  signal: AbortSignal
}

/**
 * Makes a copy, reads it back and restores it on trial, then removes what the retention lets go. The school works on meanwhile. The
 * result is recorded where the server reads it, whatever it is.
 * @throws StartupError with one sentence that says what to do
 */
export async function runBackup(job: BackupJob): Promise<CopyManifest> {
  const startedAt = toInstant(machineClock.nowMs())
  const id = randomUUID()
  const source = await openSource(job)
  try {
    const manifest = await makeCopy(job, source, id)
    await source.record({ ...resultOf(job, id, startedAt), ...factsOf(manifest) })
    await removeOutdated(job)
    return manifest
  } catch (error) {
    const known = asStartupError(error, job)
    const failure = job.signal.aborted ? 'stopped' : known.problem
    await source.record({ ...resultOf(job, id, startedAt), failure }).catch((second: unknown) => {
      job.say(`The failure could not be recorded: ${String(second)}`)
    })
    throw known
  } finally {
    await source.close()
    await clearWork(resolve(job.workDir))
  }
}

const resultOf = (job: BackupJob, id: string, startedAt: string): BackupResult => ({
  id,
  startedAt,
  endedAt: toInstant(machineClock.nowMs()),
  dataAsOf: null,
  verifiedAt: null,
  target: job.target.kind,
  bytes: null,
  rows: null,
  hasKeys: false,
  failure: null,
})

const factsOf = (manifest: CopyManifest) => ({
  dataAsOf: manifest.dataAsOf,
  verifiedAt: manifest.verifiedAt,
  bytes: manifest.file.bytes,
  rows: Object.values(manifest.sums).reduce((sum, { rows }) => sum + rows, 0),
  hasKeys: manifest.keysFile !== null,
})

async function makeCopy(job: BackupJob, source: BackupSource, id: string): Promise<CopyManifest> {
  const { target, say, signal } = job
  const names = copyNames(source.dataAsOf)
  // Opens the copy for its trial and is forgotten then: no key that opens copies is on this machine.
  const trial = await createKeyPair()
  try {
    const written = await writeRows(job, source, id, {
      name: names.data,
      recipients: [...job.recipients, trial.recipient],
    })
    const manifest = { ...written, keysFile: await writeKeys(job, names.keys), verifiedAt: null }
    say(`Restoring ${names.data} on trial`)
    await verifyCopy({ target, manifest, identity: trial.identity, workDir: join(job.workDir, 'trial'), signal })
    const verified = { ...manifest, verifiedAt: toInstant(machineClock.nowMs()) }
    await writeInto(target, names.manifest, textChunks(`${JSON.stringify(verified, null, 2)}\n`), signal)
    say(`${(verified.file.bytes / 2 ** 20).toFixed(1)} MB, restored on trial: ${names.manifest}`)
    return verified
  } catch (error) {
    // Without its manifest it is no copy, only room that is taken.
    await target.remove(names.data).catch(() => {})
    await job.keys?.target.remove(names.keys).catch(() => {})
    throw error
  }
}

async function writeRows(
  { target, say, signal }: BackupJob,
  { engine, dataAsOf }: BackupSource,
  id: string,
  { name, recipients }: { name: string; recipients: readonly string[] },
): Promise<Omit<CopyManifest, 'keysFile' | 'verifiedAt'>> {
  const about = { format: copyFormat, id, release: releaseName(), engine: engine.kind, dataAsOf }
  const meter = new Meter()
  const client = await engine.pool.connect()
  let isWhole = false
  try {
    const dump = await dumpTables(client, about, (table, rows, done, of) => {
      signal.throwIfAborted()
      say(`${done}/${of} ${table.padEnd(28)} ${rows.toLocaleString('en')} rows`)
    })
    await writeInto(target, name, meter.pass(packCopy(dump.entries, recipients)), signal)
    isWhole = true
    const { tables: _, ...begin } = dump.begin
    return { ...begin, ...dump.end(), file: { name, bytes: meter.bytes, sha256: meter.sha256() } }
  } finally {
    // An interrupted COPY leaves its connection within the stream: it is closed.
    client.release(!isWhole)
  }
}

async function writeKeys(job: BackupJob, name: string): Promise<string | null> {
  const text = job.keys && keyFile(job)
  if (!job.keys || text === undefined) return null
  await writeInto(job.keys.target, name, encrypt(textChunks(text), job.keys.recipients), job.signal)
  return name
}

const isFullDisk = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOSPC'

/** Writes a file of the copy. @throws StartupError that names the place where it has no room */
async function writeInto(
  target: CopyTarget,
  ...[name, chunks, signal]: Parameters<CopyTarget['write']>
): Promise<void> {
  try {
    await target.write(name, chunks, signal)
  } catch (error) {
    if (!isFullDisk(error)) throw error
    const sentence = `There is no room for the copy in ${target.where}; make room there and run the backup again.`
    throw new StartupError('disk-full', sentence, { cause: error })
  }
}

/** Removes copies that the retention lets go: first the manifest, without which the rest is no copy. */
async function removeOutdated({ target, keys, retention, say }: BackupJob): Promise<void> {
  const moments = new Map<number, string>()
  for (const name of await target.list()) {
    const ms = momentOfCopy(name)
    if (ms !== undefined) moments.set(ms, name)
  }
  for (const ms of outdatedCopies([...moments.keys()], retention, machineClock.nowMs())) {
    const names = copyNames(toInstant(ms))
    await target.remove(names.manifest)
    await target.remove(names.data)
    await keys?.target.remove(names.keys)
    say(`Removed ${names.data}: the settings keep newer ones`)
  }
}

function asStartupError(error: unknown, job: BackupJob): StartupError {
  if (error instanceof StartupError) return error
  const known = explainFullDisk(error, resolve(job.dataDir))
  if (known instanceof StartupError) return known
  const reason = error instanceof Error ? error.message : String(error)
  if (isFullDisk(error)) {
    const sentence = `There is no room for the trial in ${resolve(job.workDir)}; make room there and run the backup again.`
    return new StartupError('disk-full', sentence, { cause: error })
  }
  return new StartupError('backup-failed', `No copy was made: ${reason}.`, { cause: error })
}

import { createHash } from 'node:crypto'
import { constants, existsSync, statfsSync } from 'node:fs'
import { copyFile, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import { StartupError } from '../startup-error.ts'

/*
 * The embedded database is copied while it runs, as PostgreSQL's own base backups are: between `begin` and `end` the log is kept and holds
 * whole pages, so that files copied in the middle of a write are repaired when the copy is opened. Nobody waits longer than for one
 * checkpoint, whatever the size.
 */

const slot = 'bawaba_backup'

/** Begins a base backup. One at a time. */
export async function beginBaseBackup(client: pg.PoolClient): Promise<void> {
  await dropSlot(client)
  await client.query(`select pg_create_physical_replication_slot('${slot}', true)`)
  await client.query(`select pg_backup_start('bawaba', true)`)
}

/** Ends a base backup. The log stays until `forgetBaseBackup`. @returns the label that the copy needs */
export async function endBaseBackup(client: pg.PoolClient): Promise<string> {
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  return rows[0]?.labelfile ?? ''
}

/** Lets the database drop the log that a base backup needed. */
export const forgetBaseBackup = (client: pg.PoolClient): Promise<void> => dropSlot(client)

async function dropSlot(client: pg.PoolClient): Promise<void> {
  await client.query(`select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = '${slot}'`)
}

/** Contents that a copy must not have: the log comes last, the rest belongs to the running engine. */
const leftOut = new Set(['pg_wal', 'pg_replslot', 'postmaster.pid', 'backup_label'])
/** Copied after all others, as the engine's own base backups do. */
const control = join('global', 'pg_control')

/**
 * Copies the database's folder, without its log.
 * @throws StartupError when the disk has no room for the copy and the school's own growth
 */
export async function copyDatabase(
  from: string,
  to: string,
  signal: AbortSignal,
  roomOf: RoomOf = diskRoom,
): Promise<void> {
  const files = await listFiles(from, '')
  await refuseFullDisk(dirname(to), await totalBytes(from, files), roomOf)
  for (const name of ['', 'pg_wal', 'pg_replslot']) await mkdir(join(to, name), { recursive: true, mode: 0o700 })
  for (const file of files.filter((name) => name !== control)) {
    signal.throwIfAborted()
    await copyInto(from, to, file)
  }
  await copyInto(from, to, control)
}

/** Completes a copy with the log and the label of its backup. */
export async function completeCopy(from: string, to: string, label: string): Promise<void> {
  for (const file of await listFiles(join(from, 'pg_wal'), ''))
    await copyInto(join(from, 'pg_wal'), join(to, 'pg_wal'), file)
  await writeFile(join(to, 'backup_label'), label, { mode: 0o600 })
}

async function copyInto(from: string, to: string, file: string): Promise<void> {
  try {
    if (file.endsWith('/')) await mkdir(join(to, file), { recursive: true, mode: 0o700 })
    else {
      await mkdir(dirname(join(to, file)), { recursive: true, mode: 0o700 })
      await copyFile(join(from, file), join(to, file), constants.COPYFILE_FICLONE)
    }
  } catch (error) {
    // A file that has gone since it was listed: the log says so when the copy is opened.
    if (!isMissing(error)) throw error
  }
}

/** Lists files and, with a slash at the end, empty folders. */
async function listFiles(folder: string, below: string): Promise<string[]> {
  const entries = await readdir(join(folder, below), { withFileTypes: true })
  const names = entries.filter(({ name }) => below !== '' || !leftOut.has(name))
  const lists = await Promise.all(
    names.map(async (entry) => {
      const path = join(below, entry.name)
      if (!entry.isDirectory()) return [path]
      const inside = await listFiles(folder, path)
      return inside.length === 0 ? [`${path}/`] : inside
    }),
  )
  return lists.flat()
}

async function totalBytes(folder: string, files: readonly string[]): Promise<number> {
  let total = 0
  for (const file of files)
    total += await stat(join(folder, file)).then(
      ({ size }) => size,
      () => 0,
    )
  return total
}

/** Tells how much room the disk of a folder has. */
type RoomOf = (folder: string) => { freeBytes: number }

const diskRoom: RoomOf = (folder) => {
  const { bavail, bsize } = statfsSync(folder)
  return { freeBytes: bavail * bsize }
}

/** Room that a copy must leave to the school. */
const spareBytes = 256 * 2 ** 20

async function refuseFullDisk(folder: string, needed: number, roomOf: RoomOf): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const wanted = needed + spareBytes
  if (roomOf(folder).freeBytes >= wanted) return
  throw new StartupError(
    'disk-full',
    `The disk of ${folder} has no room for a copy (${Math.ceil(wanted / 2 ** 20)} MB); make room on it, or set BACKUP_WORK_DIR to another disk.`,
  )
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Removes what an earlier, killed backup left behind. */
export async function clearWork(folder: string): Promise<void> {
  if (existsSync(folder)) await rm(folder, { recursive: true, force: true })
}

/** Longest path of a socket that every system takes, in bytes. */
const maxSocketPath = 100

/** Address at which the server of an embedded database takes requests of commands on this machine; undefined for a path too long. */
export function controlAddress(dataDir: string): string | undefined {
  if (process.platform === 'win32') {
    return String.raw`\\.\pipe\bawaba-${createHash('sha256').update(dataDir).digest('hex').slice(0, 24)}`
  }
  const path = join(dataDir, 'control.sock')
  return Buffer.byteLength(path) <= maxSocketPath ? path : undefined
}

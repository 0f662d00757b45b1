import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { commandLine } from './commands/command-name.ts'
import { StartupError } from './startup-error.ts'

/** Major version of the embedded engine: folders of another one cannot be opened. */
export const embeddedMajor = '18'

/**
 * Creates the folder of the embedded database, readable by its owner alone: the engine itself creates files that everyone may
 * write (mode 0666, whatever the umask).
 */
export function preparePrivateFolder(folder: string) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (isNetworkFileSystem(statfsSync(folder).type)) {
      throw new StartupError(
        'folder-on-network',
        `The data folder ${folder} is on a network drive, which neither locks nor flushes reliably; set DATA_DIR to a folder on a disk of this machine.`,
      )
    }
    chmodSync(folder, 0o700)
    const probe = join(folder, '.write-probe')
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    if (error instanceof StartupError) throw error
    if (errorCode(error) === 'ENOSPC') throw diskFull(folder, error)
    throw new StartupError(
      'folder-not-writable',
      `The data folder ${folder} can't be written (${errorCode(error)}); give this user the right to, or set DATA_DIR.`,
      { cause: error },
    )
  }
  if (process.platform !== 'win32' && (statSync(folder).mode & 0o077) !== 0) {
    throw new StartupError('database-unsafe', `The data folder ${folder} is open to other users and can't be closed.`)
  }
}

/** Types of file systems over a network, as Linux numbers them: NFS, SMB in its three kinds, AFS. */
const networkTypes = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x5346414f])

/** @param type of a file system, as `statfs` gives it; its 32 bits may come with a sign */
export const isNetworkFileSystem = (type: number) => networkTypes.has(type >>> 0)

/** The engine cannot open without room for one more segment of its log. */
const minFreeBytes = 16 * 2 ** 20

/** Returns the engine's failure as an actionable message, when the disk is full; any other error unchanged. */
export function explainFullDisk<E>(error: E, folder: string): E | StartupError {
  if (error instanceof StartupError) return error
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize < minFreeBytes ? diskFull(folder, error) : error
}

const diskFull = (folder: string, cause: unknown) =>
  new StartupError('disk-full', `The disk of ${folder} is full; make room on it and start again.`, { cause })

const errorCode = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown reason'

/**
 * Creates the database on the first start: built beside its place, flushed, then renamed. A kill or power cut at any moment
 * leaves either no database or a complete one.
 */
export async function createOnce(folder: string, build: (folder: string) => Promise<void>) {
  const versionFile = join(folder, 'PG_VERSION')
  if (existsSync(versionFile)) {
    const major = readFileSync(versionFile, 'utf8').trim()
    if (major === embeddedMajor) return
    throw new StartupError(
      'folder-not-ours',
      `The database in ${folder} has the format of PostgreSQL ${major}, this version of Bawaba needs ${embeddedMajor}; move it with "${commandLine('move')}" of the version that made it.`,
    )
  }
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new StartupError('folder-not-ours', `The folder ${folder} holds something that is not a Bawaba database.`)
  }
  const unfinished = `${folder}.new`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  await build(unfinished)
  flushTree(unfinished)
  rmSync(folder, { recursive: true, force: true })
  renameSync(unfinished, folder)
  flush(dirname(folder))
}

function flushTree(folder: string) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) flushTree(path)
    else flush(path)
  }
  flush(folder)
}

function flush(path: string) {
  const isFolder = statSync(path).isDirectory()
  // Windows neither opens folders nor flushes files opened for reading.
  if (isFolder && process.platform === 'win32') return
  const handle = openSync(path, isFolder ? 'r' : 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

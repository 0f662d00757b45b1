import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartupError } from './startup-error.ts'

/** Holding the object holds the lock: garbage collection would release it silently. */
export interface FolderLock {
  release(): void
}

/**
 * Locks the folder. PGlite has no lock of its own: a second process on its folder destroys data silently. SQLite's file lock
 * belongs to the operating system, so it ends with the process, even on kill -9, and holds across containers that share a volume.
 */
export function lockFolder(folder: string): FolderLock {
  const file = join(folder, 'lock.sqlite')
  const holder = new DatabaseSync(file, { timeout: 0 })
  try {
    chmodSync(file, 0o600)
    holder.exec('pragma journal_mode = delete; pragma locking_mode = exclusive; begin exclusive')
    // Only a write takes the lock for certain.
    holder.exec('create table if not exists held (since)')
  } catch (error) {
    holder.close()
    if (!isBusy(error)) throw error
    throw new StartupError(
      'folder-in-use',
      `The data folder ${folder} is in use by another Bawaba server; stop that one, or set DATA_DIR to another folder.`,
      { cause: error },
    )
  }
  return { release: () => holder.close() }
}

/** SQLITE_BUSY */
const isBusy = (error: unknown) => error instanceof Error && 'errcode' in error && error.errcode === 5

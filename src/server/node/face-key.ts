import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { StartupError } from './startup-error.ts'

export const faceKeyBytes = 32

interface Source {
  faceKey: Uint8Array<ArrayBuffer> | undefined
  dataDir: string
  databaseUrl: string | undefined
}

/**
 * Returns the key for encrypting faces: as configured, else from `face-key` beside the embedded database, created once. Never in
 * the database or its folder, so that a copy of those reveals no face. With an external PostgreSQL several servers may share it,
 * so there the key must be configured; undefined where it is not.
 * @throws StartupError when the file exists and is no key
 */
export function readFaceKey({ faceKey, dataDir, databaseUrl }: Source): Uint8Array<ArrayBuffer> | undefined {
  if (faceKey) return faceKey
  if (databaseUrl !== undefined) return undefined
  const path = resolve(dataDir, 'face-key')
  return readKeyFile(path) ?? makeKeyFile(path)
}

function readKeyFile(path: string): Uint8Array<ArrayBuffer> | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new StartupError('bad-setting', `The key of faces in ${path} can't be read.`, { cause: error })
  }
  const key = Uint8Array.from(Buffer.from(text, 'base64'))
  if (key.length === faceKeyBytes) return key
  throw new StartupError(
    'bad-setting',
    `The file ${path} must hold ${faceKeyBytes} bytes in base64; put back the one that was there.`,
  )
}

/** Flushes the folder: a new name is on the disk only then. */
function keepNames(folder: string): void {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/**
 * Creates the key file. Written beside and linked into place, so that of two starts one creates it and no crash leaves half of
 * it; on the disk before anything is encrypted by it.
 */
function makeKeyFile(path: string): Uint8Array<ArrayBuffer> {
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 })
  // Not named by the process id: a crash's leftover would block a container, where the id never changes.
  const unfinished = `${path}.${randomBytes(6).toString('hex')}`
  const handle = openSync(unfinished, 'wx', 0o600)
  writeSync(handle, `${randomBytes(faceKeyBytes).toString('base64')}\n`)
  fsyncSync(handle)
  closeSync(handle)
  try {
    linkSync(unfinished, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(unfinished)
  }
  keepNames(join(path, '..'))
  const made = readKeyFile(path)
  if (!made) throw new StartupError('bad-setting', `The key of faces in ${path} can't be read.`)
  return made
}

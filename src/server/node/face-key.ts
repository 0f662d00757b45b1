import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { type KeyRing, openKeyRing } from '#server/kernel/keys/key-ring.ts'
import { StartupError } from './startup-error.ts'

export const faceKeyBytes = 32

type Bytes = Uint8Array<ArrayBuffer>

/** Reads keys that are separated by commas or line breaks, the newest first; undefined for anything else. */
export function readKeys(text: string): Bytes[] | undefined {
  const parts = text.split(/[\s,]+/).filter((part) => part !== '')
  const keys = parts.map((part) =>
    z.base64().safeParse(part).success ? Uint8Array.from(Buffer.from(part, 'base64')) : undefined,
  )
  const good = keys.filter((key) => key?.length === faceKeyBytes) as Bytes[]
  const isEachOnce = new Set(good.map((key) => Buffer.from(key).toString('base64'))).size === good.length
  return good.length > 0 && good.length === parts.length && isEachOnce ? good : undefined
}

interface Source {
  /** Keys as configured, the newest first; none to read those of the file. */
  faceKeys: readonly Bytes[]
  dataDir: string
  databaseUrl: string | undefined
}

/**
 * Returns the keys for encrypting faces and secrets, the newest first: as configured, else the lines of `face-key` beside the
 * embedded database, created once. Never in the database or its folder, so that a copy of those reveals no face. With an external
 * PostgreSQL several servers may share it, so there a key must be configured; empty where none is.
 * @throws StartupError when the file exists and holds anything but keys
 */
export function readFaceKeys({ faceKeys, dataDir, databaseUrl }: Source): readonly Bytes[] {
  if (faceKeys.length > 0 || databaseUrl !== undefined) return faceKeys
  const path = resolve(dataDir, 'face-key')
  return readKeyFile(path) ?? makeKeyFile(path)
}

/** Returns the ring of those keys. @throws StartupError as `readFaceKeys` */
export const openFaceKeys = (source: Source): KeyRing | undefined => openKeyRing(readFaceKeys(source))

function readKeyFile(path: string): Bytes[] | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new StartupError('bad-setting', `The key of faces in ${path} can't be read.`, { cause: error })
  }
  const keys = readKeys(text)
  if (keys) return keys
  throw new StartupError(
    'bad-setting',
    `The file ${path} must hold ${faceKeyBytes} bytes in base64, or several such keys, each on a line; put back the one that was there.`,
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
function makeKeyFile(path: string): Bytes[] {
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

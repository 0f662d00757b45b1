import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type CopyTarget, isCopyFile } from './copy-target.ts'

/** A folder of this machine, perhaps one on another disk. */
export function folderTarget(path: string): CopyTarget {
  const folder = resolve(path)
  return {
    kind: 'folder',
    where: folder,
    write: (name, chunks, signal) => writeWhole(folder, name, chunks, signal),
    read: (name) => createReadStream(join(folder, name)),
    list: async () => (await readdir(folder).catch(() => [])).filter(isCopyFile),
    remove: (name) => rm(join(folder, name), { force: true }),
  }
}

async function writeWhole(folder: string, name: string, chunks: AsyncIterable<Uint8Array>, signal: AbortSignal) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const unfinished = join(folder, `${name}.part`)
  try {
    await pipeline(Readable.from(chunks), createWriteStream(unfinished, { mode: 0o600, flush: true }), { signal })
    await rename(unfinished, join(folder, name))
    await flushFolder(folder)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** A new name is on the disk only then. Windows opens no folders. */
async function flushFolder(folder: string) {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

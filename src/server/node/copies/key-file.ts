import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { readKeys } from '../face-key.ts'
import { StartupError } from '../startup-error.ts'

const Keys = z.object({ faceKey: z.string().refine((text) => readKeys(text) !== undefined) })

/** Returns the keys of an installation as the text that is encrypted; undefined where it has none. */
export function keyFile({
  faceKeys,
  dataDir,
}: {
  faceKeys: readonly Uint8Array[]
  dataDir: string
}): string | undefined {
  const path = resolve(dataDir, 'face-key')
  const given = faceKeys.map((key) => Buffer.from(key).toString('base64')).join('\n')
  if (given !== '') return `${JSON.stringify({ faceKey: given })}\n`
  if (!existsSync(path)) return undefined
  return `${JSON.stringify({ faceKey: readFileSync(path, 'utf8').trim() })}\n`
}

/**
 * Puts the keys of a copy into a data folder. @returns the path of the file
 * @throws StartupError when the folder has another key
 */
export function restoreKeys(text: string, dataDir: string): string {
  const { faceKey } = Keys.parse(JSON.parse(text))
  const path = join(resolve(dataDir), 'face-key')
  if (existsSync(path) && readFileSync(path, 'utf8').trim() !== faceKey) {
    throw new StartupError('target-not-empty', `There is another key in ${path}; move it away first.`)
  }
  mkdirSync(resolve(dataDir), { recursive: true, mode: 0o700 })
  writeFileSync(path, `${faceKey}\n`, { mode: 0o600 })
  return path
}

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { getMimeType } from 'hono/utils/mime'
import { isFaceModel } from '#shared/recognition/face-files.rules.ts'

export type Encoding = 'br' | 'gzip' | 'identity'

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) }
const compressibleTypes = /^(text\/|application\/(json|javascript|manifest\+json|wasm)|image\/svg)/
const bigBytes = 2 ** 20

/** One file of a build. Its hash and compressed forms are made on first request and cached: a build is small. */
export class BuiltFile {
  readonly type: string
  readonly immutable: boolean
  readonly compressible: boolean
  readonly #path: string
  readonly #encoded = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>()
  #etag: Promise<string> | undefined

  constructor(path: string, url: string) {
    this.#path = path
    this.type = getMimeType(url) ?? 'application/octet-stream'
    this.immutable = url.startsWith('/assets/') || isFaceModel(url)
    // Weights are one-byte numbers with an uneven distribution: a third of them is saved.
    this.compressible = compressibleTypes.test(this.type) || isFaceModel(url)
  }

  etag(): Promise<string> {
    this.#etag ??= readFile(this.#path).then(
      (bytes) => `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    )
    return this.#etag
  }

  async body(encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
    if (encoding === 'identity') return await readFile(this.#path)
    const kept = this.#encoded.get(encoding) ?? this.#compressed(encoding)
    this.#encoded.set(encoding, kept)
    return kept
  }

  async #compressed(encoding: 'br' | 'gzip'): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = await readFile(this.#path)
    if (encoding === 'gzip') return compress.gzip(bytes)
    // The first visitor waits for it, so only small files get the best compression.
    const quality = bytes.length > bigBytes ? 5 : 9
    return compress.br(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
  }
}

/** Returns every file below `folder` by its address below `prefix`; hidden ones are internal to the build. */
export async function scanFolder(folder: string, prefix: string): Promise<Map<string, BuiltFile>> {
  const files = new Map<string, BuiltFile>()
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const url = `${prefix}/${entry.name}`
    const path = join(folder, entry.name)
    if (entry.name.startsWith('.')) continue
    if (entry.isFile()) files.set(url, new BuiltFile(path, url))
    else if (entry.isDirectory()) for (const [below, file] of await scanFolder(path, url)) files.set(below, file)
  }
  return files
}

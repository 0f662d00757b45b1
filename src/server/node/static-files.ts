import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, gzipSync } from 'node:zlib'
import type { Context, MiddlewareHandler } from 'hono'
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
    // Weights compress by a third.
    this.compressible = compressibleTypes.test(this.type) || isFaceModel(url)
  }

  etag(): Promise<string> {
    const hashed = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
    this.#etag ??= readFile(this.#path).then((bytes) => `W/"${hashed(bytes)}"`)
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

export interface StaticFolders {
  /** Built client. */
  current: string
  /**
   * Assets of earlier builds: a tab not reloaded since the update still requests them. They are never mixed into `current`, from
   * where the service worker would cache them on every tablet.
   */
  previous: string
}

/** Initial HTML of an address, empty where it has none, and the language of its school where the address names one. */
export interface PreloadedText {
  text: string
  language: string | null
}

/** Placeholders in index.html; the language is for public/boot.js. */
const wordsPlace = /<div class="first-paint-words"><\/div>/
const languagePlace = /^<!doctype html>\s*<html /i

/** Paths of the application only: never looked up among the files. */
const serverPaths = ['/api/', '/healthz', '/readyz']
/** Paths where a missing file is an error, never the page. */
const filePaths = ['/assets/', '/locales/', '/branding/', '/models/']
const isBelow = (path: string, prefixes: readonly string[]) => prefixes.some((prefix) => path.startsWith(prefix))

/**
 * Serves the built client, and its page for every address that belongs to the client's router. Only files found by listing the
 * folders can be requested, so no path leads out of them. Anything else is `next`.
 */
export function staticFiles(
  folders: StaticFolders,
  firstWords?: (context: Context) => Promise<PreloadedText>,
): MiddlewareHandler {
  const site = new BuiltSite(folders)
  return async (context, next) => {
    const { method } = context.req
    if ((method !== 'GET' && method !== 'HEAD') || isBelow(context.req.path, serverPaths)) return next()
    const path = safePath(context.req.path)
    const file = path === undefined || path === '/' ? undefined : await site.find(path)
    if (file) return answer(context, file)
    if (path !== '/') {
      await next()
      if (context.res.status !== 404 || !isNavigation(context)) return
    }
    const page = await site.find('/index.html')
    if (!page) return path === '/' ? next() : undefined
    const words = await firstWords?.(context)
    context.res = undefined
    context.res = words?.text ? await answerWithWords(context, page, words) : await answer(context, page)
  }
}

/** Answers with the page, including texts shown before any script has run. */
async function answerWithWords(
  context: Context,
  page: BuiltFile,
  { text, language }: PreloadedText,
): Promise<Response> {
  const bare = new TextDecoder().decode(await page.body('identity'))
  const worded = bare.replace(wordsPlace, (place) => place.replace('></', () => `>${text}</`))
  const isNamed = language !== null && /^[a-z]{2}$/.test(language)
  const whole = new TextEncoder().encode(
    isNamed ? worded.replace(languagePlace, (place) => `${place}data-school-language="${language}" `) : worded,
  )
  const takesGzip = chooseEncoding(context.req.header('accept-encoding') ?? '') !== 'identity'
  const body = takesGzip ? gzipSync(whole) : whole
  const headers = new Headers({ 'cache-control': 'no-cache', 'content-type': page.type, vary: 'accept-encoding' })
  if (takesGzip) headers.set('content-encoding', 'gzip')
  return new Response(context.req.method === 'HEAD' ? null : body, { headers })
}

function safePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

/** Returns whether a person opens an address, rather than a program requesting data or a deleted script. */
const isNavigation = ({ req }: Context) =>
  (req.header('accept') ?? '').includes('text/html') && !isBelow(req.path, filePaths) && !/\.[a-z0-9]+$/i.test(req.path)

/** Listing of both folders, renewed when a new build has appeared. */
class BuiltSite {
  readonly #folders: StaticFolders
  #files: Map<string, BuiltFile> = new Map()
  #builtAt: number | undefined
  #renewal: Promise<void> | undefined

  constructor(folders: StaticFolders) {
    this.#folders = folders
  }

  async find(path: string): Promise<BuiltFile | undefined> {
    const known = this.#files.get(path)
    // Names below /assets change with their content; all other files may have changed on the disk.
    if (known && path.startsWith('/assets/')) return known
    await this.#renew()
    return this.#files.get(path)
  }

  async #renew() {
    const builtAt = await stat(join(this.#folders.current, 'index.html')).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    )
    // Requests during a listing wait for it: until then no file of the build can be found.
    while (this.#renewal) await this.#renewal
    if (builtAt === this.#builtAt) return
    this.#renewal = this.#scan(builtAt).finally(() => {
      this.#renewal = undefined
    })
    await this.#renewal
  }

  async #scan(builtAt: number | undefined) {
    const previous = await scanFolder(join(this.#folders.previous, 'assets'), '/assets')
    const current = await scanFolder(this.#folders.current, '')
    this.#files = new Map([...previous, ...current])
    this.#builtAt = builtAt
  }
}

async function answer(context: Context, file: BuiltFile): Promise<Response> {
  const etag = await file.etag()
  const headers = new Headers({
    etag,
    vary: 'accept-encoding',
    'cache-control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    'content-type': file.type,
  })
  if (context.req.header('if-none-match')?.split(/,\s*/).includes(etag)) {
    return new Response(null, { status: 304, headers })
  }
  const encoding = file.compressible ? chooseEncoding(context.req.header('accept-encoding') ?? '') : 'identity'
  const body = await file.body(encoding)
  if (encoding !== 'identity') headers.set('content-encoding', encoding)
  headers.set('content-length', String(body.length))
  return new Response(context.req.method === 'HEAD' ? null : body, { headers })
}

function chooseEncoding(accepted: string): Encoding {
  const offers = accepted.split(',').map((offer) => offer.trim().toLowerCase())
  const takes = (name: string) => offers.some((offer) => new RegExp(`^${name}(;q=(1|0\\.0*[1-9]).*)?$`).test(offer))
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity'
}

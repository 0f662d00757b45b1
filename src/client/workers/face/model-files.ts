import { FaceTrouble } from '#local/recognition/face-trouble.ts'
import { faceFilesCache } from '#shared/recognition/face-files.rules.ts'

/** What the build wrote about one file of the recogniser (.config/face-assets.ts). */
export interface ModelFile {
  path: string
  bytes: number
  /** Hexadecimal. */
  sha256: string
}

export const modelFiles: readonly ModelFile[] = __FACE_FILES__

/** Below this address lie the models and the WebAssembly of one version. */
export const modelFolder = __FACE_FOLDER__

/**
 * One file of the recogniser, from the cache or else from the network, and only when it is the one that the build saw:
 * damaged weights would not fail, they would recognise somebody else.
 */
export async function readModelFile(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const file = modelFiles.find((each) => each.path === path)
  if (!file) throw new FaceTrouble('models-missing', path)
  const cache = await openCache()
  const kept = await cache?.match(path)
  if (kept) {
    const bytes = await bytesOf(kept)
    if (bytes && (await isWhole(file, bytes))) return bytes
    await cache?.delete(path)
  }
  // A second time past every cache on the way: what is wrong may be what a proxy or the browser has kept.
  for (const mode of ['default', 'reload'] as const) {
    const response = await ask(path, mode)
    const bytes = await bytesOf(response.clone())
    if (!bytes || !(await isWhole(file, bytes))) continue
    await keep(cache, path, response)
    return bytes
  }
  throw new FaceTrouble('models-damaged', path)
}

/** Deletes what an earlier version left in the cache. */
export async function deleteOldModels(keepToo: readonly string[]): Promise<void> {
  const cache = await openCache()
  const wanted = new Set([...modelFiles.map(({ path }) => path), ...keepToo])
  for (const request of (await cache?.keys()) ?? []) {
    if (!wanted.has(new URL(request.url).pathname)) await cache?.delete(request)
  }
}

/** Keeps a file whose name holds its hash. */
export async function keepScript(path: string): Promise<void> {
  const cache = await openCache()
  if (await cache?.match(path)) return
  await keep(cache, path, await ask(path, 'default'))
}

/** Some private windows refuse the cache: then every start asks the network. */
const openCache = (): Promise<Cache | undefined> => caches.open(faceFilesCache).catch(() => undefined)

async function ask(path: string, cache: RequestCache): Promise<Response> {
  let response: Response
  try {
    response = await fetch(path, { cache, credentials: 'same-origin' })
  } catch (error) {
    throw new FaceTrouble('models-missing', error)
  }
  if (!response.ok) throw new FaceTrouble('models-missing', `${path}: ${response.status}`)
  return response
}

/** Nothing, when the answer broke off on its way. */
const bytesOf = (response: Response): Promise<Uint8Array<ArrayBuffer> | undefined> =>
  response.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => undefined,
  )

async function isWhole(file: ModelFile, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  if (bytes.length !== file.bytes) return false
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('') === file.sha256
}

/** A full disk is no reason to stop: the file is here now. */
const keep = async (cache: Cache | undefined, path: string, response: Response): Promise<void> =>
  cache?.put(path, response).catch(() => undefined)

// chunk: till-later
import type { PictureLimits, PictureStore } from './picture-cache.ts'

interface Fetching {
  store: Pick<PictureStore, 'match'>
  /** What may be fetched at one time: never so much that it drives out what is shown. */
  limits: PictureLimits
  /** Fetches and keeps a picture. @returns its bytes */
  fetchPicture: (path: string) => Promise<number>
  /** Resolves when a picture may be fetched; false to stop. */
  mayGoOn: () => Promise<boolean>
}

/** One picture may be missing; as many one after the other mean that the server is not there. */
const mostFailures = 3

/**
 * Fetches those of these pictures that the device has not, one after the other, up to the limits: so they are there without a network
 * although nobody has looked at them. @returns how many it fetched
 */
export async function fetchPictures(
  paths: Iterable<string>,
  { store, limits, fetchPicture, mayGoOn }: Fetching,
): Promise<number> {
  let count = 0
  let bytes = 0
  let failures = 0
  for (const path of new Set(paths)) {
    if (count >= limits.count || bytes >= limits.bytes || failures >= mostFailures) break
    if (await store.match(path)) continue
    if (!(await mayGoOn())) break
    try {
      bytes += await fetchPicture(path)
      count += 1
      failures = 0
    } catch {
      failures += 1
    }
  }
  return count
}

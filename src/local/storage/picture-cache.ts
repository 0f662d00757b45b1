/*
 * Pictures of what is sold, as the service worker keeps them: never more than a count and a number of bytes. What has not been
 * shown for longest goes first. A picture says in a header of its own on which day it was last shown.
 */

/** What this needs of a browser's `Cache`. */
export type PictureStore = Pick<Cache, 'delete' | 'keys' | 'match' | 'put'>

export interface PictureLimits {
  /** Most pictures. */
  count: number
  /** Most bytes of all of them. */
  bytes: number
}

/** Name of the cache that holds them. */
export const pictureCache = 'item-pictures'

/** As many items as a school may have, at twelve kilobytes on average; no picture is above thirty. */
export const pictureLimits: PictureLimits = { count: 5000, bytes: 60_000_000 }

/** What goes makes room for a tenth, so that the next picture does not begin it again. */
const kept = 0.9

const dayHeader = 'x-last-shown'
const bytesHeader = 'x-bytes'

/** Returns a picture as it is kept: with its size and the day on which it was shown. @param day as ISO 8601 */
export async function markedPicture(response: Response, day: string): Promise<Response> {
  const body = await response.blob()
  const headers = new Headers(response.headers)
  headers.set(dayHeader, day)
  headers.set(bytesHeader, String(body.size))
  return new Response(body, { status: response.status, headers })
}

/** Pictures of an older release do not say how large they are. */
const bytesOf = async (response: Response): Promise<number> =>
  Number(response.headers.get(bytesHeader) ?? (await response.blob()).size)
const dayOf = ({ headers }: Response): string => headers.get(dayHeader) ?? ''

/** Notes that a kept picture was shown; writes once a day. */
export async function notePicture(store: PictureStore, request: Request | string, day: string): Promise<void> {
  const response = await store.match(request)
  if (response && dayOf(response) !== day) await store.put(request, await markedPicture(response, day))
}

/**
 * Deletes the pictures that have not been shown for longest, once there are more than the limits say, of those of one day the ones
 * that came first. @returns how many went
 */
export async function boundPictures(store: PictureStore, limits: PictureLimits): Promise<number> {
  const requests = await store.keys()
  const found = []
  for (const request of requests) {
    const response = await store.match(request)
    if (response) found.push({ request, day: dayOf(response), bytes: await bytesOf(response) })
  }
  let { length: count } = found
  let bytes = found.reduce((all, picture) => all + picture.bytes, 0)
  if (count <= limits.count && bytes <= limits.bytes) return 0
  let gone = 0
  for (const picture of found.toSorted((a, b) => (a.day === b.day ? 0 : a.day < b.day ? -1 : 1))) {
    if (count <= Math.ceil(limits.count * kept) && bytes <= limits.bytes * kept) break
    await store.delete(picture.request)
    count -= 1
    bytes -= picture.bytes
    gone += 1
  }
  return gone
}

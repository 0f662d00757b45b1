// chunk: till-later
import { openTillAtom } from '#client/platform/offline/open-till.ts'
import { onIdle } from '#client/platform/page/first-use.ts'
import { store } from '#client/platform/store.ts'
import { fetchPictures } from '#local/storage/fetch-pictures.ts'
import { pictureCache, pictureLimits } from '#local/storage/picture-cache.ts'

/** At one time at most half of what a device keeps. */
const limits = { count: pictureLimits.count / 2, bytes: pictureLimits.bytes / 2 }

/** Longest wait for a moment that no frame needs. */
const idleMs = 5000

let isWatching = false
let isFetching = false
/** Pictures that were looked for last. */
let sought = ''

/**
 * Keeps the pictures of the catalogue on this device from now on, also those that nobody looks at before the network is cut: they are
 * fetched one by one while there is nothing else to do, and when the catalogue has changed or the network is back.
 */
export function keepPictures(): void {
  // Without a worker nothing would show them.
  if (isWatching || !navigator.serviceWorker?.controller) return
  isWatching = true
  const begin = () => void keepNow().catch(() => undefined)
  store.sub(openTillAtom, begin)
  addEventListener('online', () => {
    sought = ''
    begin()
  })
  begin()
}

async function keepNow(): Promise<void> {
  const items = store.get(openTillAtom)?.till.catalogue.items ?? []
  const paths = items.flatMap(({ picture, active }) => (picture !== undefined && active ? [picture] : []))
  const all = paths.join(' ')
  if (isFetching || all === sought || !navigator.onLine) return
  isFetching = true
  sought = all
  try {
    const cache = await caches.open(pictureCache)
    await fetchPictures(paths, {
      store: cache,
      limits,
      fetchPicture: async (path) => {
        await cache.add(path)
        return (await (await cache.match(path))?.blob())?.size ?? 0
      },
      mayGoOn: async () => {
        await onIdle(idleMs)
        return navigator.onLine
      },
    })
  } finally {
    isFetching = false
  }
}

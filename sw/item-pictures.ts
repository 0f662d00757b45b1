/// <reference lib="webworker" />
import type { WorkboxPlugin } from 'workbox-core'
import { machineClock } from '#local/kernel/machine.ts'
import { boundPictures, markedPicture, notePicture, pictureLimits } from '#local/storage/picture-cache.ts'
import { toInstant } from '#shared/kernel/time.ts'

/** Pictures of what is sold: the hash of its bytes is in the address, so a picture never changes. */
export const isItemPicture = (path: string): boolean => /^\/branding\/[^/]+\/item\/[0-9a-f]+$/.test(path)

const today = () => toInstant(machineClock.nowMs()).slice(0, 10)

/** Additions between two looks at how many there are. */
const lookEvery = 50

let added = lookEvery
let isBounding = false

/** Looks at the first picture that is added and at every fiftieth after it, so that filling an empty cache stays quick. */
async function boundNow(cacheName: string): Promise<void> {
  added += 1
  if (added < lookEvery || isBounding) return
  added = 0
  isBounding = true
  try {
    await boundPictures(await caches.open(cacheName), pictureLimits)
  } finally {
    isBounding = false
  }
}

/** Keeps pictures within their limits, the ones that are shown longest. What fails here costs a picture offline, and no answer. */
export const boundedPictures: WorkboxPlugin = {
  cacheWillUpdate: ({ response }) => markedPicture(response, today()),
  cacheDidUpdate: ({ cacheName }) => boundNow(cacheName).catch(() => undefined),
  cachedResponseWillBeUsed: async ({ cacheName, cachedResponse, request, event }) => {
    if (cachedResponse) {
      const noted = caches.open(cacheName).then((cache) => notePicture(cache, request, today()))
      event.waitUntil(noted.catch(() => undefined))
    }
    return cachedResponse ?? null
  },
}

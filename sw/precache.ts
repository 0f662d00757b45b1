/// <reference lib="webworker" />
import { cacheNames } from 'workbox-core'
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  getCacheKeyForURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] }

const entries = self.__WB_MANIFEST

const atOnce = 4

/**
 * Fetches what is precached several files at a time, from the end of the list: workbox begins at its start, waits for each file
 * before it asks for the next, and takes what it finds. On a far network most of an installation is that waiting, and until it is
 * over a page that is opened again without a network is lost. What fails here is workbox's to fetch, or to fail by.
 */
async function fetchFromTheEnd(): Promise<void> {
  const cache = await caches.open(cacheNames.precache)
  const left = [...entries]
  const fetchNext = async (): Promise<void> => {
    for (let entry = left.pop(); entry !== undefined; entry = left.pop()) {
      const { url, revision } = typeof entry === 'string' ? { url: entry, revision: null } : entry
      const key = getCacheKeyForURL(url)
      // Here the two have met, or the file is that of the former release.
      if (key === undefined || (await cache.match(key))) continue
      const answer = await fetch(url, { cache: revision ? 'reload' : 'default', credentials: 'same-origin' })
      if (answer.status === 200 && !answer.redirected) await cache.put(key, answer)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, () => fetchNext().catch(() => undefined)))
}

/** Precaches page, all code, texts in both languages and the Arabic font: with these the app starts offline. */
export function precacheApp(): void {
  precacheAndRoute(entries)
  self.addEventListener('install', (event) => event.waitUntil(fetchFromTheEnd()))
  cleanupOutdatedCaches()
}

/** Answers every address of the app with the same page, except the server's own paths and those that look like a file. */
export function answerNavigations(): void {
  registerRoute(
    new NavigationRoute(createHandlerBoundToURL('/index.html'), {
      denylist: [/^\/api\//, /^\/healthz/, /^\/readyz/, /^\/branding\//, /\/[^/?]+\.[^/]+$/],
    }),
  )
}

/** Counts the precached files that really exist: browsers may evict, and a promise of "offline" has to be checked. */
export async function countKept(): Promise<{ wanted: number; kept: number }> {
  const hits = await Promise.all(
    entries.map(async (entry) => {
      const key = getCacheKeyForURL(typeof entry === 'string' ? entry : entry.url)
      return key !== undefined && (await caches.match(key)) !== undefined
    }),
  )
  return { wanted: hits.length, kept: hits.filter(Boolean).length }
}

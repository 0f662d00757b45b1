/// <reference lib="webworker" />
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

/** Precaches page, all code, texts in both languages and the Arabic font: with these the app starts offline. */
export function precacheApp(): void {
  precacheAndRoute(entries)
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

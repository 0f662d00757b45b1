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

/** Page, all code, words in both languages and the Arabic font: with these the app starts without a network. */
export function keepTheApp(): void {
  precacheAndRoute(entries)
  cleanupOutdatedCaches()
}

/** Every address of the app is the same page, except what the server answers itself and what looks like a file. */
export function answerNavigations(): void {
  registerRoute(
    new NavigationRoute(createHandlerBoundToURL('/index.html'), {
      denylist: [/^\/api\//, /^\/healthz/, /^\/readyz/, /^\/branding\//, /\/[^/?]+\.[^/]+$/],
    }),
  )
}

/** How much of what must be kept is really there: browsers may evict, and a promise of "offline" has to be checked. */
export async function countKept(): Promise<{ wanted: number; kept: number }> {
  const hits = await Promise.all(
    entries.map(async (entry) => {
      const key = getCacheKeyForURL(typeof entry === 'string' ? entry : entry.url)
      return key !== undefined && (await caches.match(key)) !== undefined
    }),
  )
  return { wanted: hits.length, kept: hits.filter(Boolean).length }
}

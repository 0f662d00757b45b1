/// <reference lib="webworker" />

import type { WorkboxPlugin } from 'workbox-core'
import { registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst, StaleWhileRevalidate } from 'workbox-strategies'
import { openDevice } from '#local/device/open-device.ts'
import { openHttp } from '#local/kernel/http.ts'
import { browserSurroundings } from '#local/kernel/surroundings.ts'
import { drainOnce } from '#local/outbox/drain-once.ts'
import { schoolsWithOutbox } from '#local/storage/outbox-db.ts'
import { pictureCache } from '#local/storage/picture-cache.ts'
import { faceFilesCache, isFaceModel, isFaceWorker } from '#shared/recognition/face-files.rules.ts'
import { boundedPictures, isItemPicture } from './item-pictures.ts'
import { answerNavigations, countKept, precacheApp } from './precache.ts'

/// <reference lib="webworker" />
interface SyncEvent extends ExtendableEvent {
  tag: string
}

/**
 * Registers for Background Sync (Chromium only, a bonus): the browser wakes the worker when the network is back, also when no
 * page is open. It runs the same core as the page, and leaves when a page is sending. The sync call itself is never intercepted.
 */
function sendOnBackgroundSync(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener('sync', (event) => {
    const sync = event as SyncEvent
    if (sync.tag === 'send-outbox') sync.waitUntil(sendAll())
  })
}

async function sendAll(): Promise<void> {
  for (const schoolCode of await schoolsWithOutbox()) await sendFor(schoolCode)
}

async function sendFor(schoolCode: string): Promise<void> {
  const identify = () => ({ schoolCode, clientId: schoolCode, token: undefined })
  const nothing = { read: () => undefined, write: () => undefined, clear: () => undefined }
  const device = await openDevice({
    schoolCode,
    surroundings: browserSurroundings(schoolCode),
    canary: nothing,
    // Only the page reports its build.
    appVersion: '',
    maySteal: () => false,
  })
  try {
    const end = await drainOnce(device, openHttp({ origin: self.location.origin, identify }))
    // The browser retries only when the event fails.
    if (end === 'blocked') throw new Error('not everything could be sent')
  } finally {
    device.close()
  }
}

/// <reference lib="webworker" />
/** Caches only successful answers: an error page, or one of a captive portal, must not replace a school's logo. */
const onlyGood: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) => (response.status === 200 && !response.redirected ? response : null),
}

/**
 * Caches the school's branding, pictures of what is sold, texts corrected after the build, and face-recognition files, which never change below their
 * address. Everything else goes to the network untouched.
 */
function answerWhileRunning(): void {
  registerRoute(
    ({ url, sameOrigin, request }) => sameOrigin && request.method === 'GET' && isItemPicture(url.pathname),
    new CacheFirst({ cacheName: pictureCache, plugins: [onlyGood, boundedPictures] }),
  )
  registerRoute(
    ({ url, sameOrigin, request }) => sameOrigin && request.method === 'GET' && url.pathname.startsWith('/branding/'),
    new StaleWhileRevalidate({ cacheName: 'branding', plugins: [onlyGood] }),
  )
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === '/manifest.webmanifest',
    new NetworkFirst({ cacheName: 'branding', networkTimeoutSeconds: 2, plugins: [onlyGood] }),
  )
  registerRoute(
    ({ url, sameOrigin, request }) =>
      sameOrigin &&
      request.method === 'GET' &&
      (isFaceModel(url.pathname) || isFaceWorker(url.pathname)) &&
      // The page has found the cached copy damaged, and bypasses every cache.
      request.cache !== 'reload',
    new CacheFirst({ cacheName: faceFilesCache, plugins: [onlyGood] }),
  )
}

/// <reference lib="webworker" />
/**
 * Lets a new worker take over on request only: a page with an open cart would lose the chunks it has not loaded yet. On the very
 * first visit there is no old worker to wait for, so the page is claimed at once.
 */
function switchOnRequest(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
}

/** Handles page messages. `SKIP_WAITING` switches to this release. `COUNT_KEPT` is answered on the port that comes with it. */
function listenToClients(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('message', (event) => {
    const { type } = (event.data ?? {}) as { type?: string }
    if (type === 'SKIP_WAITING') void worker.skipWaiting()
    if (type === 'COUNT_KEPT') event.waitUntil(countKept().then((count) => event.ports[0]?.postMessage(count)))
  })
}

declare const self: ServiceWorkerGlobalScope

/*
 * Service worker, in order of its work: precache.ts precached files: page, code, texts, font; answers every navigation runtime.ts
 * files that change at run time: branding and the school's manifest pages.ts messages of pages: switch to a new release, count
 * the precached files sync.ts sends unsent work when the network comes back and no page is open
 *
 * Calls below /api are never answered here: unsent work and live data have one owner each, and it is not a cache.
 *
 * Kill switch for a broken worker in production: replace this file's body by self.addEventListener('install', () =>
 * self.skipWaiting()) self.addEventListener('activate', async () => { for (const name of await caches.keys()) await
 * caches.delete(name) await self.registration.unregister() }) It empties the caches only. The databases hold unsent sales and
 * must never be cleared from here.
 */
precacheApp()
answerNavigations()
answerWhileRunning()
switchOnRequest(self)
listenToClients(self)
sendOnBackgroundSync(self)

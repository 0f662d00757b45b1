/// <reference lib="webworker" />

import { cacheNames, type WorkboxPlugin } from 'workbox-core'
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

/**
 * Lets a new worker take over on request only: a page with an open cart would lose the chunks it has not loaded yet. On the very
 * first visit there is no old worker to wait for, so the page is claimed at once.
 */
function switchOnRequest(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
}

/** Of the Static Routing API, which TypeScript's library does not have yet: Chromium 123 and later. */
interface Route {
  condition: { urlPattern: string }
  source: 'network' | 'fetch-event' | { cacheName: string }
}
interface RoutingInstallEvent extends ExtendableEvent {
  addRoutes?: (rules: readonly Route[]) => Promise<void>
}

/** The first that fits counts. */
const routes: readonly Route[] = [
  // Calls and health checks are never answered here.
  ...['/api/*', '/healthz', '/readyz'].map((urlPattern): Route => ({ condition: { urlPattern }, source: 'network' })),
  // It has a cache of its own (answerWhileRunning).
  { condition: { urlPattern: '/assets/face-worker*' }, source: 'fetch-event' },
  // Their names hold their hash, so they are kept under their address. What is not kept comes from the network.
  { condition: { urlPattern: '/assets/*' }, source: { cacheName: cacheNames.precache } },
]

/**
 * Has the browser read files and send calls without asking the worker, where it can: a page starts sooner, and a new release takes
 * over while a page goes on asking. In Chromium a worker that is handed a request each second may never count as idle, and then
 * keeps its place.
 */
function routePastWorker(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('install', (event: RoutingInstallEvent) => {
    // A browser that does not take them hands everything to the worker, which answers the same.
    event.waitUntil(Promise.resolve(event.addRoutes?.(routes)).catch(() => undefined))
  })
}

/** Requests are all answered when none has come for so many looks. */
const quietLooks = 4
const mostLooks = 60
const lookEveryMs = 50

/**
 * Counts the requests that are being answered here.
 * @returns what resolves once there has been none for 0.2 s, or after 3 s
 */
function countRequests(worker: ServiceWorkerGlobalScope): () => Promise<void> {
  let open = 0
  let come = 0
  const end = () => {
    open -= 1
  }
  worker.addEventListener('fetch', (event) => {
    open += 1
    come += 1
    event.handled.then(end, end)
  })
  return async () => {
    let quiet = 0
    for (let look = 0; look < mostLooks && quiet < quietLooks; look += 1) {
      const before = come
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
      quiet = open === 0 && come === before ? quiet + 1 : 0
    }
  }
}

/**
 * Handles page messages. `SKIP_WAITING` switches to this release. The others are answered on the port that comes with them:
 * `COUNT_KEPT` with a count of files, `AWAIT_ANSWERED` once no request is being answered here.
 */
function listenToClients(worker: ServiceWorkerGlobalScope): void {
  const allAnswered = countRequests(worker)
  worker.addEventListener('message', (event) => {
    const { type } = (event.data ?? {}) as { type?: string }
    if (type === 'SKIP_WAITING') void worker.skipWaiting()
    if (type === 'COUNT_KEPT') event.waitUntil(countKept().then((count) => event.ports[0]?.postMessage(count)))
    // Not held open until then: this message is one of those that keep a worker.
    if (type === 'AWAIT_ANSWERED') void allAnswered().then(() => event.ports[0]?.postMessage(true))
  })
}

declare const self: ServiceWorkerGlobalScope

/*
 * Service worker: keeps page, code, texts and font for working offline and answers every navigation (precache.ts), keeps branding,
 * pictures and the school's manifest as they are asked for, answers messages of pages, and sends unsent work when the network
 * comes back and no page is open.
 *
 * Calls below /api are never answered here: unsent work and live data have one owner each, and it is not a cache.
 *
 * Kill switch for a broken worker in production: replace this file's body by
 *   self.addEventListener('install', () => self.skipWaiting())
 *   self.addEventListener('activate', async () => {
 *     for (const name of await caches.keys()) await caches.delete(name)
 *     await self.registration.unregister()
 *   })
 * It empties the caches only. The databases hold unsent sales and must never be cleared from here.
 */
routePastWorker(self)
listenToClients(self)
precacheApp()
answerNavigations()
answerWhileRunning()
switchOnRequest(self)
sendOnBackgroundSync(self)

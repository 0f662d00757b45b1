/// <reference lib="webworker" />

import { listenToClients, switchOnRequest } from './pages.ts'
import { answerNavigations, precacheApp } from './precache.ts'
import { answerWhileRunning } from './runtime.ts'
import { sendOnBackgroundSync } from './sync.ts'

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

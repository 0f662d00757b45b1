/// <reference lib="webworker" />

import { listenToPages, switchOnRequest } from './pages.ts'
import { answerNavigations, keepTheApp } from './precache.ts'
import { answerWhileRunning } from './runtime.ts'
import { sendWhenWoken } from './sync.ts'

declare const self: ServiceWorkerGlobalScope

/*
 * The service worker, in the order it works:
 *   precache.ts   what is kept: page, code, words, font; every navigation is answered from it
 *   runtime.ts    what changes while we run: branding and the school's manifest
 *   pages.ts      what pages may ask: to switch to a new release, whether everything is kept
 *   sync.ts       sends unsent work when the network comes back and no page is open
 *
 * Calls below /api are never answered here: unsent work and live data have one owner each, and it is not a cache.
 *
 * Kill switch, should a broken worker ever be out there: replace this file's body by
 *   self.addEventListener('install', () => self.skipWaiting())
 *   self.addEventListener('activate', async () => {
 *     for (const name of await caches.keys()) await caches.delete(name)
 *     await self.registration.unregister()
 *   })
 * It empties the caches only. The databases hold unsent sales and must never be cleared from here.
 */
keepTheApp()
answerNavigations()
answerWhileRunning()
switchOnRequest(self)
listenToPages(self)
sendWhenWoken(self)

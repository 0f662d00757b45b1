/// <reference lib="webworker" />
import type { WorkboxPlugin } from 'workbox-core'
import { registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst, StaleWhileRevalidate } from 'workbox-strategies'
import { faceFilesCache, isFaceModel, isFaceWorker } from '#shared/recognition/face-files.rules.ts'

/** Caches only successful answers: an error page, or one of a captive portal, must not replace a school's logo. */
const onlyGood: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) => (response.status === 200 && !response.redirected ? response : null),
}

/**
 * Caches the school's branding, texts corrected after the build, and face-recognition files, which never change below their
 * address. Everything else goes to the network untouched.
 */
export function answerWhileRunning(): void {
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

/// <reference lib="webworker" />
import type { WorkboxPlugin } from 'workbox-core'
import { registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst, StaleWhileRevalidate } from 'workbox-strategies'
import { faceFilesCache, isFaceModel, isFaceWorker } from '#shared/recognition/face-files.rules.ts'

/** Only real answers are kept: an error page, or one of a captive portal, must not replace a school's logo. */
const onlyGood: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) => (response.status === 200 && !response.redirected ? response : null),
}

/**
 * The school's look, and words that were corrected after the build; and what recognises faces, which never changes below its
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
      // The page has found what was kept to be damaged, and asks past every cache.
      request.cache !== 'reload',
    new CacheFirst({ cacheName: faceFilesCache, plugins: [onlyGood] }),
  )
}

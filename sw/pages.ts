/// <reference lib="webworker" />
import { countKept } from './precache.ts'

/**
 * Lets a new worker take over on request only: a page with an open cart would lose the chunks it has not loaded yet. On the very
 * first visit there is no old worker to wait for, so the page is claimed at once.
 */
export function switchOnRequest(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
}

/** Handles page messages. `SKIP_WAITING` switches to this release. `COUNT_KEPT` is answered on the port that comes with it. */
export function listenToClients(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('message', (event) => {
    const { type } = (event.data ?? {}) as { type?: string }
    if (type === 'SKIP_WAITING') void worker.skipWaiting()
    if (type === 'COUNT_KEPT') event.waitUntil(countKept().then((count) => event.ports[0]?.postMessage(count)))
  })
}

/// <reference lib="webworker" />

import { openDevice } from '#local/device/open-device.ts'
import { openHttp } from '#local/kernel/http.ts'
import { browserSurroundings } from '#local/kernel/surroundings.ts'
import { drainOnce } from '#local/outbox/drain-once.ts'
import { schoolsWithOutbox } from '#local/storage/outbox-db.ts'

interface SyncEvent extends ExtendableEvent {
  tag: string
}

/**
 * Registers for Background Sync (Chromium only, a bonus): the browser wakes the worker when the network is back, also when no
 * page is open. It runs the same core as the page, and leaves when a page is sending. The sync call itself is never intercepted.
 */
export function sendOnBackgroundSync(scope: ServiceWorkerGlobalScope): void {
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

import type { Device } from '#local/device/open-device.ts'
import { exchangeOf, syncLockName } from '#local/device/sending.ts'
import type { Http } from '#local/kernel/http.ts'
import { drainWhenFree } from './drain-when-free.ts'

/** Drains a device's outbox from a service worker that the browser woke up. */
export async function drainOnce(device: Device, http: Http): Promise<'done' | 'led-elsewhere' | 'blocked'> {
  const { identity, store, options } = device
  if (!identity) return 'done'
  const { transport } = exchangeOf(device, identity, http)
  return drainWhenFree({ ...options.surroundings, store, transport, lockName: syncLockName(options.schoolCode) })
}

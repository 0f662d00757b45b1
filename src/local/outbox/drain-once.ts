import type { Device } from '#local/device/open-device.ts'
import { exchangeOf, syncLockName } from '#local/device/sending.ts'
import type { Http } from '#local/kernel/http.ts'
import { drainWhenFree } from './drain-when-free.ts'

/** What a service worker does for a device when the browser wakes it up. */
export async function drainOnce(device: Device, http: Http): Promise<'done' | 'led-elsewhere' | 'blocked'> {
  const { identity, store, options } = device
  if (!identity) return 'done'
  const { transport } = exchangeOf(device, identity, http)
  return drainWhenFree({ ...options.surroundings, store, transport, lockName: syncLockName(options.schoolCode) })
}

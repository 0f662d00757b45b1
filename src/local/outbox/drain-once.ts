import type { Device } from '#local/device/open-device.ts'
import { exchangeOf, syncLockName } from '#local/device/sending.ts'
import type { Http } from '#local/http.ts'
import { drain } from './drain.ts'
import { LeaseLost } from './outbox.types.ts'

/**
 * Sends what is due and leaves: for a service worker that the browser woke up. Leaves at once when a page holds the lead,
 * for the page does it better.
 */
export async function drainOnce(device: Device, http: Http): Promise<'done' | 'led-elsewhere' | 'blocked'> {
  const { identity, store, options } = device
  if (!identity) return 'done'
  return options.surroundings.locks.request(syncLockName(options.schoolCode), { ifAvailable: true }, async (lock) => {
    if (!lock) return 'led-elsewhere'
    const lease = await store.takeLease()
    const { transport } = exchangeOf(device, identity, http)
    const { clock, random, channel } = options.surroundings
    const onSending = (count: number) => channel.post({ type: 'sending', count })
    try {
      const never = new AbortController().signal
      const { end } = await drain({ store, transport, clock, random, lease, onSending }, { no: 0 }, never)
      return end === 'done' ? 'done' : 'blocked'
    } catch (error) {
      if (error instanceof LeaseLost) return 'led-elsewhere'
      throw error
    } finally {
      channel.post({ type: 'sending', count: 0 })
      channel.post({ type: 'ops-settled' })
    }
  })
}

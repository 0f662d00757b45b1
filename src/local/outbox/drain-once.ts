import type { Device } from '#local/device/open-device.ts'
import { exchangeOf, syncLockName } from '#local/device/sending.ts'
import type { Http } from '#local/kernel/http.ts'
import type { Surroundings } from '#local/kernel/ports.ts'
import { drain } from './drain.ts'
import { LeaseLost, type Transport } from './outbox.types.ts'
import type { OutboxStore } from './outbox-store.ts'

interface LoneDrain extends Pick<Surroundings, 'locks' | 'clock' | 'random' | 'channel'> {
  store: OutboxStore
  transport: Transport
  lockName: string
  /** The most operations of one batch, where it is less than the wire takes. */
  batchOps?: number
  /** See `Drain.readsAhead`. */
  readsAhead?: boolean
}

/** Sends what is due and ends. Ends at once when a page holds the lead, since the page does it better. */
export function drainWhenFree(parts: LoneDrain): Promise<'done' | 'led-elsewhere' | 'blocked'> {
  const { store, channel } = parts
  return parts.locks.request(parts.lockName, { ifAvailable: true }, async (lock) => {
    if (!lock) return 'led-elsewhere'
    const lease = await store.takeLease()
    const onSending = (count: number) => channel.post({ type: 'sending', count })
    let hasSettled = false
    const onSettled = () => {
      hasSettled = true
    }
    try {
      const { end } = await drain({ ...parts, lease, onSending, onSettled }, { no: 0 }, new AbortController().signal)
      return end === 'done' ? 'done' : 'blocked'
    } catch (error) {
      if (error instanceof LeaseLost) return 'led-elsewhere'
      throw error
    } finally {
      channel.post({ type: 'sending', count: 0 })
      if (hasSettled) channel.post({ type: 'ops-settled' })
    }
  })
}

/** Drains a device's outbox from a service worker that the browser woke up. */
export async function drainOnce(device: Device, http: Http): Promise<'done' | 'led-elsewhere' | 'blocked'> {
  const { identity, store, options } = device
  if (!identity) return 'done'
  const { transport } = exchangeOf(device, identity, http)
  return drainWhenFree({
    ...options.surroundings,
    store,
    transport,
    lockName: syncLockName(options.schoolCode),
    readsAhead: true,
  })
}

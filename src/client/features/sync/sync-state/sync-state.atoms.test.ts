import { beforeEach, expect, it, vi } from 'vitest'
import { wasPaired } from '#client/platform/offline/canary.ts'
import { identityAtom } from '#client/platform/offline/device.ts'
import { store } from '#client/platform/store.ts'
import type { DeviceIdentity } from '#local/device/identity.ts'
import { closeList, listAtom, mayLeave } from './sync-state.atoms.ts'

// No school is settled here, so that the outbox cannot be read and its status stays unknown.
beforeEach(() => {
  closeList()
  store.set(identityAtom, undefined)
})

it('asks on a paired device that cannot say what is unsent', async () => {
  store.set(identityAtom, { deviceId: 'd1' } as DeviceIdentity)
  const answer = mayLeave()
  await expect.poll(() => store.get(listAtom)).toBe('leaving')
  closeList(true)
  expect(await answer).toBe(true)
})

it('knows a till before anything has been read', () => {
  const life = JSON.stringify({ deviceId: 'd1', installEpoch: 'e1', nextSeq: 2, receiptHighWater: 1 })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === 'device-canary:alnoor' ? life : null),
    setItem: () => undefined,
    removeItem: () => undefined,
  })
  expect(wasPaired('alnoor')).toBe(true)
  expect(wasPaired('other')).toBe(false)
  expect(wasPaired(null)).toBe(false)
  vi.unstubAllGlobals()
})

it('lets go where no device is', async () => {
  expect(await mayLeave()).toBe(true)
  store.set(identityAtom, null)
  expect(await mayLeave()).toBe(true)
  expect(store.get(listAtom)).toBe('closed')
})

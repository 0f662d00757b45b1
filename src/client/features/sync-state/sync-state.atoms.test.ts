import { beforeEach, expect, it } from 'vitest'
import type { DeviceIdentity } from '#local/device/identity.ts'
import { identityAtom } from '#client/platform/device.ts'
import { store } from '#client/platform/store.ts'
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

it('lets go where no device is', async () => {
  expect(await mayLeave()).toBe(true)
  store.set(identityAtom, null)
  expect(await mayLeave()).toBe(true)
  expect(store.get(listAtom)).toBe('closed')
})

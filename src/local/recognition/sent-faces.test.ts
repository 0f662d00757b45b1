import { expect, it } from 'vitest'
import { newOpId, openStore, save, till } from '#tests/support/devices/outbox-kit.ts'
import { openTestWorld } from '#tests/support/devices/test-surroundings.ts'
import { breathe } from '#tests/support/devices/test-time.ts'
import { followSentFaces } from './sent-faces.ts'

const pupil = newOpId()
const other = newOpId()

function openTablet() {
  const store = openStore()
  const { surroundings } = openTestWorld(77).openTab()
  let held = 10
  const device = { store, options: { surroundings } } as Parameters<typeof followSentFaces>[0]
  const follow = () => followSentFaces(device, till, () => held)
  const tell = async (type: 'ops-added' | 'ops-settled') => {
    surroundings.channel.post({ type })
    await breathe(40)
  }
  const register = async (customerId: string) => {
    const { opId } = await save(store, { kind: 'face.enrol', body: { customerId } })
    await tell('ops-added')
    return opId
  }
  const settle = async (opId: string, serverVersion: number, flags: string[] = []) => {
    const verdict = { opId, outcome: 'applied' as const, flags }
    const change = { state: 'acked' as const, verdict, serverVersion, ackedAtMs: 1 }
    await store.settle(await store.takeLease(), [{ opId, change }])
    await tell('ops-settled')
  }
  const pullUpTo = (version: number) => {
    held = version
  }
  return { store, follow, register, settle, pullUpTo }
}

it('a registration is on its way until this tablet has heard of it from the server, through a reload as well', async () => {
  const { store, follow, register, settle, pullUpTo } = openTablet()
  await save(store)
  const sent = await follow()
  let told = 0
  sent.subscribe(() => {
    told += 1
  })
  expect(sent.of(pupil)).toBeNull()
  const opId = await register(pupil)
  expect([sent.of(pupil), sent.of(other), told]).toEqual(['waiting', null, 1])
  expect((await follow()).of(pupil)).toBe('waiting')
  await settle(opId, 12)
  // The server has it; the local copy of the server's data does not show it yet.
  expect([sent.of(pupil), (await follow()).of(pupil), told]).toEqual(['waiting', 'waiting', 2])
  pullUpTo(12)
  expect([sent.of(pupil), (await follow()).of(pupil)]).toEqual([null, null])
  sent.close()
})

it('what the server did not keep is said, until it is registered again', async () => {
  const { follow, register, settle } = openTablet()
  const sent = await follow()
  const refused = await register(pupil)
  await settle(refused, 0, ['clock-skew', 'face-no-consent'])
  expect(sent.of(pupil)).toBe('refused')
  const odd = await register(other)
  await settle(odd, 9, ['broken-chain'])
  expect(sent.of(other)).toBeNull()
  await register(pupil)
  expect(sent.of(pupil)).toBe('waiting')
})

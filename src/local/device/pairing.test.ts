import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { toInstant } from '#shared/kernel/time.ts'
import type { PreviousInstall } from '#shared/sync/device.contract.ts'
import { httpOver, named, type Wire } from '#tests/support/devices/device-kit.ts'
import { deviceId, newStoreName, openStore } from '#tests/support/devices/outbox-kit.ts'
import { seededRandom } from '#tests/support/devices/test-surroundings.ts'
import { openTestTime, testStartMs } from '#tests/support/devices/test-time.ts'
import { readIdentity } from './identity.ts'
import { pair } from './pairing.ts'

interface Asked {
  code: string
  deviceId: string
  publicKey: { x: string }
  formerLife?: PreviousInstall
}

const till = { tillId: deviceId, siteCode: 'S', tillCode: 'T', kind: 'till', name: named('Till'), site: named('Site') }

/** Server whose first answers get lost. */
function pairingServer(lost: number) {
  const asked: Asked[] = []
  const wire: Wire = async (request) => {
    const body = (await request.json()) as Asked
    asked.push(body)
    if (asked.length <= lost) throw new TypeError('Failed to fetch')
    const reply = { deviceId: body.deviceId, till, epoch: 3, serverTime: toInstant(testStartMs), lostOperations: 2 }
    return new Response(JSON.stringify(reply), { headers: { 'content-type': 'application/json' } })
  }
  return { asked, http: httpOver(wire) }
}

const partsOf = (http: ReturnType<typeof httpOver>, name: string, formerLife?: PreviousInstall) => {
  const store = openStore(name)
  return { http, store, clock: openTestTime(), random: seededRandom(store ? asSeed() : 0), formerLife }
}
let seeds = 0
const asSeed = () => (seeds += 1)

it('keeps id and keys over a lost answer and a restart, and becomes the device that the server knows', async () => {
  const { asked, http } = pairingServer(2)
  const name = newStoreName()
  const first = partsOf(http, name)
  await expect(pair(first, 'ABCDEFGH')).rejects.toMatchObject({ messageId: 'L000' })
  await expect(pair(first, 'ABCDEFGH')).rejects.toMatchObject({ messageId: 'L000' })
  expect(await readIdentity(first.store)).toBeUndefined()
  first.store.close()
  const second = partsOf(http, name)
  const { identity, lostOperations } = await pair(second, 'ABCDEFGH')
  expect(new Set(asked.map((a) => a.deviceId)).size).toBe(1)
  expect(new Set(asked.map((a) => a.publicKey.x)).size).toBe(1)
  expect([identity.epoch, lostOperations]).toEqual([3, 2])
  const kept = await readIdentity(openStore(name))
  expect(kept?.deviceId).toBe(asked[0]?.deviceId)
  expect([kept?.keys.privateKey.extractable, kept?.pinKey.extractable]).toEqual([false, false])
})

it('is another device when it is paired once more, and says what it held in its former life', async () => {
  const { asked, http } = pairingServer(0)
  const name = newStoreName()
  const a = await pair(partsOf(http, name), 'ABCDEFGH')
  const { deviceId, installEpoch } = a.identity
  const former = { deviceId, installEpoch, nextSeq: 9, receiptHighWater: 4 }
  const b = await pair(partsOf(http, name, former), 'JKMNPQRS')
  expect(b.identity.deviceId).not.toBe(deviceId)
  expect(b.identity.installEpoch).not.toBe(installEpoch)
  expect(asked.map((a) => a.formerLife)).toEqual([undefined, former])
})

it('comes back as itself after it was locked out, with its keys and what it still holds', async () => {
  const { asked, http } = pairingServer(0)
  const name = newStoreName()
  const { identity } = await pair(partsOf(http, name), 'ABCDEFGH')
  const { deviceId, installEpoch } = identity
  const canary = { deviceId, installEpoch, nextSeq: 9, receiptHighWater: 4 }
  const again = await pair({ ...partsOf(http, name, canary), known: identity }, 'JKMNPQRS')
  expect(again.identity).toMatchObject({ deviceId, installEpoch, epoch: 3 })
  expect(asked[1]?.publicKey).toEqual(asked[0]?.publicKey)
  // Nothing was lost, so no earlier install is reported.
  expect(asked[1]?.formerLife).toBeUndefined()
})

import 'fake-indexeddb/auto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openContact } from '#local/device/contact.ts'
import { openSignedSend } from '#local/device/signed-send.ts'
import { loadClockOffset } from '#local/outbox/clock-offset.ts'
import { pull } from '#local/pos/snapshot/pull.ts'
import { SnapshotDb } from '#local/storage/snapshot-db.ts'
import { assignVersions } from '#server/features/pos/snapshot/version.service.ts'
import { pullSnapshot, SnapshotPage } from '#shared/pos/snapshot.contract.ts'
import { engines } from '#tests/support/database.ts'
import { httpOver } from '#tests/support/devices/device-kit.ts'
import { openStore } from '#tests/support/devices/outbox-kit.ts'
import { itemOf } from '#tests/support/devices/snapshot-kit.ts'
import { openTestWorld } from '#tests/support/devices/test-surroundings.ts'
import { signedCall } from '#tests/support/factories.ts'
import { type Canteen, openCanteen, type PairedDevice, pairDevice } from '#tests/support/pos/canteen.ts'
import { type Box, openBox } from '#tests/support/server.ts'

const installEpoch = '01900000-0000-7000-8000-000000000001'

describe.each(engines)('the snapshot after the server was restored to an older point on %s', (engine) => {
  let box: Box
  let canteen: Canteen
  let device: PairedDevice
  let db: SnapshotDb

  beforeAll(async () => {
    box = await openBox(engine)
    canteen = await openCanteen(box, 'alnoor')
    device = await pairDevice(canteen)
    db = new SnapshotDb(`snap-restored-${engine}-v1`)
  })
  afterAll(async () => {
    db.close()
    await box.close()
  })

  async function openPull() {
    const { surroundings } = openTestWorld().openTab()
    const store = openStore()
    const { tablet } = device
    // The same key to the compiler of a browser; only the private one signs.
    const key = tablet.privateKey as CryptoKey
    const keys = { publicKey: key, privateKey: key }
    const identity = { deviceId: tablet.deviceId, installEpoch, keys }
    const { clock } = box
    const offset = await loadClockOffset(store)
    const contact = await openContact(store, surroundings.channel, clock)
    const http = httpOver(async (request) => box.app.request(request))
    const send = openSignedSend({ http, identity, clock, offset })
    return () => pull({ db, store, send, identity, clock, offset, contact, release: '1' })
  }

  /** Changes the order of all items, as a price list does: with the school's next version. */
  const change = (sort: number) =>
    box.db.database.tenant(canteen.school.schoolId, async (tx) => {
      const version = (await assignVersions(tx, canteen.school.schoolId, 1)) + 1
      await tx.execute(sql`update items set sort = ${sort}, version = ${version}`)
      return version
    })
  const restoreTo = (version: number, sort: number) =>
    box.db.database.tenant(canteen.school.schoolId, async (tx) => {
      await tx.execute(sql`update items set sort = ${sort}, version = ${version}`)
      await tx.execute(sql`update school_versions set version = ${version}`)
    })
  const sorts = async () => [...new Set((await db.items.toArray()).map(({ sort }) => sort))]

  it('OPS-14: is the server’s own again: rows it lost are gone, rows it set back are back, and later changes arrive', async () => {
    const pullNow = await openPull()
    const version = await change(7)
    await change(8)
    expect(await pullNow()).toBeDefined()
    expect(await sorts()).toEqual([8])
    await db.items.add(itemOf(1, { sort: 99 }))
    await restoreTo(version, 7)
    expect(await pullNow()).toBeDefined()
    expect(await sorts()).toEqual([7])
    expect(await db.state.get('state')).toMatchObject({ complete: true, serverVersion: version })
    await change(9)
    expect(await pullNow()).toBeDefined()
    expect(await sorts()).toEqual([9])
  })

  it('comes whole to a device that only knows how to go on', async () => {
    const ahead = { items: [1_000_000, installEpoch] }
    const input = { deviceId: device.tablet.deviceId, installEpoch, cursors: ahead }
    const { body } = await signedCall(box, { school: 'alnoor' }, device.tablet, pullSnapshot, input)
    const page = SnapshotPage.parse(body)
    expect(page.items).toHaveLength(3)
    expect(page.cursors.items?.[0]).toBeLessThanOrEqual(page.serverVersion)
  })
})

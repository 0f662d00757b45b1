import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toInstant } from '#shared/kernel/time.ts'
import { readServerStatus } from '#shared/overview/server-status.contract.ts'
import { type DeviceCondition, reportCondition } from '#shared/sync/device-condition.contract.ts'
import { revokeDevice } from '#shared/sync/device.contract.ts'
import { deviceList } from '#shared/sync/device-health.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeDevice, makeSchool, makeTill, signedCall, type TestDevice } from '#tests/support/factories.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const alnoor = { school: 'alnoor' }
const well: DeviceCondition = {
  storage: { usedMb: 120, quotaMb: 2000, isPersisted: true },
  printer: { kind: 'usb', state: 'ready' },
}

describe.each(engines)('what devices say of themselves on %s', (engine) => {
  let box: Box
  let asIt: Caller
  let theirs: Caller
  let first: TestDevice
  let second: TestDevice

  beforeAll(async () => {
    box = await openBox(engine)
    const school = await makeSchool(box, 'alnoor')
    const other = await makeSchool(box, 'manara')
    first = await makeDevice(box, school, await makeTill(box, school))
    second = await makeDevice(box, school, await makeTill(box, school))
    asIt = await signInAs(box, school, 'salem', ['it', 'admin'])
    theirs = await signInAs(box, other, 'huda', ['it'])
  })
  afterAll(() => box.close())

  const report = (device: TestDevice, body: unknown, who = alnoor) =>
    signedCall(box, who, device, reportCondition, body)
  const listed = async () => deviceList.reply.parse((await call(box.app, asIt, deviceList)).body).devices
  const conditionOf = async ({ deviceId }: TestDevice) =>
    (await listed()).find((each) => each.deviceId === deviceId)?.condition
  const statusDevices = async (caller = asIt) =>
    readServerStatus.reply.parse((await call(box.app, caller, readServerStatus)).body).status.devices.list

  it('is kept with the time of the server, the latest in place of the one before; a till of before says nothing', async () => {
    expect(await conditionOf(first)).toBeNull()
    expect((await report(first, well)).body).toEqual({ success: true })
    const failing = { storage: null, printer: { kind: 'network', state: 'no-paper' } } as const
    box.clock.advance(60_000)
    expect((await report(first, failing)).status).toBe(200)
    expect(await conditionOf(first)).toEqual({ ...failing, reportedAt: toInstant(box.clock.nowMs()) })
    expect(await conditionOf(second)).toBeNull()
  })

  it('stands on the page of the server’s state, with what needs somebody first, and not on that of another school', async () => {
    await report(first, well)
    await report(second, { storage: { usedMb: 1900, quotaMb: 2000, isPersisted: false }, printer: null })
    const list = await statusDevices()
    expect(list.map(({ deviceId }) => deviceId)).toEqual([second.deviceId, first.deviceId])
    expect(list[1]?.condition).toEqual({ ...well, reportedAt: toInstant(box.clock.nowMs()) })
    expect(await statusDevices(theirs)).toEqual([])
  })

  it('is bounded, and nothing that the contract does not name is kept', async () => {
    const bad: unknown[] = [
      {},
      { ...well, printer: { kind: 'telepathy', state: 'ready' } },
      { ...well, printer: { kind: 'usb', state: 'burning' } },
      { ...well, storage: { usedMb: -1, quotaMb: 1, isPersisted: true } },
      { ...well, storage: { usedMb: 1, quotaMb: 1e12, isPersisted: true } },
    ]
    for (const body of bad) expect((await report(first, body)).status, JSON.stringify(body)).toBe(400)
    expect((await report(first, { ...well, note: 'x'.repeat(70_000) })).status).toBe(413)
    expect((await report(first, { ...well, cashier: 'Mona' })).status).toBe(200)
    const { rows } = await box.db.owner.execute(sql`select condition from devices where id = ${first.deviceId}`)
    expect(rows[0]?.['condition']).toEqual({ ...well, reportedAt: toInstant(box.clock.nowMs()) })
  })

  it('is taken from a device of this school alone, and from none that is revoked', async () => {
    expect((await report(first, well, { school: 'manara' })).body).toMatchObject({ messageId: 'device.unknown' })
    expect((await call(box.app, asIt, reportCondition, well)).status).toBe(401)
    await call(box.app, asIt, revokeDevice, { deviceId: second.deviceId })
    expect((await report(second, well)).body).toMatchObject({ messageId: 'device.revoked' })
    expect((await statusDevices()).map(({ deviceId }) => deviceId)).toEqual([first.deviceId])
  })
})

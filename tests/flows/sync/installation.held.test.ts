import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setProvider } from '#server/features/identity/provider/provider-account.service.ts'
import {
  beginGeneration,
  dueWhileAwake,
  noticeOtherDatabase,
} from '#server/features/sync/installation/installation.service.ts'
import { serverGenerations } from '#server/features/sync/installation/installation.table.ts'
import { devices } from '#server/features/sync/devices/device.table.ts'
import { SignedIn } from '#shared/identity/auth.contract.ts'
import { login } from '#shared/identity/sign-in.contract.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { deviceList } from '#shared/sync/device-health.contract.ts'
import { generationHeader, readGeneration, releaseServer } from '#shared/sync/server-state.contract.ts'
import { engines } from '#tests/support/database.ts'
import { password } from '#tests/support/factories.ts'
import { type Canteen, hand, openCanteen, pairDevice } from '#tests/support/pos/canteen.ts'
import { TillOps } from '#tests/support/pos/till-ops.ts'
import { signInAs } from '#tests/support/records/consent-kit.ts'
import { type Box, call, type Caller, openBox } from '#tests/support/server.ts'

describe.each(engines)('a restored server, on %s', (engine) => {
  let box: Box
  let canteen: Canteen
  let keeper: Caller
  beforeAll(async () => {
    box = await openBox(engine)
    canteen = await openCanteen(box, 'alnoor')
    keeper = await signInAs(box, canteen.school, 'keeper', ['it'])
  })
  afterAll(() => box.close())

  const asIt = () => keeper
  const report = async () => (await call(box.app, asIt(), readGeneration)).body['report']
  const restore = async (dataAsOf: string | null = null) => {
    box.clock.advance(60_000)
    const generation = await beginGeneration(box.deps, { cause: 'restore', dataAsOf })
    await settle()
    return generation
  }
  /** As the server does at its start: sessions of before are ended, and who looks after it signs in again. */
  const settle = async () => {
    box.deps.installation.forget()
    await box.deps.settleRestored(box.deps)
    const { body } = await call(box.app, { school: 'alnoor' }, login, { userName: 'keeper', password })
    keeper = { school: 'alnoor', token: SignedIn.parse(body).token }
  }

  it('names its generation in every answer, refusals too, and another one after a restore', async () => {
    const named = async (caller: Caller) => (await call(box.app, caller, deviceList)).headers.get(generationHeader)
    const first = await named(asIt())
    expect(first).toMatch(/^[0-9a-f-]{36}$/)
    expect(await named({ school: 'alnoor' })).toBe(first)
    const generation = await restore()
    expect(await named(asIt())).toBe(generation)
  })

  it('OPS-17: does nothing by itself until a person goes on, and answers calls meanwhile', async () => {
    const generation = await restore('2030-03-03T05:00:00.000Z')
    expect(await dueWhileAwake(box.deps).list('mail')).toEqual([])
    expect(await report()).toMatchObject({
      generation,
      isHeld: true,
      cause: 'restore',
      dataAsOf: '2030-03-03T05:00:00.000Z',
    })
    const earlier = await call(box.app, asIt(), releaseServer, { generation: '00000000-0000-4000-8000-000000000009' })
    expect(earlier.status).toBe(200)
    expect(await dueWhileAwake(box.deps).list('mail')).toEqual([])
    expect((await call(box.app, asIt(), releaseServer, { generation })).status).toBe(200)
    expect((await dueWhileAwake(box.deps).list('mail')).map(({ schoolId }) => schoolId)).toEqual([
      canteen.school.schoolId,
    ])
    expect(await report()).toMatchObject({ isHeld: false })
  })

  it('counts the devices that have called since, what came in again and what is lost', async () => {
    const till = new TillOps(await pairDevice(canteen))
    await pairDevice(canteen)
    const ops = [till.openShift(), till.sale(), till.sale()]
    await restore()
    expect(await report()).toMatchObject({ devices: { total: 2, reported: 0 }, cameBack: 0, lost: 0 })
    await hand(till.device, till.batch(ops.slice(0, 1)))
    const [, , last] = ops
    if (!last) throw new Error('no sale')
    await hand(
      till.device,
      till.batch([], {
        holes: [{ stream: till.stream, from: 2, to: 3, lastHash: last.hash, reason: 'lost', opIds: [] }],
      }),
    )
    expect(await report()).toMatchObject({ devices: { total: 2, reported: 1 }, cameBack: 1, lost: 2 })
    // One that is paired now has nothing from before to report.
    const later = await pairDevice(canteen)
    const pairedAt = toInstant(box.clock.nowMs())
    await box.db.owner.update(devices).set({ pairedAt }).where(eq(devices.id, later.tablet.deviceId))
    expect(await report()).toMatchObject({ devices: { total: 2, reported: 1 } })
    const itsOps = new TillOps(later)
    await hand(later, itsOps.batch([itsOps.openShift()]))
    expect(await report()).toMatchObject({ devices: { total: 3, reported: 2 } })
  })

  it('notices at its start that the database under it is another one', async () => {
    expect(await noticeOtherDatabase(box.deps)).toBe(false)
    const { generation } = await box.deps.installation.state()
    await box.db.owner
      .update(serverGenerations)
      .set({ databaseId: '7369775222061450/1' })
      .where(eq(serverGenerations.id, generation))
    box.clock.advance(60_000)
    expect(await noticeOtherDatabase(box.deps)).toBe(true)
    await settle()
    expect(await report()).toMatchObject({ isHeld: true, cause: 'moved-database' })
    expect(await noticeOtherDatabase(box.deps)).toBe(false)
  })

  it('lets nobody of a school go on where there is an account above schools', async () => {
    await setProvider(box.deps, 'provider@example.test')
    const { generation } = await box.deps.installation.state()
    expect((await call(box.app, asIt(), releaseServer, { generation })).status).toBe(403)
    expect(await dueWhileAwake(box.deps).list('mail')).toEqual([])
  })
})

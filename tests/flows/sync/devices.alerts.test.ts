import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deviceAlerts } from '#server/features/sync/devices/device.table.ts'
import { SignedIn } from '#shared/identity/auth.contract.ts'
import { login } from '#shared/identity/sign-in.contract.ts'
import { minuteMs, toInstant } from '#shared/kernel/time.ts'
import { type DeviceAlert, deviceList, handleAlert } from '#shared/sync/device-health.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeDevice, makeSchool, makeTill, makeUser, password, type TestSchool } from '#tests/support/factories.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const ids = ['01900000-0000-7000-8000-0000000000b1', '01900000-0000-7000-8000-0000000000b2'] as const
const [early, late] = ids

describe.each(engines)('alerts on %s', (engine) => {
  let box: Box
  const callers = new Map<string, Caller>()

  const signIn = async (school: string, userName: string) => {
    const { body } = await call(box.app, { school }, login, { userName, password })
    callers.set(`${school} ${userName}`, { school, token: SignedIn.parse(body).token })
  }
  const as = (who: string): Caller => callers.get(who) ?? { school: 'alnoor' }
  const alerts = async (): Promise<DeviceAlert[]> => {
    const { body } = await call(box.app, as('alnoor mona'), deviceList)
    return deviceList.reply.parse(body).devices.flatMap((device) => device.alerts)
  }
  const raise = async (school: TestSchool) => {
    const { deviceId } = await makeDevice(box, school, await makeTill(box, school))
    const nowMs = box.clock.nowMs()
    await box.db.owner.insert(deviceAlerts).values(
      ids.map((id, n) => {
        const at = toInstant(nowMs + n * minuteMs)
        return { schoolId: school.schoolId, id, deviceId, kind: 'lost-operations', count: n + 2, at }
      }),
    )
  }

  beforeAll(async () => {
    box = await openBox(engine)
    const [alnoor, manara] = [await makeSchool(box, 'alnoor'), await makeSchool(box, 'manara')]
    await makeUser(box, alnoor, 'mona', ['supervisor'])
    await makeUser(box, alnoor, 'adam', ['admin'])
    await makeUser(box, alnoor, 'ivan', ['it', 'finance', 'operator'])
    await makeUser(box, manara, 'mona', ['supervisor'])
    for (const name of ['mona', 'adam', 'ivan']) await signIn('alnoor', name)
    await signIn('manara', 'mona')
    await raise(alnoor)
  })
  afterAll(() => box.close())

  it('are not handled by who only looks after devices, nor by another school, which learns nothing', async () => {
    const before = await alerts()
    expect(before.map(({ id, handled }) => [id, handled])).toEqual([
      [late, null],
      [early, null],
    ])
    const denied = await call(box.app, as('alnoor ivan'), handleAlert, { alertId: late })
    expect(denied).toMatchObject({ status: 403, body: { messageId: 'access.denied' } })
    const foreign = await call(box.app, as('manara mona'), handleAlert, { alertId: late })
    expect(foreign).toMatchObject({ status: 404, body: { messageId: 'request.not-found', field: 'alertId' } })
    expect((await call(box.app, as('alnoor mona'), handleAlert, { alertId: late, note: 'x'.repeat(201) })).status).toBe(
      400,
    )
    expect((await call(box.app, { school: 'alnoor' }, handleAlert, { alertId: late })).status).toBe(401)
    expect(await alerts()).toEqual(before)
  })

  it('keep who handled them first, when and with which note, behind those that still wait', async () => {
    const at = toInstant(box.clock.nowMs())
    const first = await call(box.app, as('alnoor mona'), handleAlert, { alertId: late, note: ' counted the drawer ' })
    expect(first).toMatchObject({ status: 200, body: { success: true } })
    const handled = await alerts()
    expect(handled.map(({ id }) => id)).toEqual([early, late])
    expect(handled[0]?.handled).toBeNull()
    expect(handled[1]?.handled).toMatchObject({ at, note: 'counted the drawer', by: { en: expect.any(String) } })
    expect(handled[1]?.handled?.by.en).not.toBe('')

    const again = await call(box.app, as('alnoor adam'), handleAlert, { alertId: late, note: 'me too' })
    expect(again.status).toBe(200)
    expect(await alerts()).toEqual(handled)

    await call(box.app, as('alnoor adam'), handleAlert, { alertId: early, note: '  ' })
    expect((await alerts()).map((alert) => alert.handled?.note)).toEqual(['counted the drawer', null])
  })
})

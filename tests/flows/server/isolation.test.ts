import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '#server/features/identity/sessions/auth.table.ts'
import { findSession } from '#server/features/identity/sessions/session.service.ts'
import { customers } from '#server/features/pos/accounts/customer.table.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import { findTill, listTills } from '#server/features/sync/devices/device.service.ts'
import { devices, pairingCodes, tills } from '#server/features/sync/devices/device.table.ts'
import { listDevices } from '#server/features/sync/devices/device-health.service.ts'
import { sqlState } from '#server/kernel/retry.ts'
import { facePupils, forgetFace, pupilObjects, setCustomerPin } from '#shared/faces/face-pupils.contract.ts'
import { faceDevices, faceForgotten } from '#shared/faces/face-report.contract.ts'
import { SignedIn } from '#shared/identity/auth.contract.ts'
import { login } from '#shared/identity/sign-in.contract.ts'
import { CustomerId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import { deviceList } from '#shared/sync/device-health.contract.ts'
import { createPairingCode, revokeDevice, tillList } from '#shared/sync/device.contract.ts'
import { engines } from '#tests/support/database.ts'
import {
  makeDevice,
  makeSchool,
  makeTill,
  makeUser,
  password,
  type TestDevice,
  type TestSchool,
  type TestTill,
} from '#tests/support/factories.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('two schools on %s', (engine) => {
  let box: Box
  const school: Record<'alnoor' | 'manara', TestSchool> = Object.create(null)
  const till: Record<'alnoor' | 'manara', TestTill> = Object.create(null)
  const device: Record<'alnoor' | 'manara', TestDevice> = Object.create(null)
  let admin: Caller
  let token: string

  let manaraPupil: string

  beforeAll(async () => {
    box = await openBox(engine)
    for (const code of ['alnoor', 'manara'] as const) {
      school[code] = await makeSchool(box, code)
      till[code] = await makeTill(box, school[code])
      device[code] = await makeDevice(box, school[code], till[code])
      await makeUser(box, school[code], 'mona', ['admin'])
    }
    manaraPupil = till.manara.siteId
    const pupil = {
      schoolId: school.manara.schoolId,
      id: CustomerId.parse(manaraPupil),
      admissionNo: 'M1',
      className: '1A',
    }
    const rest = {
      name: { en: 'Sara', ar: 'سارة' },
      allergens: [],
      diet: [],
      overdraft: minor(0),
      active: true,
      version: 1,
    }
    await box.db.database.tenant(school.manara.schoolId, (tx) => tx.insert(customers).values({ ...pupil, ...rest }))
    const { body } = await call(box.app, { school: 'alnoor' }, login, { userName: 'mona', password })
    token = SignedIn.parse(body).token
    admin = { school: 'alnoor', token }
  })
  afterAll(() => box.close())

  it('show each other nothing through a query that forgets its school', async () => {
    const seen = await box.db.database.tenant(school.alnoor.schoolId, async (tx) => ({
      users: (await tx.select().from(users)).map(({ schoolId }) => schoolId),
      tills: (await tx.select().from(tills)).map(({ id }) => id),
      devices: (await tx.select().from(devices)).map(({ id }) => id),
    }))
    expect(seen).toEqual({
      users: [school.alnoor.schoolId],
      tills: [till.alnoor.tillId],
      devices: [device.alnoor.deviceId],
    })
  })

  it('show nothing to a service that is given the wrong school', async () => {
    const { alnoor, manara } = school
    const nowMs = box.clock.nowMs()
    await box.db.database.tenant(alnoor.schoolId, async (tx) => {
      expect(await listTills(tx, manara.schoolId)).toEqual([])
      expect(await listDevices(tx, manara.schoolId)).toEqual([])
      expect(await findTill(tx, manara.schoolId, till.manara.tillId)).toBeUndefined()
      expect(await findTill(tx, alnoor.schoolId, till.manara.tillId)).toBeUndefined()
      expect(await findSession(tx, manara.schoolId, token, nowMs)).toBeUndefined()
      await expect(readSchool(tx, manara.schoolId)).rejects.toThrow('tenant.unknown')
    })
  })

  it('lets a row be written for no school but its own', async () => {
    const row = { schoolId: school.manara.schoolId, codeHash: 'x', tillId: till.manara.tillId }
    const code = {
      ...row,
      createdBy: SignedIn.shape.user.shape.userId.parse(till.alnoor.tillId),
      expiresAt: '2031-01-01T00:00:00.000Z',
    }
    const written = box.db.database.tenant(school.alnoor.schoolId, (tx) => tx.insert(pairingCodes).values(code))
    expect(sqlState(await written.catch((error: unknown) => error))).toBe('42501')
  })

  it('are told about no id of the other school through any call', async () => {
    const tillOf = await call(box.app, admin, createPairingCode, { tillId: till.manara.tillId })
    expect([tillOf.status, tillOf.body.messageId]).toEqual([404, 'request.not-found'])
    const revoked = await call(box.app, admin, revokeDevice, { deviceId: device.manara.deviceId })
    expect([revoked.status, revoked.body.messageId]).toEqual([404, 'request.not-found'])
    const lists = [await call(box.app, admin, tillList), await call(box.app, admin, deviceList)]
    lists.push(await call(box.app, admin, faceDevices), await call(box.app, admin, faceForgotten))
    const customerId = manaraPupil
    for (const to of [forgetFace, setCustomerPin, pupilObjects]) {
      const { status, body } = await call(box.app, admin, to, { customerId, pin: '4711', objects: true })
      expect([to.path, status, body.messageId]).toEqual([to.path, 404, 'request.not-found'])
    }
    expect(JSON.stringify(await call(box.app, admin, facePupils))).not.toContain(manaraPupil)
    expect(JSON.stringify(lists)).not.toContain(till.manara.tillId)
    const rows = await box.db.owner.select().from(devices)
    expect(rows.map(({ revokedAt }) => revokedAt)).toEqual([null, null])
    expect(await box.db.owner.select().from(pairingCodes)).toEqual([])
  })

  it('take no session of the other, whichever way the school is named', async () => {
    for (const caller of [{ school: 'manara' }, { host: 'manara.localhost' }, { headers: { 'school-id': 'manara' } }]) {
      const { status, body } = await call(box.app, { ...caller, token }, tillList)
      expect([status, body.messageId]).toEqual([401, 'auth.session-expired'])
    }
    const both = await call(box.app, { school: 'alnoor', host: 'manara.localhost', token }, tillList)
    expect(both.body.messageId).toBe('tenant.mismatch')
  })
})

import 'fake-indexeddb/auto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DeviceIdentity } from '#local/device/identity.ts'
import { type Device, openDevice } from '#local/device/open-device.ts'
import { exchangeOf } from '#local/device/sending.ts'
import type { Faces } from '#local/recognition/faces.types.ts'
import { openFacesStore } from '#local/recognition/faces-store.ts'
import { openFaces } from '#local/recognition/open-faces.ts'
import { FacesDb } from '#local/storage/faces-db.ts'
import { facesDbName } from '#local/storage/names.ts'
import { faceTemplates } from '#server/features/faces/face.table.ts'
import { tills } from '#server/features/sync/devices/device.table.ts'
import { setCustomerPin } from '#shared/faces/face-pupils.contract.ts'
import { FaceDevice, FaceForgotten, faceDevices, faceForgotten } from '#shared/faces/face-report.contract.ts'
import { changeFaceRotation, switchFaces } from '#shared/faces/face-settings.contract.ts'
import { toBase64 } from '#shared/kernel/bytes.ts'
import { apiPrefix } from '#shared/kernel/endpoint.ts'
import { dayMs, hourMs } from '#shared/kernel/time.ts'
import { pullSnapshot } from '#shared/pos/snapshot.contract.ts'
import { pullGallery } from '#shared/recognition/face-gallery.contract.ts'
import { templatesToBytes } from '#shared/recognition/face-bytes.rules.ts'
import { machineRandom } from '#local/kernel/machine.ts'
import { memoryCanary } from '#tests/support/checks/memory-canary.ts'
import { httpOver, makeIdentity } from '#tests/support/devices/device-kit.ts'
import { openTestWorld } from '#tests/support/devices/test-surroundings.ts'
import {
  agreeToFace,
  dumpTables,
  enrol,
  type FaceSchool,
  faceOf,
  openFaceSchool,
  pullPage,
  pupil,
  sayOfFace,
} from '#tests/support/faces/face-kit.ts'
import { pairDevice } from '#tests/support/pos/canteen.ts'
import { type Box, call, openBox } from '#tests/support/server.ts'

describe('faces on a tablet', () => {
  let box: Box
  let at: FaceSchool
  let device: Device
  let identity: DeviceIdentity
  let faces: Faces
  let consents: string[]
  let isReachable = true
  const asked: string[] = []
  const person = (n: number) => {
    const id = at.canteen.customers[n]
    if (!id) throw new RangeError('nobody')
    return id
  }
  const seen = (who: number, view = 9): Float32Array => faceOf(who + 1, 1, 0.12, view)[0] ?? new Float32Array()

  beforeAll(async () => {
    box = await openBox('pglite')
    at = await openFaceSchool(box, 'alnoor', 6)
    consents = []
    for (const n of [0, 1, 2, 3]) consents.push(await agreeToFace(box, at, person(n)))
    for (const n of [0, 1]) await enrol(box, at, person(n), { templates: faceOf(n + 1) })
    const tab = openTestWorld(31).openTab()
    device = await openDevice({
      schoolCode: 'alnoor',
      surroundings: { ...tab.surroundings, clock: box.clock },
      canary: memoryCanary(),
      appVersion: 'test',
      maySteal: () => true,
    })
    const { tablet } = at.device
    const privateKey = tablet.privateKey as CryptoKey
    identity = { ...(await makeIdentity()), deviceId: tablet.deviceId, keys: { publicKey: privateKey, privateKey } }
    faces = await openFaces(device, identity)
  })
  afterAll(async () => {
    faces.close()
    device.close()
    await box.close()
  })

  /** What the sender does each minute, and what the pages then hear. */
  const pull = async () => {
    const http = httpOver(async (request) => {
      asked.push(new URL(request.url).pathname)
      return isReachable ? box.app.request(request) : Promise.reject(new TypeError('offline'))
    })
    const { channel } = device.options.surroundings
    let isTold = false
    const unlisten = channel.listen(({ type }) => {
      isTold ||= type === 'faces'
    })
    let shown = 0
    const end = faces.subscribe(() => {
      shown += 1
    })
    await exchangeOf(device, identity, http).pull()
    const stillness = () => new Promise<void>((resolve) => setTimeout(resolve, 150))
    for (let before = -1; (isTold && shown === 0) || before !== shown; await stillness()) before = shown
    end()
    unlisten()
  }
  const forgottenOf = async (n: number) =>
    FaceForgotten.array().parse(
      (await call(box.app, at.admin, faceForgotten, { customerId: person(n) })).body.forgotten,
    )
  const stored = async () => {
    const db = new FacesDb(facesDbName('alnoor'))
    const rows = JSON.stringify(
      [await db.people.toArray(), await db.pins.toArray(), await db.state.toArray()],
      (_key, value: unknown) => (value instanceof ArrayBuffer ? toBase64(new Uint8Array(value)) : value),
    )
    const count = await db.people.count()
    db.close()
    return { rows, count }
  }

  it('waits until it has heard of them, then confirms who it is and nobody else', async () => {
    expect([faces.state, faces.settings]).toEqual(['waiting', null])
    await pull()
    expect([faces.state, faces.people]).toEqual(['ready', 2])
    expect(faces.confirm(person(0), seen(0)).distance).toBeLessThan(0.3)
    expect(faces.confirm(person(1), seen(0)).distance).toBeGreaterThan(0.6)
    expect(faces.confirm(person(2), seen(0)).person).toBeNull()
    expect(faces.among(new Set([person(0), person(1)]), seen(1)).person).toBe(person(1))
    expect([faces.mayEnrol(person(2)), faces.mayEnrol(person(5))]).toEqual([true, false])
    expect([faces.enrolledAt(person(0)) !== null, faces.enrolledAt(person(2))]).toEqual([true, null])
  })

  it('asks for no faces while the server has none that are new, and again once its own were deleted', async () => {
    asked.length = 0
    await pull()
    expect(asked).toEqual([apiPrefix + pullSnapshot.path])
    const store = openFacesStore('alnoor', box.clock, machineRandom)
    await store.dropPeople()
    store.close()
    await pull()
    expect(asked.slice(1)).toContain(apiPrefix + pullGallery.path)
    expect((await stored()).count).toBe(2)
  })

  it('keeps nothing of a face that could be read from its storage', async () => {
    const { people } = await pullPage(box, at.device)
    const { rows, count } = await stored()
    expect(count).toBe(2)
    for (const template of people.flatMap(({ templates }) => templates))
      expect(rows.includes(template.slice(0, 40))).toBe(false)
    const settings = (await pullPage(box, at.device)).settings
    expect(rows.includes(settings.rotation ?? '-')).toBe(false)
  })

  it('registers through the outbox, which holds what it cannot read itself', async () => {
    const templates = faceOf(3)
    const by = { kind: 'staff' as const, userId: at.canteen.supervisor }
    const { id } = await faces.enrol({ customerId: person(2), templates, by, source: 'camera', actorId: by.userId })
    const decided = await faces.decide({
      customerId: person(0),
      mode: 'one',
      outcome: 'accepted',
      frames: 4,
      alive: true,
      saleId: null,
      override: null,
      probe: seen(0, 12),
      actorId: null,
    })
    const entries = [
      { customerId: person(0), by: 'face' as const },
      { customerId: person(4), by: 'hand' as const },
    ]
    await faces.attend({ kind: 'attendance', list: '5B', entries, actorId: by.userId })
    await expect(
      faces.enrol({ customerId: person(5), templates, by, source: 'camera', actorId: null }),
    ).rejects.toThrow('access.denied')
    const ops = await device.store.open(10)
    expect(ops.map(({ kind }) => kind)).toEqual(['face.enrol', 'face.decide', 'face.attend'])
    expect(ops.map(({ opId }) => opId).slice(0, 2)).toEqual([id, decided.decisionId])
    expect(JSON.stringify(ops).includes(toBase64(templatesToBytes(templates)).slice(0, 40))).toBe(false)
    const { transport } = exchangeOf(
      device,
      identity,
      httpOver(async (request) => box.app.request(request)),
    )
    const fence = { epoch: 7, no: 1 }
    const answer = await transport({ ops, holes: [], tails: {}, fence })
    expect(answer).toMatchObject({ reply: { results: ops.map(() => ({ outcome: 'applied', flags: [] })) } })
    await pull()
    expect(faces.confirm(person(2), seen(2)).distance).toBeLessThan(0.3)
  })

  it('gets its faces again when the school turns them again, and until then goes on with those it has', async () => {
    const before = faces.settings?.rotation
    isReachable = false
    await call(box.app, at.admin, changeFaceRotation, { why: 'device-lost' })
    await pull()
    expect(faces.confirm(person(0), seen(0)).distance).toBeLessThan(0.3)
    isReachable = true
    await pull()
    expect(faces.settings?.rotation).not.toBe(before)
    expect([faces.people, faces.confirm(person(0), seen(0, 14)).distance < 0.3]).toEqual([3, true])
    expect(faces.among(new Set([person(0), person(1)]), seen(1, 14)).person).toBe(person(1))
  })

  it('forgets whom consent does not cover any more at its next contact, and the certificate says so', async () => {
    const [row] = await box.db.owner
      .select()
      .from(faceTemplates)
      .where(eq(faceTemplates.customerId, person(0)))
    isReachable = false
    await sayOfFace(box, at, consents[0] ?? '', false)
    await pull()
    expect(faces.confirm(person(0), seen(0)).person).toBe(person(0))
    expect(await pupil(box, at, person(0))).toMatchObject({ consent: 'refused', face: null })
    expect((await dumpTables(box)).includes(row?.content.slice(0, 60) ?? '-')).toBe(false)
    expect(await forgottenOf(0)).toMatchObject([{ reason: 'withdrawn', completeAt: null, devices: [{ doneAt: null }] }])
    isReachable = true
    await pull()
    expect(faces.confirm(person(0), seen(0)).person).toBeNull()
    expect((await stored()).count).toBe(2)
    const [certificate] = await forgottenOf(0)
    expect(certificate?.devices).toMatchObject([{ deviceId: at.device.tablet.deviceId }])
    expect(certificate?.completeAt).not.toBeNull()
    const { body } = await call(box.app, at.admin, faceDevices)
    expect(FaceDevice.array().parse(body.devices)).toMatchObject([{ count: 2, isCurrent: true }])
  })

  it('knows who looks after four digits: five wrong ones, then staff; new ones begin again', async () => {
    const set = (pin: string | null) => call(box.app, at.admin, setCustomerPin, { customerId: person(1), pin })
    expect((await set('4711')).body.pupil).toMatchObject({ hasPin: true })
    await pull()
    expect([faces.hasPin(person(1)), faces.hasPin(person(0))]).toEqual([true, false])
    expect(await faces.checkPin(person(1), '4711')).toBe('right')
    const guesses = await Promise.all(
      ['0', '1', '2', '3', '4', '5', '6'].map((n) => faces.checkPin(person(1), `000${n}`)),
    )
    expect(guesses.filter((said) => said === 'wrong')).toHaveLength(5)
    expect(await faces.checkPin(person(1), '4711')).toBe('too-many')
    await faces.forgiveTries(person(1))
    expect(await faces.checkPin(person(1), '4711')).toBe('right')
    expect(await faces.checkPin(person(0), '4711')).toBe('none')
    await set('4712')
    await pull()
    expect(await faces.checkPin(person(1), '4711')).toBe('wrong')
    const dump = await dumpTables(box)
    // As a number of its own: six digits in a row may stand in something sealed by chance.
    expect(dump).not.toMatch(/(?<![\w+/-])600000(?![\w+/=-])/)
  })

  it('deletes its faces after three days without a word, and goes on by PIN for two weeks of school', async () => {
    isReachable = false
    box.clock.advance(71 * hourMs)
    await pull()
    expect([faces.state, (await stored()).count]).toEqual(['ready', 2])
    box.clock.advance(2 * hourMs)
    expect(faces.state).toBe('expired')
    await pull()
    expect([faces.confirm(person(1), seen(1)).person, (await stored()).count]).toEqual([null, 0])
    expect(await faces.checkPin(person(1), '4712')).toBe('right')
    box.clock.advance(14 * dayMs)
    expect(await faces.checkPin(person(1), '4712')).toBe('right')
    box.clock.advance(4 * dayMs)
    expect(await faces.checkPin(person(1), '4712')).toBe('too-old')
    isReachable = true
    await pull()
    expect([faces.state, faces.people]).toEqual(['ready', 2])
    expect(await faces.checkPin(person(1), '4712')).toBe('right')
  })

  it('holds nobody once the school has switched faces off, and a front desk never does', async () => {
    const desk = await pairDevice(at.canteen)
    await box.db.owner.update(tills).set({ kind: 'desk' }).where(eq(tills.id, desk.ctx.device.tillId))
    expect(await pullPage(box, desk)).toMatchObject({
      people: [],
      pins: [],
      lists: { present: [] },
      settings: { on: false, rotation: null },
    })
    box.clock.advance(-22 * dayMs)
    await call(box.app, at.admin, switchFaces, { on: false })
    box.clock.advance(22 * dayMs)
    await pull()
    expect([faces.state, faces.people, (await stored()).count]).toEqual(['off', 0, 0])
    expect(faces.hasPin(person(1))).toBe(true)
  })
})

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { faceTemplates } from '#server/features/faces/face.table.ts'
import { forgetDue } from '#server/features/faces/retention.service.ts'
import { customers } from '#server/features/pos/accounts/customer.table.ts'
import { ForkedTypesetter } from '#server/node/typesetter/typesetter.ts'
import { openKeyRing } from '#server/kernel/keys/key-ring.ts'
import { consentWordings } from '#shared/consents/consent-request.contract.ts'
import { facePupils, forgetFace, setCustomerPin } from '#shared/faces/face-pupils.contract.ts'
import { FaceForgotten, faceCertificate, faceForgotten, heldCharges } from '#shared/faces/face-report.contract.ts'
import {
  changeFaceSettings,
  faceSettings,
  recordAssessment,
  switchFaces,
} from '#shared/faces/face-settings.contract.ts'
import { dayMs, toInstant } from '#shared/kernel/time.ts'
import { pullGallery } from '#shared/recognition/face-gallery.contract.ts'
import { engines } from '#tests/support/database.ts'
import {
  agreeToFace,
  answers,
  enrol,
  type FaceSchool,
  faceOf,
  openFaceSchool,
  pullPage,
  pupil,
} from '#tests/support/faces/face-kit.ts'
import { makeSchool, signedCall } from '#tests/support/factories.ts'
import { pdfText } from '#tests/support/letters/letter-pdf.ts'
import { hashOf } from '#tests/support/letters/letter-press.ts'
import { fileFrom, verifies } from '#tests/support/letters/letters-made.ts'
import { pairDevice } from '#tests/support/pos/canteen.ts'
import { publishConsents, signInAs } from '#tests/support/records/consent-kit.ts'
import { type Box, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('what a school decides about faces on %s', (engine) => {
  let box: Box
  let at: FaceSchool
  const person = (n: number) => {
    const id = at.canteen.customers[n]
    if (!id) throw new RangeError('nobody')
    return id
  }
  beforeAll(async () => {
    box = await openBox(engine)
    at = await openFaceSchool(box, 'alnoor', 6)
    for (const n of [0, 1, 2, 3]) {
      await agreeToFace(box, at, person(n))
      await enrol(box, at, person(n), { templates: faceOf(n + 1) })
    }
  })
  afterAll(() => box.close())

  it('is off until it has judged the risks and somebody who may switches it on; only then families are asked', async () => {
    const manara = await makeSchool(box, 'manara')
    await publishConsents(box, manara)
    const head = await signInAs(box, manara, 'helen', ['head', 'registrar'])
    const purposes = async () =>
      JSON.stringify((await call(box.app, head, consentWordings, { about: 'pupil' })).body).includes('"faces"')
    expect((await call(box.app, head, faceSettings)).body.settings).toMatchObject({ on: false, assessment: null })
    expect((await call(box.app, head, switchFaces, { on: true })).body.messageId).toBe('face.not-assessed')
    await call(box.app, head, recordAssessment, { answers })
    expect(await purposes()).toBe(false)
    const keyless = createApp({ ...box.deps, keyRing: undefined })
    expect((await call(keyless, head, switchFaces, { on: true })).body.messageId).toBe('face.no-key')
    expect((await call(box.app, head, switchFaces, { on: true })).body.settings).toMatchObject({
      on: true,
      key: 'ready',
    })
    expect(await purposes()).toBe(true)
    const others = createApp({ ...box.deps, keyRing: openKeyRing([new Uint8Array(32).fill(3)]) })
    expect((await call(others, head, faceSettings)).body.settings).toMatchObject({ key: 'other' })
    expect((await call(others, head, switchFaces, { on: true })).body.messageId).toBe('face.no-key')
  })

  it('belongs to those whose it is: each call asks for its own right', async () => {
    const { school } = at.canteen
    const it = await signInAs(box, school, 'karim', ['it'])
    const head = await signInAs(box, school, 'helena', ['head'])
    const registrar = await signInAs(box, school, 'rania', ['registrar'])
    const denied = async (who: typeof it, to: Parameters<typeof call>[2], input: object = {}) =>
      (await call(box.app, who, to, input)).body.messageId === 'access.denied'
    const id = { customerId: person(5) }
    expect(await denied(it, facePupils)).toBe(true)
    expect([await denied(head, facePupils), await denied(head, forgetFace, id)]).toEqual([false, true])
    expect([await denied(registrar, forgetFace, id), await denied(registrar, changeFaceSettings, {})]).toEqual([
      false,
      true,
    ])
    expect(await denied(registrar, setCustomerPin, { ...id, pin: '4711' })).toBe(true)
    expect(await denied(registrar, heldCharges)).toBe(true)
  })

  it('gives a device only those who eat there, and lets nobody ask in another one’s name', async () => {
    const { siteId } = (await box.db.owner.execute<{ siteId: string }>('select site_id as "siteId" from tills limit 1'))
      .rows[0] ?? { siteId: '' }
    const elsewhere = await pairDevice(at.canteen)
    await box.db.owner
      .update(customers)
      .set({ siteId })
      .where(eq(customers.id, person(1)))
    const ids = async (device: typeof elsewhere) => (await pullPage(box, device)).lists?.present.toSorted()
    const all = [person(0), person(1), person(2), person(3)].toSorted()
    expect(await ids(at.device)).toEqual(all)
    expect(await ids(elsewhere)).toEqual(all.filter((id) => id !== person(1)))
    const { tablet } = elsewhere
    const asked = {
      deviceId: at.device.tablet.deviceId,
      installEpoch: tablet.deviceId,
      cursors: {},
      held: { version: 0, count: 0, lists: null },
    }
    const reply = await signedCall(box, { school: 'alnoor' }, tablet, pullGallery, asked)
    expect([reply.status, reply.body.messageId]).toEqual([403, 'sync.forbidden'])
  })

  it('pages by what changed, and says nothing twice', async () => {
    const first = await pullPage(box, at.device)
    const held = { version: first.serverVersion, count: 4, lists: first.lists?.hash ?? null }
    const second = await pullPage(box, at.device, { cursors: first.cursors, held })
    expect([second.people, second.lists]).toEqual([[], null])
    const bad = { deviceId: at.device.tablet.deviceId, installEpoch: 'x', cursors: {}, held }
    expect((await signedCall(box, { school: 'alnoor' }, at.device.tablet, pullGallery, bad)).status).toBe(400)
    const odd = await signedCall(box, { school: 'alnoor' }, at.device.tablet, pullGallery, {
      ...bad,
      installEpoch: at.device.tablet.deviceId,
      cursors: { people: [1, 'no id'] },
    })
    expect(odd.status).toBe(400)
  })

  it('forgets who has left, who was not seen for a year, and what nobody made again', async () => {
    const { schoolId } = at.canteen.school
    const due = () => forgetDue(box.deps, schoolId)
    expect(await due()).toBe(0)
    const longAgo = (days: number) => toInstant(box.clock.nowMs() - days * dayMs)
    const set = (n: number, row: Partial<typeof faceTemplates.$inferInsert>) =>
      box.db.owner
        .update(faceTemplates)
        .set(row)
        .where(eq(faceTemplates.customerId, person(n)))
    await box.db.owner
      .update(customers)
      .set({ active: false })
      .where(eq(customers.id, person(0)))
    await set(1, { usedAt: longAgo(366) })
    await set(2, { capturedAt: longAgo(735) })
    await set(3, { usedAt: longAgo(364), capturedAt: longAgo(725) })
    expect(await due()).toBe(3)
    const { body } = await call(box.app, at.admin, faceForgotten)
    const reasons = FaceForgotten.array()
      .parse(body.forgotten)
      .map(({ reason }) => reason)
    expect(reasons.toSorted()).toEqual(['expired', 'left', 'unused'])
    expect(await pupil(box, at, person(3))).toMatchObject({ face: { state: 'ready' } })
  })

  it('certifies a deletion as a letter once no device has a copy, verifiable by anybody, once and with nothing of the face', async () => {
    const typesetter = new ForkedTypesetter(box.deps.log, { size: 1 })
    box.deps.typesetter = typesetter
    const registrar = await signInAs(box, at.canteen.school, 'reem', ['registrar'])
    const forgotten = FaceForgotten.array().parse((await call(box.app, registrar, faceForgotten)).body.forgotten)
    const held = forgotten.find(({ devices }) => devices.length > 0)
    const letter = (id: string) => fileFrom(box, registrar, faceCertificate, { id })
    expect((await letter(held?.id ?? '')).refused).toBe('letter.incomplete')
    expect((await letter(crypto.randomUUID())).refused).toBe('request.not-found')
    box.clock.advance(31 * dayMs)
    const again = await signInAs(box, at.canteen.school, 'reem2', ['registrar'])
    const one = await fileFrom(box, again, faceCertificate, { id: held?.id })
    expect([one.status, one.refused]).toEqual([200, undefined])
    const text = await pdfText(one.bytes)
    for (const said of [held?.id ?? '?', held?.name.en.replaceAll(' ', '') ?? '?']) expect(text).toContain(said)
    box.clock.advance(dayMs)
    const later = await signInAs(box, at.canteen.school, 'reem3', ['registrar'])
    expect(hashOf((await fileFrom(box, later, faceCertificate, { id: held?.id })).bytes)).toBe(hashOf(one.bytes))
    const code = /verify\/([A-Z0-9]{12})/i.exec(text)?.[1] ?? ''
    expect(await verifies(box, later, code, hashOf(one.bytes))).toMatchObject({
      standing: 'valid',
      kind: 'face-deletion',
      isSameFile: true,
    })
    await typesetter.close()
  })
})

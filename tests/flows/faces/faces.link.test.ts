import 'fake-indexeddb/auto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openVault } from '#local/kernel/vault.ts'
import { FormsDb, type Sealed } from '#local/storage/forms-db.ts'
import { enrolByLink } from '#local/visitor/enrol-by-link.ts'
import { customers } from '#server/features/pos/accounts/customer.table.ts'
import { pupilObjects } from '#shared/faces/face-pupils.contract.ts'
import { recordAssessment, switchFaces } from '#shared/faces/face-settings.contract.ts'
import { toBase64 } from '#shared/kernel/bytes.ts'
import type { FaceEnrol } from '#shared/recognition/face.contract.ts'
import { templatesToBytes } from '#shared/recognition/face-bytes.rules.ts'
import { Operation, pushOps } from '#shared/sync/sync.contract.ts'
import { engines } from '#tests/support/database.ts'
import { appenderOf, openStore } from '#tests/support/devices/outbox-kit.ts'
import { seededRandom } from '#tests/support/devices/test-surroundings.ts'
import { answers, type FaceSchool, faceOf, openFaceSchool, pupil, sayOfFace } from '#tests/support/faces/face-kit.ts'
import { makeVisitor } from '#tests/support/forms/visitor-kit.ts'
import { askGuardian, openBy, pageOf } from '#tests/support/records/consent-kit.ts'
import { type Box, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('a face by a guardian’s link on %s', (engine) => {
  let box: Box
  let at: FaceSchool
  beforeAll(async () => {
    box = await openBox(engine)
    at = await openFaceSchool(box, 'alnoor')
  })
  afterAll(() => box.close())

  const ask = async (n: number, more: object = {}) => {
    const customerId = at.canteen.customers[n]
    if (!customerId) throw new RangeError('nobody')
    const asked = await askGuardian(box, at.officer, { customerId, maySign: true, purposes: ['faces'], ...more })
    await openBy(box, at.guardian, asked.token)
    return { ...asked, customerId }
  }
  const handIn = async (page: ReturnType<typeof pageOf>, seed: number) => {
    const phone = await makeVisitor(box, at.canteen.school)
    const store = openStore()
    const id = phone.newId()
    const db = new FormsDb(`forms of ${id}`)
    const vault = await openVault(db, seededRandom(seed))
    await enrolByLink({ db, vault, appender: appenderOf(store), stream: phone.stream }, page, id, faceOf(seed))
    const [op] = await store.open(1)
    const body = (await vault.open(op?.body as Sealed)) as FaceEnrol
    db.close()
    expect(JSON.stringify(body).includes(toBase64(templatesToBytes(faceOf(seed))).slice(0, 40))).toBe(false)
    return { phone, op: Operation.parse({ ...op, body }) }
  }

  it('is registered in the browser that opened it, once consent holds', async () => {
    const { request, token, customerId } = await ask(0)
    expect(pageOf(await openBy(box, at.guardian, token))).toMatchObject({ face: null, faceClosed: 'undecided' })
    await sayOfFace(box, at, request.id, true)
    const page = pageOf(await openBy(box, at.guardian, token))
    expect(page).toMatchObject({ face: { customerId, school: 'alnoor', registeredAt: null }, faceClosed: null })
    const { phone, op } = await handIn(page, 21)
    const stranger = pushOps.reply.parse((await phone.push([op])).body).results
    expect(stranger).toMatchObject([{ outcome: 'applied', flags: ['face-not-allowed'] }])
    expect(await pupil(box, at, customerId)).toMatchObject({ face: null })
    const own = await handIn(page, 22)
    await openBy(box, own.phone, token)
    const results = pushOps.reply.parse((await own.phone.push([own.op])).body).results
    expect(results).toMatchObject([{ outcome: 'applied', flags: [] }])
    expect(await pupil(box, at, customerId)).toMatchObject({ face: { state: 'ready', handedInBy: 'Hind' } })
    expect(pageOf(await openBy(box, at.guardian, token)).face?.registeredAt).not.toBeNull()
  })

  it('says why it registers none: a no of anybody’s, a pupil too young or gone, faces switched off', async () => {
    const { request, token, customerId } = await ask(2)
    await sayOfFace(box, at, request.id, true)
    const closed = async () => pageOf(await openBy(box, at.guardian, token)).faceClosed
    expect(await closed()).toBeNull()
    const objects = (is: boolean) => call(box.app, at.admin, pupilObjects, { customerId, objects: is })
    await objects(true)
    expect(await closed()).toBe('refused')
    box.clock.advance(20)
    await objects(false)
    expect(await closed()).toBeNull()
    await call(box.app, at.admin, recordAssessment, { answers: { ...answers, youngestAge: 18 } })
    const bornOn = (birthDate: string | null) =>
      box.db.owner.update(customers).set({ birthDate }).where(eq(customers.id, customerId))
    await bornOn('2024-01-01')
    expect(await closed()).toBe('not-allowed')
    await bornOn(null)
    await call(box.app, at.admin, switchFaces, { on: false })
    expect(await closed()).toBe('off')
    await call(box.app, at.admin, switchFaces, { on: true })
    await sayOfFace(box, at, request.id, false)
    expect(await closed()).toBe('refused')
  })

  it('is not offered to who may not sign, and not taken from a stream of forms for anything else', async () => {
    const { request, token, customerId } = await ask(1, { maySign: false })
    await sayOfFace(box, at, request.id, true)
    const page = pageOf(await openBy(box, at.guardian, token))
    expect(page).toMatchObject({ face: null, faceClosed: 'not-signing' })
    await expect(handIn(page, 23)).rejects.toThrow('allows no face')
    const decided = at.guardian.op('face.decide', { requestId: customerId })
    expect(pushOps.reply.parse((await at.guardian.push([decided])).body).results).toMatchObject([
      { outcome: 'forbidden' },
    ])
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { ConsentPage, openConsent } from '#shared/consents/consent.contract.ts'
import { toBase64 } from '#shared/kernel/bytes.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { templatesToBytes } from '#shared/recognition/face-bytes.rules.ts'
import { quickProof } from '#tests/support/checks/proofs.ts'
import { type FaultyNetwork, openFaultyNetwork } from '#tests/support/devices/faulty-network.ts'
import { openTestWorld, type TestDeviceWorld } from '#tests/support/devices/test-surroundings.ts'
import { breathe, openTestTime } from '#tests/support/devices/test-time.ts'
import {
  agreeToFace,
  type FaceSchool,
  faceOf,
  openFaceSchool,
  pupil,
  sayOfFace,
} from '#tests/support/faces/face-kit.ts'
import { type FormBrowser, type FormPage, openFormBrowser } from '#tests/support/forms/form-browser.ts'
import { askGuardian } from '#tests/support/records/consent-kit.ts'
import { type Box, call, openBox } from '#tests/support/server.ts'

describe('a face on a guardian’s own phone', () => {
  let box: Box
  let at: FaceSchool
  let world: TestDeviceWorld
  let network: FaultyNetwork
  let browser: FormBrowser
  let page: FormPage
  let token: string
  let n = -1

  beforeAll(async () => {
    box = await openBox('pglite')
    at = await openFaceSchool(box, 'alnoor', 4)
  })
  beforeEach(async () => {
    n += 1
    await agreeToFace(box, at, person())
    // Families have decided a moment ago, never in the time to come.
    world = openTestWorld(900 + n, openTestTime(box.clock.nowMs() + 5000))
    const app = createApp({ ...box.deps, clock: world.time })
    network = openFaultyNetwork(async (request) => app.request(request), world.time)
    const prove = () => quickProof(box, at.canteen.school, world.time.nowMs())
    browser = openFormBrowser('alnoor', world, network.wire, prove)
    page = await browser.openPage()
    // The other guardian has agreed; this one may sign too, and has the link.
    token = (await askGuardian(box, at.officer, { customerId: person(), maySign: true, purposes: ['faces'] })).token
    await open()
  })
  afterAll(() => box.close())

  const person = () => at.canteen.customers[n] ?? expect.fail('nobody is left')
  const open = async () => {
    const { senderId } = page.forms.consents
    const app = createApp({ ...box.deps, clock: world.time })
    const { body } = await call(app, { school: 'alnoor' }, openConsent, { token, senderId, language: 'en' })
    return page.forms.consents.keep(token, ConsentPage.parse(body.consent))
  }
  const newId = () => uuidv7(world.time.nowMs(), world.random)
  const rowOf = async (id: string) => (await page.handedIn()).find((row) => row.id === id)
  const isOver = (id: string) => async () => ['complete', 'attention'].includes((await rowOf(id))?.state ?? '')
  const reopen = async () => {
    browser.crash(page)
    await breathe()
    page = await browser.openPage()
  }

  it('handed in without a network it waits through a crash, unreadable, and is there once', async () => {
    network.offline = true
    const id = newId()
    await page.forms.consents.enrol(token, id, faceOf(41))
    await page.forms.consents.enrol(token, id, faceOf(41))
    expect(await rowOf(id)).toMatchObject({ state: 'saved' })
    const ops = await page.forms.outbox.store.open(10)
    expect(ops).toHaveLength(1)
    const stored = JSON.stringify(ops)
    for (const part of [toBase64(templatesToBytes(faceOf(41))).slice(0, 40), person()])
      expect(stored.includes(part)).toBe(false)
    await reopen()
    expect((await page.forms.consents.read(token))?.enrolment).toBe(id)
    network.offline = false
    page.sending.sendNow()
    await world.time.until(isOver(id))
    expect(await rowOf(id)).toMatchObject({ state: 'complete', problem: null })
    expect(await pupil(box, at, person())).toMatchObject({ face: { state: 'ready', handedInBy: 'Hind' } })
    expect((await open()).page.face?.registeredAt).not.toBeNull()
  })

  it('is known again when the note of it was lost, and the answer that got lost counts once', async () => {
    network.expect('lose-answer', 'cut-off')
    const id = newId()
    await page.forms.consents.enrol(token, id, faceOf(42))
    await page.forms.db.handedIn.delete(id)
    await reopen()
    expect(await rowOf(id)).toMatchObject({ slug: 'face.enrol' })
    page.sending.sendNow()
    await world.time.until(isOver(id))
    expect(await rowOf(id)).toMatchObject({ state: 'complete' })
  })

  it('is not kept when somebody has refused meanwhile, and that is said', async () => {
    network.offline = true
    const id = newId()
    await page.forms.consents.enrol(token, id, faceOf(43))
    const other = await agreeToFace(box, at, person())
    await sayOfFace(box, at, other, false)
    network.offline = false
    page.sending.sendNow()
    await world.time.until(isOver(id))
    expect(await rowOf(id)).toMatchObject({ state: 'attention', problem: 'access.denied' })
    expect(await pupil(box, at, person())).toMatchObject({ consent: 'refused', face: null })
    expect((await open()).page).toMatchObject({ face: null, faceClosed: 'refused' })
  })

  it('is nothing to hand in where the link was not opened here or consent does not hold', async () => {
    const enrol = (by: string) => page.forms.consents.enrol(by, newId(), faceOf(44))
    await expect(enrol('another')).rejects.toThrow(RangeError)
    const other = await agreeToFace(box, at, person())
    await sayOfFace(box, at, other, false)
    await open()
    await expect(enrol(token)).rejects.toThrow('allows no face')
    expect((await page.forms.consents.read(token))?.enrolment).toBeUndefined()
  })
})

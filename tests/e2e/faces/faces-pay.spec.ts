import type { Response } from '@playwright/test'
import type { DemoPupil } from '#server/db/seed/demo-types.ts'
import { facePicture } from '#shared/faces/face-pupils.contract.ts'
import { heldCharges } from '#shared/faces/face-report.contract.ts'
import { changeFaceSettings, faceSettings } from '#shared/faces/face-settings.contract.ts'
import { type GalleryPerson, pullGallery } from '#shared/recognition/face-gallery.contract.ts'
import { maxPictureBytes } from '#shared/recognition/face-picture.rules.ts'
import { agreedPupils, register, showFace, takeWater } from '#tests/e2e/kit/before-camera.ts'
import { expectFits, expectGoodHouse } from '#tests/e2e/kit/house.ts'
import { type OpenedTill, openTill } from '#tests/e2e/kit/opened-till.ts'
import { handOver } from '#tests/e2e/kit/self-service.ts'
import { expect, test, type Visit } from '#tests/e2e/kit/stage.ts'
import { filesHolding, keptHolding, shapesOf } from '#tests/support/checks/find-bytes.ts'
import { hearPage, tabTo, walkByTab } from '#tests/support/checks/keyboard.ts'
import { decideOnFaces, openFaceOffice } from '#tests/support/faces/face-office.ts'
import { FakeCamera, sitters } from '#tests/support/faces/fake-camera.ts'
import { fillSignIn, speak } from '#tests/support/records/person.ts'
import type { Served } from '#tests/support/served/served-school.ts'
import { signInOf } from '#tests/support/served/served-school-demo.ts'

/* From the registration to a meal paid by face, and to the face being gone, before a camera that the test directs. */

interface Stage extends OpenedTill {
  served: Served
  /** A browser of somebody else, at the school's address. */
  elsewhere: () => Promise<Visit>
  camera: FakeCamera
  office: Awaited<ReturnType<typeof openFaceOffice>>
  amal: DemoPupil
  other: DemoPupil
}

const scanAmal = ({ tablet, amal }: Stage) => tablet.scan(amal.cardNo ?? '')

/** The first with a network, the second without: it waits in the outbox, and is in the tablet's own copy afterwards. */
async function registerBoth({ till, tablet, camera, office, amal, other }: Stage): Promise<void> {
  const { page, say } = till
  const hasFace = async (pupil: DemoPupil) => (await office.pupil(pupil)).face?.state
  await page.goto('/faceid/registration')
  await register(till, camera, amal, sitters.anna)
  await expect.poll(() => hasFace(amal), { timeout: 60_000 }).toBe('ready')
  await till.button('faces:register.saved.next').click()
  await tablet.cutTheNetwork()
  await register(till, camera, other, sitters.dora)
  expect(await hasFace(other)).toBeUndefined()
  await tablet.reconnect()
  await expect.poll(() => hasFace(other), { timeout: 60_000 }).toBe('ready')
  await till.button('faces:register.saved.next').click()
  await page.getByLabel(say('faces:register.search')).fill(other.admissionNo)
  const found = page.getByRole('button', { name: other.name.en })
  await expect(found).toContainText(say('faces:register.state.since', { day: '' }).trim(), { timeout: 60_000 })
}

/** Other faces than the one that was named, and no face at all but a picture of it. */
async function sendAway(stage: Stage): Promise<void> {
  const { till, camera, operator } = stage
  const { page, say } = till
  const refused = page.getByText(say('pos.self-service:problem.not-recognised'))
  for (const who of [sitters.dora, sitters.bea]) {
    await camera.show(who)
    await scanAmal(stage)
    await expect(refused).toBeVisible({ timeout: 60_000 })
    await till.button('pos.self-service:back').click()
  }
  await camera.show(sitters.anna, { still: true })
  await scanAmal(stage)
  // That was the third time: somebody of the staff comes, and lets the next one begin.
  await expect(page.getByRole('alert')).toContainText(say('pos.self-service:staff.title'), { timeout: 60_000 })
  await till.button('pos.self-service:staff.release').click()
  const name = operator.name.en
  await page.getByRole('button', { name }).click()
  await page.getByLabel(say('pos.self-service:staff.pin', { name })).pressSequentially(operator.pin ?? '')
  await expect(till.button('pos.self-service:attract.begin')).toBeVisible()
}

/** What the tablet could not know: a face alone may take less by now. It is sold, and the account waits for somebody's word. */
async function settleAtTheDesk({ elsewhere, school, office, amal }: Stage, receipts: readonly string[]): Promise<void> {
  const { page } = await elsewhere()
  const say = speak('en')
  const { password } = signInOf(school, 'supervisor')
  await page.goto('/sign-in?redirectUrl=/faces/charges')
  await fillSignIn(page, say, 'supervisor', password)
  const card = page.getByRole('listitem').filter({ hasText: receipts[1] ?? '' })
  await expect(card).toContainText(amal.name.en)
  await expect(card).toContainText(say('faces.administration:charges.why.face-over-cap'))
  await expect(page.getByRole('listitem').filter({ hasText: receipts[0] ?? '' })).toHaveCount(0)
  expect.soft(await walkByTab(page), 'walked: held charges').toEqual([])
  expect.soft(await hearPage(page), 'heard: held charges').toEqual([])
  await tabTo(card.getByRole('button', { name: say('faces.administration:charges.pays.do') }))
  await page.keyboard.press('Enter')
  await tabTo(page.getByRole('dialog').getByRole('button', { name: say('faces.administration:charges.pays.do') }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: say('faces.administration:charges.empty.title') })).toBeVisible()
  await page.goto('/faces')
  await page.getByLabel(say('faces.administration:people.search')).fill(amal.admissionNo)
  await page.getByRole('button', { name: amal.name.en }).click()
  const picture = page.getByRole('img', { name: say('faces.administration:face.picture') })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
  const { charges } = await office.askAs('supervisor', heldCharges, {})
  expect(charges.map(({ receiptNo, why, decision }) => [receiptNo, why, decision?.pays])).toEqual([
    [receipts[1], ['face-over-cap'], true],
  ])
  await page.close()
}

/** A face that was withdrawn while the tablet was cut off is nowhere from its next contact on. */
async function withdraw(stage: Stage, templates: readonly string[], picture: Buffer): Promise<void> {
  const { served, elsewhere, till, tablet, office, amal, school } = stage
  const { page, say } = till
  const rowOf = (id: string) =>
    page.evaluate(async (customerId) => {
      const db = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open('faces-alnoor-v1')
        request.onsuccess = () => resolve(request.result)
      })
      const row = await new Promise<{ content: { data: ArrayBuffer } } | undefined>((resolve) => {
        const request = db.transaction('people').objectStore('people').get(customerId)
        request.onsuccess = () => resolve(request.result)
      })
      db.close()
      return row ? btoa(String.fromCharCode(...new Uint8Array(row.content.data).subarray(0, 64))) : ''
    }, id)
  const encrypted = Buffer.from(await rowOf(amal.id), 'base64')
  expect(encrypted.byteLength).toBe(64)
  // It finds what is there: the row as it is kept, and whose it is.
  expect(await keptHolding(page, [encrypted])).toEqual(['faces-alnoor-v1/people'])
  expect(await keptHolding(page, [amal.id])).toContain('faces-alnoor-v1/people')

  await tablet.cutTheNetwork()
  await decideOnFaces((await elsewhere()).page, 'en', await office.askGuardian(amal, 'en'), false)
  await expect.poll(async () => (await office.pupil(amal)).face, { timeout: 60_000 }).toBeNull()
  await tablet.reconnect()
  await expect.poll(() => rowOf(amal.id), { timeout: 60_000 }).toBe('')
  await page.reload()
  await expect(till.button('pos.self-service:attract.begin')).toBeVisible()
  await scanAmal(stage)
  await expect(page.getByLabel(say('pos.self-service:pin.label'))).toBeVisible()

  const middle = picture.subarray(picture.length / 2, picture.length / 2 + 64)
  const shapes = [...templates.flatMap(shapesOf), middle, picture.toString('base64').slice(2000, 2064)]
  expect(shapes.length).toBeGreaterThanOrEqual(11)
  expect(await keptHolding(page, [...shapes, encrypted])).toEqual([])
  await tablet.switchOff()
  await served.stop()
  expect(tablet.filesHolding(shapes)).toEqual([])
  expect(filesHolding(served.dataDir, shapes)).toEqual([])
  // Both searches find what is still there.
  const { admissionNo } = agreedPupils(school)[5] ?? amal
  expect(tablet.filesHolding([amal.id])).not.toEqual([])
  expect(filesHolding(served.dataDir, [admissionNo])).not.toEqual([])
  await served.start()
}

test('alnoor: registered, a meal by face, offline too; nobody pays for somebody else, and a withdrawn face is gone', async ({
  served,
  unpack,
  visit,
}) => {
  test.setTimeout(300_000)
  const opened = await openTill({ served, unpack, code: 'alnoor', tillCode: '03', userName: 'supervisor' })
  const { till, tablet, school, api } = opened
  const { page } = till
  const office = await openFaceOffice(served, 'alnoor')
  const [amal, other] = agreedPupils(school)
  if (!amal || !other) throw new Error('nobody has agreed')
  const camera = await FakeCamera.install(page)
  const given: GalleryPerson[] = []
  // Of a page that is left in between, the browser keeps no answer; the next page asks for it again.
  const galleryIn = async (response: Response) => {
    if (!response.url().endsWith(pullGallery.path) || !response.ok()) return undefined
    const body: unknown = await response.json().catch(() => undefined)
    return body === undefined ? undefined : pullGallery.reply.parse(body)
  }
  tablet.context.on('response', async (response) => {
    given.push(...((await galleryIn(response))?.people ?? []))
  })
  await office.askAs('admin', changeFaceSettings, { keepsPictures: true })
  const told = page.waitForResponse(async (response) => (await galleryIn(response))?.settings.keepsPictures === true)
  await page.reload()
  await told
  const elsewhere = () => visit(served.origin('alnoor'))
  const stage: Stage = { ...opened, served, elsewhere, camera, office, amal, other }

  await test.step('registered', () => registerBoth(stage))
  const { picture } = await office.askAs('admin', facePicture, { customerId: (await office.pupil(amal)).customerId })
  const kept = Buffer.from(picture ?? '', 'base64')
  expect(kept.length, 'a small picture, as the school has decided').toBeGreaterThan(2000)
  expect(kept.length).toBeLessThanOrEqual(maxPictureBytes)
  await page.goto('/pos')
  await till.expectChip('sync:chip.synced')
  await handOver(till)
  const receipts: string[] = []
  await test.step('a meal', async () => {
    await camera.show(sitters.anna, { obeys: true })
    await camera.hold(true)
    await scanAmal(stage)
    await expectGoodHouse(page, 'en', 'self-service, camera')
    await expectFits(page, 'en', 'self-service, camera')
    await till.button('pos.self-service:back').click()
    await camera.hold(false)
    await showFace(till, () => scanAmal(stage))
    receipts.push(await takeWater(till, amal))
    expect(await camera.states()).not.toContain('live')
  })
  await test.step('another pupil, a stranger and a still picture do not pay for Amal', () => sendAway(stage))

  const { capMinor } = (await office.askAs('admin', faceSettings, {})).settings
  await test.step('without a network, while the school lowers what a face alone may take', async () => {
    await page.reload()
    await expect(till.button('pos.self-service:attract.begin')).toBeVisible()
    await tablet.cutTheNetwork()
    await office.askAs('admin', changeFaceSettings, { capMinor: 1 })
    await camera.show(sitters.anna, { obeys: true })
    await showFace(till, () => scanAmal(stage))
    receipts.push(await takeWater(till, amal))
    await tablet.reconnect()
    await expect
      .poll(async () => (await api.transactions('03')).map(({ receiptNo }) => receiptNo), { timeout: 60_000 })
      .toEqual(expect.arrayContaining(receipts))
    await office.askAs('admin', changeFaceSettings, { capMinor })
  })
  await test.step('staff settle it', () => settleAtTheDesk(stage, receipts))
  const templates = given.filter(({ customerId }) => customerId === amal.id).flatMap((person) => person.templates)
  await test.step('withdrawn', async () => {
    await withdraw(stage, templates, kept)
    await office.askAs('admin', changeFaceSettings, { keepsPictures: false })
  })
})

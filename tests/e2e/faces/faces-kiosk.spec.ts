import type { Page } from '@playwright/test'
import type { DemoPupil } from '#server/db/seed/demo-types.ts'
import { faceAudit, heldCharges } from '#shared/faces/face-report.contract.ts'
import { agreedPupils, listen, showFace, takeWater } from '#tests/e2e/kit/before-camera.ts'
import { expectGoodHouse, smallTargets } from '#tests/e2e/kit/house.ts'
import { type OpenedTill, openTill } from '#tests/e2e/kit/opened-till.ts'
import { handOver, turnTo } from '#tests/e2e/kit/self-service.ts'
import { expect, test, later } from '#tests/e2e/kit/stage.ts'
import { hearPage, walkByTab } from '#tests/support/checks/keyboard.ts'
import { damageModel, forbidWasm } from '#tests/support/faces/face-faults.ts'
import { openFaceOffice } from '#tests/support/faces/face-office.ts'
import { FakeCamera, group, photoBytes, sitters } from '#tests/support/faces/fake-camera.ts'
import { speak } from '#tests/support/records/person.ts'
import { carefreePupils } from '#tests/support/served/served-school-demo.ts'

/* Many faces at once, and every way in which a kiosk's camera shows something else than the one pupil it should. */

const pin = '4711'

interface Stage extends OpenedTill {
  camera: FakeCamera
  office: Awaited<ReturnType<typeof openFaceOffice>>
  spoken: () => Promise<string[]>
  /** Whom Anna and Carla play; their families have agreed, and theirs are the only faces here. */
  amal: DemoPupil
  badr: DemoPupil
}

/** What must hold on a screen for the eye, the finger, the keyboard and the ear; then the same in the other language. */
async function lookAround({ till: { page } }: Stage, where: string): Promise<void> {
  for (const [lng, next] of [
    ['en', 'العربية'],
    ['ar', 'English'],
  ] as const) {
    await expectGoodHouse(page, lng, where)
    expect.soft(await smallTargets(page), `targets: ${where}, ${lng}`).toEqual([])
    expect.soft(await walkByTab(page), `walked: ${where}, ${lng}`).toEqual([])
    expect.soft(await hearPage(page), `heard: ${where}, ${lng}`).toEqual([])
    await page.getByRole('button', { name: next }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', lng === 'en' ? 'ar' : 'en')
  }
}

const picture = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer })

/** As soon as the first pupil is done, which on a quick machine no test would see in time. */
const stopAfterOne = (page: Page, stop: string): Promise<void> =>
  page.evaluate((name) => {
    const watcher = new MutationObserver(() => {
      if (!document.querySelector('main progress')) return
      watcher.disconnect()
      for (const button of document.querySelectorAll('button')) if (button.textContent === name) button.click()
    })
    watcher.observe(document.body, { childList: true, subtree: true })
  }, stop)

/** Begun with a network and ended without one; each who is refused is told why. */
async function registerFolder(stage: Stage): Promise<void> {
  const { till, tablet, camera, office, amal, badr, school } = stage
  const { page, say } = till
  const stranger = school.pupils.find(({ active, className }) => active && className !== '5-A')
  const mixed = agreedPupils(school)[9]
  if (!stranger || !mixed) throw new Error('the demo school has too few pupils')
  await page.goto('/faceid/registration')
  await lookAround(stage, 'whose face is registered')
  await till.button('faces:folder.open').click()
  const [anna, carla] = [await camera.portrait(sitters.anna), await camera.portrait(sitters.carla)]
  await page
    .getByLabel(say('faces:folder.files'))
    .setInputFiles([
      picture(`${amal.admissionNo}.jpg`, anna),
      picture(`${badr.admissionNo}.jpg`, carla),
      picture(`${mixed.admissionNo}.jpg`, anna),
      ...['2', '3', '4'].map((n) => picture(`${mixed.admissionNo}-${n}.jpg`, carla)),
      picture(`${stranger.admissionNo}.jpg`, carla),
      picture('99999999.jpg', Buffer.from('no picture')),
      picture('notes.txt', Buffer.from('not looked at')),
    ])
  await expect(page.getByText(say('faces:folder.ready', { count: 5 }))).toBeVisible()
  await stopAfterOne(page, say('faces:folder.stop'))
  await till.button('faces:folder.start').click()
  await expect(till.button('faces:folder.goOn')).toBeVisible({ timeout: 60_000 })
  await lookAround(stage, 'a folder that was stopped')

  const kept = () => page.evaluate(async () => (await (await caches.open('face-files')).keys()).length)
  await expect.poll(kept, { timeout: 60_000 }).toBe(11)
  await tablet.cutTheNetwork()
  await till.button('faces:folder.goOn').click()
  await expect(page.getByText(say('faces:folder.done', { registered: 2, refused: 3 }))).toBeVisible({ timeout: 60_000 })
  const whyOf = ({ admissionNo }: { admissionNo: string }) => page.getByRole('row').filter({ hasText: admissionNo })
  await expect(whyOf(mixed)).toContainText(say('faces:folder.why.mixed'))
  await expect(whyOf(stranger)).toContainText(say('faces:folder.why.no-consent'))
  await expect(whyOf({ admissionNo: '99999999' })).toContainText(say('faces:folder.why.unknown-number'))
  const download = page.waitForEvent('download')
  await till.button('faces:folder.report').click()
  expect((await download).suggestedFilename()).toBe('faces.csv')
  expect((await office.pupil(badr)).face).toBeNull()
  await tablet.reconnect()
  for (const pupil of [amal, badr]) {
    await expect.poll(async () => (await office.pupil(pupil)).face?.state, { timeout: 60_000 }).toBe('ready')
  }
}

/** From afar, then from a picture, then by hand; the list is on the server as it was saved. */
async function takeList(stage: Stage): Promise<void> {
  const { till, camera, office, amal, badr, school } = stage
  const { page, say } = till
  await page.goto('/pos/bulk-face-recognition')
  await page.getByLabel(say('faces:group.list')).selectOption('5-A')
  const inClass = school.pupils.filter(({ active, className }) => active && className === '5-A').length
  await expect(page.getByText(say('faces:group.noFaces', { count: inClass - 2 }))).toBeVisible({ timeout: 60_000 })

  await camera.showGroup(group, { part: 0.6 })
  await till.button('faces:group.open').click()
  await till.button('faces:group.camera').click()
  const rows = page.getByRole('listitem').filter({ has: page.getByRole('combobox') })
  const band = (name: string) => rows.filter({ hasText: say(`faces:group.band.${name}`) })
  await expect(band('small').first()).toBeVisible({ timeout: 60_000 })
  await expect(band('accepted')).toHaveCount(0)
  expect(await camera.states()).not.toContain('live')

  await page.getByLabel(say('faces:group.file')).setInputFiles(picture('class.jpg', photoBytes(group.photo)))
  await expect(band('accepted')).toHaveCount(1, { timeout: 60_000 })
  await expect(band('accepted')).toContainText(say('faces:group.margin.clear'))
  await expect(band('accepted').getByRole('combobox')).toHaveValue(amal.id)
  await expect(band('refused')).toHaveCount(3)
  await lookAround(stage, 'a group')
  await band('refused').first().getByRole('combobox').selectOption(badr.id)
  const ticked = agreedPupils(school)[4]?.name.en ?? ''
  await page.getByRole('checkbox', { name: ticked }).check()
  await till.button('faces:group.save').click()
  await expect(page.getByText(say('faces:group.saved', { n: 3, list: '⁨5-A⁩' }))).toBeVisible()
  await expect
    .poll(
      async () => {
        const { entries } = await office.askAs('supervisor', faceAudit, {})
        return entries.find(({ action }) => action === 'list-taken')?.detail
      },
      { timeout: 60_000 },
    )
    .toMatchObject({ kind: 'attendance', people: 3, byFace: 1 })
}

/** Whatever is wrong with the camera or with what computes faces: it is said, and the PIN is one touch away. */
async function meetTroubles(stage: Stage): Promise<void> {
  const { till, tablet, camera, amal } = stage
  const { page, say } = till
  const pad = page.getByLabel(say('pos.self-service:pin.label'))
  const expectTrouble = async (kind: string) => {
    await expect(page.getByRole('alert')).toContainText(say(`faces.guide:trouble.${kind}`), { timeout: 60_000 })
    await till.button('pos.self-service:face.pin').click()
    await expect(pad).toBeVisible()
  }
  const scanAmal = () => tablet.scan(amal.cardNo ?? '')
  /** From the PIN to the food, and from there to where cards are heard. */
  const goBack = async () => {
    await till.button('pos.self-service:back').click()
    await till.button('pos.self-service:back').click()
  }

  await test.step('its models are damaged; the PIN pays', async () => {
    const mend = await damageModel(tablet)
    await scanAmal()
    await expectTrouble('models-damaged')
    await mend()
    await pad.pressSequentially(pin)
    await expect(page.getByText(amal.givenName.en)).toBeVisible()
    await till.button('pos.self-service:choose.cancel').click()
  })
  await test.step('its browser may not compute faces', async () => {
    await forbidWasm(page)
    await scanAmal()
    await expectTrouble('backend')
    await page.evaluate(() => caches.delete('face-files'))
  })
  await test.step('the camera is refused', async () => {
    await goBack()
    await camera.refuse('NotAllowedError')
    await scanAmal()
    await expectTrouble('camera-refused')
    await camera.refuse(null)
  })
  await test.step('the camera is unplugged in the middle', async () => {
    await goBack()
    await camera.hold(true)
    await scanAmal()
    await lookAround(stage, 'the camera starts')
    await camera.nobody()
    await camera.hold(false)
    await expect(page.locator('[data-hint="nobody"]')).toBeVisible({ timeout: 60_000 })
    await camera.unplug()
    await expectTrouble('camera-gone')
    await goBack()
    await till.button('pos.self-service:cancel').click()
  })
}

/** No matter who else is seen, nobody pays by it; and who is seen beside the right one changes nothing. */
async function meetOthers(stage: Stage): Promise<void> {
  const { till, tablet, camera, spoken, amal } = stage
  const { page, say } = till
  const hint = page.locator('[data-hint]')
  const pad = page.getByLabel(say('pos.self-service:pin.label'))
  const scanAmal = () => tablet.scan(amal.cardNo ?? '')
  /** Nobody waits as long as the tablet does: its time runs faster, in steps that a look outlives. */
  const stay = till.button('pos.self-service:idle.stay')
  const expectGivenUp = async () => {
    await expect(async () => {
      if (await stay.isVisible()) await stay.click()
      await page.clock.fastForward(3000)
      await expect(page.locator('[data-told="not-seen"]')).toBeVisible({ timeout: 500 })
    }).toPass({ timeout: 60_000 })
  }

  await test.step('a stranger, with Amal at the edge of the picture', async () => {
    await camera.showBeside(sitters.bea, sitters.anna)
    await scanAmal()
    await expect(page.getByRole('alert')).toContainText(say('pos.self-service:problem.not-recognised'), {
      timeout: 60_000,
    })
    await till.button('pos.self-service:back').click()
  })
  await test.step('Amal, with somebody at the edge of the picture', async () => {
    await camera.showBeside(sitters.anna, sitters.carla)
    await scanAmal()
    await expect(hint).toHaveAttribute('data-hint', /^turn-/, { timeout: 60_000 })
    await till.button('pos.self-service:face.pin').click()
    await expect(pad).toBeVisible()
    await till.button('pos.self-service:back').click()
    await till.button('pos.self-service:back').click()
  })
  await page.clock.install()
  await test.step('two as large as each other', async () => {
    await camera.showTwo(sitters.anna, sitters.carla)
    await scanAmal()
    await expect(hint).toHaveAttribute('data-hint', 'several', { timeout: 60_000 })
    await expectGivenUp()
    await till.button('pos.self-service:back').click()
  })
  await test.step('nobody, and nobody comes', async () => {
    await page.getByRole('button', { name: 'العربية' }).click()
    await camera.nobody()
    await scanAmal()
    await expect(hint).toHaveAttribute('data-hint', 'nobody', { timeout: 60_000 })
    expect(await spoken()).toContain(`ar: ${speak('ar')('faces.guide:hint.nobody')}`)
    await page.getByRole('button', { name: 'English' }).click()
    await expect.poll(spoken).toContain(`en: ${say('faces.guide:hint.nobody')}`)
    // Nobody says that they are still there: the screen is cleared for the next.
    await expect(async () => {
      await page.clock.fastForward(3000)
      await expect(till.button('pos.self-service:attract.begin')).toBeVisible({ timeout: 500 })
    }).toPass({ timeout: 90_000 })
    await expect(page.locator('main')).not.toContainText(amal.givenName.en)
    expect(await camera.states()).not.toContain('live')
  })
}

test(
  'alnoor: a folder of portraits, a list of a class, and a kiosk that is shown the wrong things',
  later,
  async ({ served, unpack }) => {
    test.setTimeout(240_000)
    const opened = await openTill({ served, unpack, code: 'alnoor', tillCode: '03', userName: 'supervisor' })
    const { till, api, school } = opened
    const { page } = till
    const office = await openFaceOffice(served, 'alnoor')
    const carefree = new Set(carefreePupils(school).map(({ id }) => id))
    const [amal, badr] = agreedPupils(school)
      .slice(2)
      .filter(({ id }) => carefree.has(id))
    if (!amal || !badr) throw new Error('too few pupils may eat everything')
    await office.givePin(amal.id, pin)
    const camera = await FakeCamera.install(page)
    const spoken = await listen(page)
    await page.reload()
    const stage: Stage = { ...opened, camera, office, spoken, amal, badr }

    await test.step('a folder of portraits', () => registerFolder(stage))
    await test.step('a list of a class', () => takeList(stage))
    await page.goto('/pos')
    await till.expectChip('sync:chip.synced')
    await handOver(till)
    await meetTroubles(stage)
    const receipt = await test.step('one of a class, by first name and face', async () => {
      await camera.show(sitters.anna, { obeys: true })
      await showFace(till, async () => {
        await till.button('pos.self-service:attract.begin').click()
        await till.button('pos.self-service:who.class').click()
        const schoolClass = page.getByRole('button', { name: '5-A', exact: true })
        await turnTo(till.button('pos.self-service:class.more'), schoolClass)
        await schoolClass.click()
        await turnTo(
          till.button('pos.self-service:class.moreNames'),
          page.getByRole('button', { name: badr.givenName.en }),
        )
        await till.button('pos.self-service:class.face').click()
      })
      return takeWater(till, amal)
    })
    await meetOthers(stage)

    // One meal, paid by whom it was for; the server agrees.
    await expect
      .poll(async () => (await api.transactions('03')).map(({ receiptNo }) => receiptNo), { timeout: 60_000 })
      .toContain(receipt)
    expect((await office.askAs('supervisor', heldCharges, {})).charges).toEqual([])
  },
)

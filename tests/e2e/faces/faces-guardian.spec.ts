import { poseUntil } from '#tests/e2e/kit/before-camera.ts'
import { expectGoodHouse } from '#tests/e2e/kit/house.ts'
import { expect, schools, test } from '#tests/e2e/kit/stage.ts'
import { decideOnFaces, openFaceOffice } from '#tests/support/faces/face-office.ts'
import { FakeCamera, sitters } from '#tests/support/faces/fake-camera.ts'
import { speak } from '#tests/support/records/person.ts'
import { carefreePupils, demoSchool } from '#tests/support/served/served-school-demo.ts'

/** Faces are on there. */
const [{ code, lng }] = schools
const say = speak(lng)

test(`${code}: a guardian agrees, registers the face on a phone with a line that breaks, and the school has it`, async ({
  served,
  visit,
}) => {
  test.setTimeout(240_000)
  const pupil = carefreePupils(demoSchool(code)).findLast(({ className }) => className !== '5-A')
  if (!pupil) throw new Error('the demo school has too few pupils')
  const office = await openFaceOffice(served, code)
  const { page, context } = await visit(served.origin(code))
  await page.setViewportSize({ width: 390, height: 844 })
  const camera = await FakeCamera.install(page)
  const button = (key: string) => page.getByRole('button', { name: say(key), exact: true })

  await decideOnFaces(page, lng, await office.askGuardian(pupil, lng), true)
  await button('consents:face.later').click()
  await expect(page.getByText(say('consents:face.laterText'))).toBeVisible()
  await expectGoodHouse(page, lng, 'the face is offered')
  await button('consents:face.now').click()
  await expect(button('faces:register.before.open')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(pupil.name[lng])
  await expectGoodHouse(page, lng, 'a guardian registers')

  await test.step('without what looks at faces, then without a camera, it is said and tried again', async () => {
    const trouble = (kind: string) =>
      expect(page.getByText(say(`faces.guide:trouble.${kind}`))).toBeVisible({ timeout: 60_000 })
    await context.setOffline(true)
    await button('faces:register.before.open').click()
    await trouble('models-missing')
    await expect(page.getByText(say('faces:guardian.elsewhere'))).toBeVisible()
    await expect(page.getByText(say('common:update.ready'))).toBeHidden()
    await context.setOffline(false)
    await camera.refuse('NotAllowedError')
    await button('faces:register.tryAgain').click()
    await trouble('camera-refused')
    await camera.refuse(null)
    await camera.show(sitters.carla)
    await button('faces:register.tryAgain').click()
  })

  await test.step('without a network it is saved, with one it is received', async () => {
    const save = button('faces:register.preview.save')
    await poseUntil(page, camera, sitters.carla, save)
    await context.setOffline(true)
    await save.click()
    await expect(page.locator('[data-state="saved"]')).toBeVisible()
    expect(await camera.states()).not.toContain('live')
    await context.setOffline(false)
    await expect(page.locator('[data-state="received"]')).toBeVisible({ timeout: 60_000 })
    expect(await office.pupil(pupil)).toMatchObject({ face: { state: 'ready', handedInBy: 'Hind Al Mana' } })
  })

  await button('faces:guardian.decisions').click()
  await expect(page.locator('[data-face="done"]')).toBeVisible()
  await test.step('anyone who withdraws is offered no camera any more', async () => {
    await page.getByRole('button', { name: say('consents:withdraw') }).click()
    await button('consents:yesWithdraw').click()
    await expect.poll(async () => (await office.pupil(pupil)).face, { timeout: 60_000 }).toBeNull()
    await expect(page.locator('[data-face]')).toHaveCount(0)
    // No tablet of the school was given it, so that no copy is left.
    await expect(page.locator('[data-deleted="gone"]')).toBeVisible({ timeout: 60_000 })
    await expectGoodHouse(page, lng, 'the face was deleted')
    const saving = page.waitForEvent('download')
    await button('letters.issued:faceDeleted.pdf').click()
    expect((await saving).suggestedFilename()).toMatch(/^Certificate of deletion .*\.pdf$/)
    await page.goBack()
    await expect(page.locator('[data-closed="refused"]')).toBeVisible({ timeout: 60_000 })
  })
})

import type { Locator, Page } from '@playwright/test'
import type { DemoPupil, DemoSchool } from '#server/db/seed/demo-types.ts'
import type { FakeCamera, Sitter } from '#tests/support/faces/fake-camera.ts'
import type { TillPerson } from '#tests/support/pos/tablet-till.ts'
import { itemNamed } from '#tests/support/served/served-school-demo.ts'
import { expect } from './stage.ts'

/** Pupils of the class whose families have agreed (seed/write-faces.ts), by admission number. */
export function agreedPupils(school: DemoSchool): DemoPupil[] {
  return school.pupils
    .filter(({ active, className }) => active && className === '5-A')
    .toSorted((a, b) => a.admissionNo.localeCompare(b.admissionNo))
    .slice(0, 10)
}

/** Sits before the camera until this is there. Who sits quite still is asked to move, or could be a picture. */
export async function poseUntil(page: Page, camera: FakeCamera, sitter: Sitter, end: Locator): Promise<void> {
  await expect(async () => {
    if (await page.locator('[data-hint="move-a-little"]').isVisible()) await camera.show(sitter, { turn: 8 })
    await expect(end).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 60_000 })
}

/** At the tablet, before the camera. */
export async function register(till: TillPerson, camera: FakeCamera, pupil: DemoPupil, sitter: Sitter): Promise<void> {
  const { page, say } = till
  await page.getByLabel(say('faces:register.search')).fill(pupil.admissionNo)
  await page.getByRole('button', { name: pupil.name[till.lng] }).click()
  await camera.show(sitter)
  await till.button('faces:register.before.open').click()
  const save = till.button('faces:register.preview.save')
  await poseUntil(page, camera, sitter, save)
  await save.click()
  await expect(page.getByText(say('faces:register.saved.text'))).toBeVisible()
}

/**
 * Says who they are and looks into the camera until they are recognised; on a slow machine, as on a bad day, at the second try.
 * @param begin as far as the camera
 */
export async function showFace(till: TillPerson, begin: () => Promise<void>): Promise<void> {
  const { page } = till
  // Somebody who was named is choosing already; somebody of a class is asked whether it is they.
  const isRecognised = page.locator('[data-proof="face"], [data-scene="confirm"]')
  const isNot = page.locator('[data-told], [data-scene="number"]')
  await begin()
  await expect(isRecognised.or(isNot).first()).toBeVisible({ timeout: 80_000 })
  if (await isRecognised.isVisible()) return
  await till.button('pos.self-service:back').click()
  await till.button('pos.self-service:cancel').click()
  await begin()
  await expect(isRecognised).toBeVisible({ timeout: 80_000 })
}

/** Somebody whose face was recognised takes a bottle of water; answers the receipt's number. */
export async function takeWater(till: TillPerson, pupil: DemoPupil): Promise<string> {
  const { page, school } = till
  await expect(page.getByText(pupil.givenName[till.lng])).toBeVisible()
  const yes = till.button('pos.self-service:confirm.yes')
  if (await yes.isVisible()) await yes.click()
  await page.locator(`[data-item="${itemNamed(school, 'Still water 330 ml').id}"]`).click()
  // Heard from before the tap on: what it says stays for a few seconds only.
  const receipt = page
    .getByRole('definition')
    .filter({ hasText: /-\d{6}$/ })
    .innerText({ timeout: 40_000 })
  await page.locator('[data-action="pay"]').click()
  const receiptNo = await receipt
  await till.button('pos.self-service:done.next').click()
  return receiptNo
}

/** Everything that is read aloud from now on, with its language; nothing is heard. */
export async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const spoken: string[] = []
    Object.assign(globalThis, { spoken })
    speechSynthesis.speak = ({ lang, text }) => void spoken.push(`${lang}: ${text}`)
  })
  return () => page.evaluate(() => (globalThis as unknown as { spoken: string[] }).spoken)
}

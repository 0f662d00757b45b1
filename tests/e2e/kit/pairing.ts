import type { Page } from '@playwright/test'
import type { DemoSchool } from '#server/db/seed/demo-types.ts'
import type { Tablet } from '#tests/support/pos/tablet.ts'
import { fillSignIn, speak } from '#tests/support/records/person.ts'
import type { SchoolApi } from '#tests/support/served/served-school-api.ts'
import { signInOf } from '#tests/support/served/served-school-demo.ts'
import { expect, type StageSchool } from './stage.ts'

/** Anyone who works as this till now is taken out of use, so that another tablet may. */
export async function freeTill(api: SchoolApi, tillCode: string): Promise<string> {
  const till = (await api.tills()).find((known) => known.tillCode === tillCode)
  if (!till) throw new Error(`there is no till ${tillCode}`)
  const former = await api.deviceAt(till)
  if (former) await api.revoke(former.deviceId)
  return till.tillId
}

/** A supervisor signs in at a desk, chooses the till and reads out the code. */
export async function requestSignInCode(
  page: Page,
  { lng }: StageSchool,
  school: DemoSchool,
  tillCode: string,
): Promise<string> {
  const say = speak(lng)
  const { userName, password } = signInOf(school, 'supervisor')
  const till = school.tills.find(({ code }) => code === tillCode)
  await page.goto('/sign-in')
  await fillSignIn(page, say, userName, password)
  await page
    .getByRole('main')
    .getByRole('link', { name: say('common:dashboard.devices.title') })
    .click()
  await page.getByRole('button', { name: say('sync.devices:code.make') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button')
    .filter({ hasText: till?.name[lng] ?? '' })
    .click()
  const sheet = page.getByRole('dialog', { name: till?.name[lng] ?? '' })
  await expect(sheet.getByRole('listitem')).toHaveCount(3)
  const shown = await sheet.getByRole('paragraph').first().innerText()
  return shown.replaceAll(/\s/g, '')
}

/** Enters the code on the tablet itself. */
export async function enterCode(tablet: Tablet, { lng }: StageSchool, code: string): Promise<void> {
  const say = speak(lng)
  await tablet.page.goto('/pos/pair')
  await tablet.page.getByLabel(say('sync.devices:pair.code')).fill(code)
  await tablet.page.getByRole('button', { name: say('sync.devices:pair.submit') }).click()
}

/** Waits until the tablet itself has found that it can work alone. */
export async function expectReady(tablet: Tablet, { lng }: StageSchool): Promise<void> {
  const say = speak(lng)
  await expect(tablet.page.getByRole('main')).toContainText(say('sync.devices:test.ready'), { timeout: 60_000 })
  await expect(tablet.page.getByRole('listitem')).toContainText(
    Array.from({ length: 4 }, () => say('sync.devices:test.state.good')),
  )
}

/** Pairs without a supervisor at a desk, for tests that are about something else. */
export async function pairQuickly(
  tablet: Tablet,
  api: SchoolApi,
  school: StageSchool,
  tillCode: string,
): Promise<void> {
  const tillId = await freeTill(api, tillCode)
  await enterCode(tablet, school, await api.pairingCode(tillId))
  await expectReady(tablet, school)
}

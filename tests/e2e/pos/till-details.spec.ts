import type { Locator } from '@playwright/test'
import { openTill } from '#tests/e2e/kit/opened-till.ts'
import { handOver, hungryPupil } from '#tests/e2e/kit/self-service.ts'
import { expect, test } from '#tests/e2e/kit/stage.ts'
import { openFaceOffice } from '#tests/support/faces/face-office.ts'
import { itemNamed, signInOf } from '#tests/support/served/served-school-demo.ts'

/* Small things that were wrong once: what lay over a name, moved under a finger or stood without a word. */

async function boxOf(what: Locator) {
  const box = await what.boundingBox()
  if (!box) throw new Error('it is not drawn')
  return box
}

test('alnoor: what a cashier reads and touches keeps its place, and says what it is', async ({ served, unpack }) => {
  const { till, school } = await openTill({
    served,
    unpack,
    code: 'alnoor',
    tillCode: '02',
    userName: 'supervisor',
  })
  const { page, say } = till

  // The number of pieces stands beside the item's name.
  await till.put('Still water 330 ml')
  await till.put('Still water 330 ml')
  const tile = page.locator(`[data-item="${itemNamed(school, 'Still water 330 ml').id}"]`)
  const words = await tile
    .locator('bdi')
    .first()
    .evaluate((name) => {
      const range = document.createRange()
      range.selectNodeContents(name)
      return [...range.getClientRects()].map(({ right, top }) => ({ right, top }))
    })
  const pieces = await boxOf(tile.locator('span', { hasText: '2' }).last())
  for (const line of words) {
    expect(line.right <= pieces.x || line.top >= pieces.y + pieces.height).toBe(true)
  }

  // What a customer can spend is named.
  await page.keyboard.press('F2')
  await page.getByLabel(say('pos.till:customer.search')).fill(hungryPupil(school).familyName.en)
  await expect(page.locator('[data-customer]').first()).toContainText(say('pos.till:customer.spendable'))
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')

  // The new total stands there while a discount is typed.
  await till.button('pos.till:discount.title').click()
  const discount = till.dialog('pos.till:discount.title')
  const total = discount.locator('p[role=status]')
  const before = await total.innerText()
  await discount.getByRole('button', { name: '5', exact: true }).click()
  await discount.getByRole('button', { name: '0', exact: true }).click()
  await expect(total).not.toHaveText(before)
  await page.keyboard.press('Escape')

  // This device is shown over what was rung up, not in its place.
  await till.openMenu('pos.till:menu.thisDevice')
  const device = page.getByRole('dialog', { name: school.tills.find(({ code }) => code === '02')?.name.en ?? '' })
  await expect(device).toContainText(say('sync.devices:test.ready'), { timeout: 60_000 })
  await expect(page).toHaveURL(/\/pos$/)
  await page.keyboard.press('Escape')
  await expect(till.cart).toContainText('Still water')

  // The currency stays where it is, with and without an amount.
  await till.button('pos.till:cart.clear').click()
  await till.openMenu('pos.till:menu.close')
  const amount = page.getByRole('dialog').locator('output')
  // Not from the screen: the sheet still slides in.
  const topOf = () => amount.evaluate((shown) => shown.querySelector('bdi')?.offsetTop)
  const empty = await topOf()
  await page.getByRole('dialog').getByRole('button', { name: '7', exact: true }).click()
  await expect(amount).toContainText('7')
  expect(await topOf()).toBe(empty)
  await page.keyboard.press('Escape')

  // A wrong PIN moves no key away from the finger.
  await till.expectChip('sync:chip.synced')
  await till.signOut()
  const supervisor = signInOf(school, 'supervisor')
  await page.getByRole('button', { name: supervisor.name.en }).click()
  const key = page.getByRole('button', { name: '5', exact: true })
  const at = await boxOf(key)
  await till.typePin({ ...supervisor, pin: '000000' })
  await expect(page.getByRole('alert')).toContainText(say('identity.sign-in:pin.wrong'))
  expect(await boxOf(key)).toEqual(at)
  await expect(page.locator('input[type="password"]')).toBeFocused()
})

test('alnoor: a pupil who leaves while choosing is asked in one dialog, and finds no way out of the purchase', async ({
  served,
  unpack,
}) => {
  test.setTimeout(120_000)
  const { till, tablet, school } = await openTill({ served, unpack, code: 'alnoor', tillCode: '03' })
  const { page, say } = till
  const pupil = hungryPupil(school)
  const office = await openFaceOffice(served, 'alnoor')
  const { customerId } = await office.pupil(pupil)
  await office.givePin(customerId, '4711')
  await page.goto('/pos')
  await till.expectChip('sync:chip.synced')
  await handOver(till)
  await expect(page.locator('footer')).toBeHidden()
  await expect(page.getByRole('button', { name: say('common:mode.dark') })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'العربية' })).toBeVisible()
  await tablet.scan(pupil.cardNo ?? '')
  await page.getByLabel(say('pos.self-service:pin.label')).pressSequentially('4711')
  await till.button('pos.self-service:confirm.yes').click()
  await page.locator(`[data-item="${itemNamed(school, 'Karak tea').id}"]`).click()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await expect(page.getByRole('timer')).toBeVisible({ timeout: 40_000 })
  await expect(page.getByRole('dialog')).toHaveCount(1)
})

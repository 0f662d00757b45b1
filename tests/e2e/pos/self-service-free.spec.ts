import type { Page } from '@playwright/test'
import { negate } from '#shared/kernel/money.ts'
import { qrPath } from '#shared/kernel/text/qr-path.rules.ts'
import { accountStatement } from '#shared/pos/pupil-account.contract.ts'
import { expectFits, expectGoodHouse } from '#tests/e2e/kit/house.ts'
import { openTill } from '#tests/e2e/kit/opened-till.ts'
import { findFood, handOver } from '#tests/e2e/kit/self-service.ts'
import { expect, schools, test } from '#tests/e2e/kit/stage.ts'
import { openFaceOffice } from '#tests/support/faces/face-office.ts'
import { fillSignIn, speak } from '#tests/support/records/person.ts'
import { carefreePupils, demoSchool, itemNamed, signInOf } from '#tests/support/served/served-school-demo.ts'

/* What the school pays and what a pupil must not eat: settled at a desk, kept at the self-service tablet. */

const pin = '4711'
const [{ code, lng }] = schools
const school = demoSchool(code)
const say = speak(lng)

// The last of them: who gets another card here must not be one that a till's day scans by the card of the demo.
const [paying, free] = carefreePupils(school).slice(-2)
const allergic = school.pupils.find(({ active, allergens, cardNo }) => active && cardNo && allergens.join() === 'milk')

/** The desk: what the school pays for a pupil, and a card with a code; the number that the code says. */
async function settleAtDesk(page: Page, pupil: { admissionNo: string; name: { en: string; ar: string } }) {
  const { userName, password } = signInOf(school, 'supervisor')
  await page.goto('/sign-in?redirectUrl=/pos/CustomerAccountSummary')
  await fillSignIn(page, say, userName, password)
  await page.getByLabel(say('pos.pupil-accounts:search')).fill(pupil.admissionNo)
  await page.getByRole('button', { name: pupil.name[lng] }).click()
  const dialog = page.getByRole('dialog')
  const press = (key: string) => dialog.getByRole('button', { name: say(key), exact: true }).click()
  await press('pos.pupil-accounts:entitlement.open')
  await dialog
    .getByLabel(new RegExp(`^${say('pos.pupil-accounts:entitlement.amount', { currency: '' }).slice(0, 10)}`))
    .fill('20')
  for (const day of await dialog.getByRole('checkbox').all()) await day.check()
  await expectGoodHouse(page, lng, 'what the school pays')
  await press('pos.pupil-accounts:entitlement.save')
  await expect(dialog.getByText(say('pos.pupil-accounts:statement.used'))).toBeVisible()
  await expectGoodHouse(page, lng, 'a statement')
  await expectFits(page, lng, 'a statement')
  await press('pos.pupil-accounts:card.open')
  await press('pos.pupil-accounts:card.new')
  const card = dialog.locator('[data-card]')
  const old = await card.getAttribute('data-card')
  await press('pos.pupil-accounts:card.newNow')
  await expect(card).not.toHaveAttribute('data-card', old ?? '')
  const cardNo = (await card.getAttribute('data-card')) ?? ''
  expect(await card.locator('path').getAttribute('d'), 'the code says the number').toBe(qrPath(cardNo).path)
  await expectGoodHouse(page, lng, 'a card')
  return cardNo
}

test(`${code}: nobody at the tablet can tell whose lunch the school pays, and what a pupil must not eat cannot be bought`, async ({
  served,
  unpack,
  visit,
}) => {
  test.setTimeout(240_000)
  if (!paying?.cardNo || !free || !allergic?.cardNo) throw new Error('the demo school has nobody of this kind')
  const office = await openFaceOffice(served, code)
  for (const pupil of [paying, free, allergic]) {
    await office.givePin((await office.pupil(pupil)).customerId, pin)
  }
  const desk = await visit(served.origin(code))
  const cardNo = await settleAtDesk(desk.page, free)
  await desk.page.close()

  const { till, tablet } = await openTill({ served, unpack, code, tillCode: '03' })
  const { page } = till
  await page.goto('/pos')
  await till.expectChip('sync:chip.synced')
  await handOver(till)
  const comeIn = async (card: string) => {
    const digits = page.getByLabel(say('pos.self-service:pin.label'))
    // A page that has just come up may not hear yet; who holds a card to it holds it there once more.
    await expect(async () => {
      await tablet.scan(card)
      await expect(digits).toBeVisible({ timeout: 2000 })
    }).toPass({ timeout: 40_000 })
    await digits.pressSequentially(pin)
    await till.button('pos.self-service:confirm.yes').click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  /** Everything that is on the screen, but for numbers and the name. */
  const shown = async (name: string) => {
    const scene = await page.locator('[data-scene]').innerHTML()
    return scene
      .replaceAll(name.split(' ')[0] ?? name, '')
      .replaceAll(/sign-\w+/g, 'sign')
      .replaceAll(/\d+/g, '#')
  }
  const water = itemNamed(school, 'Still water 330 ml')
  const visitOf = async (card: string, name: string) => {
    await comeIn(card)
    const scenes = [await shown(name)]
    await page.locator(`[data-item="${water.id}"]`).click()
    await expect(page.locator('[data-action="pay"]')).toBeEnabled()
    scenes.push(await shown(name))
    await page.locator('[data-action="pay"]').click()
    await expect(page.locator('[data-done]')).toBeVisible()
    scenes.push(await shown(name))
    await till.button('pos.self-service:done.next').click()
    return scenes
  }

  await test.step('the two see the same, also the one whose code was read by a scanner', async () => {
    const ofPaying = await visitOf(paying.cardNo ?? '', paying.name[lng])
    const ofFree = await visitOf(cardNo, free.name[lng])
    expect(ofFree).toEqual(ofPaying)
  })

  await test.step('only the statement says who paid', async () => {
    const { customerId } = await office.pupil(free)
    const read = async () => {
      const { statement } = await office.askAs('supervisor', accountStatement, { customerId })
      return statement.lines.map(({ amount, covered }) => ({ amount, covered }))[0]
    }
    await expect.poll(read, { timeout: 60_000 }).toEqual({ amount: negate(water.price), covered: water.price })
  })

  await test.step('what a pupil must not eat is shown with the reason and cannot be bought, by touch or by keys', async () => {
    await comeIn(allergic.cardNo ?? '')
    const reason = say('pos.self-service:choose.has', { allergens: say('pos.till:allergen.milk') })
    const yoghurt = await findFood(page, school, 'Plain yoghurt 170 g')
    await expect(yoghurt).toContainText(reason)
    await expect(yoghurt).toBeDisabled()
    await yoghurt.click({ force: true })
    await yoghurt.focus()
    await expect(yoghurt).not.toBeFocused()
    const basket = page.getByRole('complementary', { name: say('pos.self-service:choose.basket') })
    await expect(basket.getByRole('listitem')).toHaveCount(0)
    // What a choice can leave out is left out from the start, and cannot be put back.
    const burger = await findFood(page, school, 'Cheeseburger')
    await expect(burger).toContainText(
      say('pos.self-service:choose.without', { allergens: say('pos.till:allergen.milk') }),
    )
    await burger.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    const add = dialog.getByRole('button', { name: say('pos.self-service:choose.add') })
    const without = dialog.getByRole('button', { name: 'No cheese', exact: true })
    await expect(without).toHaveAttribute('aria-pressed', 'true')
    await without.focus()
    await page.keyboard.press('Space')
    await expect(dialog.getByRole('status')).toHaveText(reason)
    await expect(add).toBeDisabled()
    await without.focus()
    await page.keyboard.press('Space')
    await expect(dialog.getByRole('status')).toHaveText('')
    await add.focus()
    await page.keyboard.press('Enter')
    await expect(basket.getByRole('listitem')).toHaveCount(1)
  })
})

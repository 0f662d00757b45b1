import { salesOfADay, sell } from '#tests/e2e/kit/day.ts'
import { expectFits, expectGoodHouse, smallTargets } from '#tests/e2e/kit/house.ts'
import { expectTidyBrowser } from '#tests/e2e/kit/kept.ts'
import { openTill, standAtTill } from '#tests/e2e/kit/opened-till.ts'
import { byTurns, expect, test } from '#tests/e2e/kit/stage.ts'
import { axeFindings } from '#tests/support/checks/axe.ts'
import { itemNamed } from '#tests/support/served/served-school-demo.ts'

for (const { code, lng, turn } of byTurns('manara')) {
  test(
    `${code}: every state of the till is in order, and a finger hits every target`,
    turn,
    async ({ served, unpack }) => {
      test.setTimeout(300_000)
      const { till, school, tablet } = await standAtTill({
        served,
        unpack,
        code,
        tillCode: '02',
        userName: 'supervisor',
      })
      const { page } = till
      const day = salesOfADay(school)
      const look = (where: string) =>
        test.step(where, async () => {
          await expectGoodHouse(page, lng, where)
          await expectFits(page, lng, `till ${where}`)
          await expectTidyBrowser(page, school, 'till', where)
          expect.soft(await smallTargets(page), `targets: ${where}`).toEqual([])
          await page.evaluate(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'dark'))
          expect.soft(await axeFindings(page, 'contrast'), `axe: ${where}, dark`).toEqual([])
          await page.evaluate(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'light'))
        })
      const leave = async () => {
        // A search field takes the first Escape for itself, to empty it.
        if (
          await page.evaluate(() => {
            const field = document.activeElement
            return field instanceof HTMLInputElement && field.type === 'search' && field.value !== ''
          })
        )
          await page.keyboard.press('Escape')
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
      }
      await page.goto('/pos/pair')
      await expect(page.getByRole('main')).toContainText(till.say('sync.devices:test.ready'), { timeout: 60_000 })
      await look('a paired tablet')
      await page.goto('/pos')
      await expect(page.getByRole('heading', { name: till.say('pos.till:shift.openTitle') })).toBeVisible()
      await look('the question for the float')
      await till.openShift(10_000)
      await look('an empty cart')

      const allergic = school.pupils.find(({ active, allergens }) => active && allergens.includes('milk'))
      if (!allergic) throw new Error('the demo school has nobody who must not have milk')
      await till.scan(allergic.cardNo ?? '')
      await till.expectCustomer(allergic)
      const omelette = itemNamed(school, 'Cheese omelette')
      await till.put(omelette.name.en)
      await expect(till.dialog('pos.till:clash.title')).toBeVisible()
      await look('an allergy')
      await page.getByLabel(till.say('pos.till:clash.reason')).fill('the mother agreed')
      await till
        .dialog('pos.till:clash.title')
        .getByRole('button', { name: till.say('pos.till:clash.sellAnyway') })
        .click()
      await look('a cart with a customer')

      await till.tap('Karak tea')
      await look('an item that asks')
      await leave()
      await page.keyboard.press('F2')
      await page.getByLabel(till.say('pos.till:customer.search')).fill(school.pupils[0]?.familyName[lng] ?? '')
      await look('the search for a customer')
      await leave()
      await till.button('pos.till:discount.title').click()
      await look('a discount')
      await leave()
      // What is sold in spite of an allergy waits for a supervisor; the rest of this walk does without.
      await till.button('pos.till:cart.clear').click()
      await till.scan(allergic.cardNo ?? '')
      await till.put('Still water 330 ml')

      await till.button('pos.till:pay.open').click()
      for (const kind of ['cash', 'account', 'card']) {
        await page.getByRole('radio', { name: till.say(`pos.till:tender.${kind}`) }).check({ force: true })
        await look(`paying by ${kind}`)
      }
      await leave()
      await till.button('pos.till:cart.clear').click()

      await tablet.cutTheNetwork()
      await day.cash.ring(till)
      await till.button('pos.till:pay.open').click()
      await page.getByRole('button', { name: till.say('pos.till:pay.complete') }).click()
      await expect(till.dialog('pos.till:receipt.saved')).toBeVisible()
      await look('a receipt')
      const { receiptNo } = await till.finishReceipt()
      await till.openList()
      await look('the list of what is unsent')
      await leave()
      await tablet.reconnect()
      for (const key of ['sales', 'cash', 'x', 'keys', 'close']) {
        await till.openMenu(`pos.till:menu.${key}`)
        await look(`menu, ${key}`)
        await leave()
      }
      await page.getByRole('button', { name: till.say('pos.till:menu.open') }).click()
      await look('the menu')
      await leave()
      await till.openMenu('pos.till:menu.sales')
      await till.button('pos.till:sales.void').click()
      await look('a sale to cancel')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: till.say('pos.till:void.keep') })
        .click()
      await leave()

      await till.closeShift(9_000, 'counted in a hurry')
      await look('the Z')
      await leave()
      const name = school.tills.find((known) => known.code === '02')?.name[lng] ?? ''
      for (const [path, shown] of [
        ['/pos/devices', name],
        ['/pos/transaction-report', receiptNo],
      ] as const) {
        await page.goto(path)
        await expect(page.getByRole('main')).toContainText(shown)
        await expectGoodHouse(page, lng, `${path} with something on it`)
        await expectFits(page, lng, `${path} with something on it`)
      }
    },
  )

  test(`${code}: a cash sale needs no finger and no mouse`, turn, async ({ served, unpack }) => {
    const { till, school } = await openTill({ served, unpack, code, tillCode: '02' })
    const { page } = till
    const water = itemNamed(school, 'Still water 330 ml')
    const press = (key: string) => page.keyboard.press(key, { delay: 70 })
    // A page that has just come up may not listen to keys yet.
    await expect(async () => {
      await press('/')
      await expect(page.getByRole('searchbox')).toBeFocused({ timeout: 500 })
    }).toPass()
    await page.keyboard.type(water.name[lng].slice(0, -3), { delay: 70 })
    await expect(till.goods.getByText(water.name[lng], { exact: true })).toBeVisible()
    await press('Enter')
    await expect(till.cart.getByRole('listitem')).toHaveCount(1)
    await press('F4')
    await expect(till.dialog('pos.till:pay.title')).toBeVisible()
    await press('5')
    await press('Enter')
    const receipt = till.dialog('pos.till:receipt.saved')
    await expect(receipt).toBeVisible()
    await expect(receipt.getByRole('button', { name: till.say('pos.till:receipt.next') })).toBeFocused()
    await press('Enter')
    await expect(receipt).toBeHidden()
    // The same by Tab alone: goods, then Pay, each with a focus that can be seen.
    const cold = school.catalogue.categories.findIndex(({ id }) => id === water.categoryId)
    // The focus is back in the search; outside of it a digit chooses a category.
    await press('Tab')
    await press(String(cold + 1))
    await expect(till.goods.getByText(water.name[lng], { exact: true })).toBeVisible()
    const tabTo = async (isThere: () => Promise<boolean>) => {
      for (let i = 0; i < 80 && !(await isThere()); i += 1) await page.keyboard.press('Tab')
      const outline = await page.evaluate(() => {
        const { outlineStyle, boxShadow } = getComputedStyle(document.activeElement ?? document.body)
        return outlineStyle !== 'none' || boxShadow !== 'none'
      })
      expect(outline, 'the focus can be seen').toBe(true)
    }
    const focused = page.locator(':focus')
    await tabTo(async () => (await focused.getAttribute('data-item').catch(() => null)) !== null)
    await press('Enter')
    await expect(till.cart.getByRole('listitem')).toHaveCount(1)
    await tabTo(async () => (await focused.getAttribute('data-action').catch(() => null)) === 'pay')
  })

  test(
    `${code}: the server's word arrives at the till: balances come down once, offline and after`,
    turn,
    async ({ served, unpack }) => {
      const { till, school, tablet } = await openTill({ served, unpack, code, tillCode: '01', userName: 'operator3' })
      const { account } = salesOfADay(school)
      const pupil = account.customer
      if (!pupil) throw new Error('nobody to charge')
      const shown = async () => {
        await till.chooseCustomer(pupil.admissionNo, pupil)
        const text = await till.cart.getByRole('definition').first().innerText()
        await till.button('pos.till:cart.clear').click()
        return Number(/\d+\.\d+/.exec(text)?.[0])
      }
      const units = school.currency === 'KWD' ? 1000 : 100
      const before = await shown()
      await tablet.cutTheNetwork()
      await sell(till, account)
      expect(await shown()).toBeCloseTo(before - account.total / units, 3)
      await tablet.reconnect()
      await till.expectChip('sync:chip.synced')
      await till.page.reload()
      await expect(till.goods).toBeVisible()
      await expect.poll(shown).toBeCloseTo(before - account.total / units, 3)
    },
  )
}

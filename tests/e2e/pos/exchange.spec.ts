import { expectFits, expectGoodHouse, smallTargets } from '#tests/e2e/kit/house.ts'
import { openTill } from '#tests/e2e/kit/opened-till.ts'
import { byTurns, expect, test } from '#tests/e2e/kit/stage.ts'
import { toDecimalText } from '#shared/kernel/money.ts'
import { itemNamed } from '#tests/support/served/served-school-demo.ts'

const floatAmount = 20_000
const cheap = 'Still water 330 ml'
const dear = 'Orange juice 200 ml'

for (const { code, lng, turn } of byTurns('alnoor')) {
  test(
    `POS-58: ${code}: goods are exchanged for dearer and for cheaper ones without a network; only the difference moves`,
    turn,
    async ({ served, unpack }) => {
      test.setTimeout(240_000)
      const { till, tablet, school } = await openTill(
        { served, unpack, code, tillCode: '02', userName: 'supervisor' },
        floatAmount,
      )
      const { page, say } = till
      const [less, more] = [itemNamed(school, cheap).price, itemNamed(school, dear).price]
      const written = (amount: number) => toDecimalText(amount, school.currency)
      expect(more).toBeGreaterThan(less)
      const look = async (where: string) => {
        await expectGoodHouse(page, lng, where)
        expect.soft(await smallTargets(page), `targets: ${where}`).toEqual([])
      }
      /** All of the newest sale comes back, and this item is taken instead; at the payment. */
      const exchangeFor = async (item: string) => {
        await till.openMenu('pos.till:menu.sales')
        const sales = till.dialog('pos.till:menu.sales')
        await sales
          .getByRole('button', { name: say('pos.till:sales.refund'), exact: true })
          .first()
          .click()
        const sheet = till.dialog('pos.till:refund.title')
        await expect(sheet.locator('[data-action=exchange]')).toBeDisabled()
        await sheet.getByRole('button', { name: say('pos.till:refund.everything'), exact: true }).click()
        await sheet.getByRole('button', { name: say('pos.till:refund.suggest.wrong') }).click()
        await sheet.locator('[data-action=exchange]').click()
        await expect(till.cart.locator('[data-exchange]')).toBeVisible()
        await till.put(item)
        await till.button('pos.till:pay.open').click()
      }
      await till.put(cheap)
      await till.pay({ by: 'cash' })
      await tablet.cutTheNetwork()

      await exchangeFor(dear)
      const payment = till.dialog('pos.till:pay.title')
      await expect(payment).toContainText(written(more - less))
      await look('the payment of an exchange')
      await payment.locator('[data-action=complete]').click()
      const receipt = till.dialog('pos.till:receipt.saved')
      // Two papers: what came back, and what was taken for it.
      await expect(receipt.getByRole('article')).toHaveCount(2)
      await look('the papers of an exchange')
      await receipt.locator('[data-action=next]').click()

      await exchangeFor(cheap)
      const even = till.dialog('pos.till:exchange.title')
      await expect(even.locator('[data-out]')).toHaveAttribute('data-out', String(more - less))
      await look('an exchange that hands out')
      await even.locator('[data-action=complete]').click()
      await expect(till.dialog('pos.till:receipt.saved')).toContainText(written(more - less))
      await till.dialog('pos.till:receipt.saved').locator('[data-action=next]').click()

      // A change of mind: what was rung up stays, and nothing comes back.
      await exchangeFor(dear)
      await page.keyboard.press('Escape')
      await till.cart
        .locator('[data-exchange]')
        .getByRole('button', { name: say('pos.till:exchange.cancel') })
        .click()
      await expect(till.cart.locator('[data-exchange]')).toHaveCount(0)
      await till.button('pos.till:cart.clear').click()

      // 100.00 in the drawer, and the one item that is sold in the end.
      const paper = await till.closeShift(floatAmount + less)
      const valueOf = (label: string) => paper.find((row) => row.label === label)?.value ?? ''
      expect(valueOf('Expected in drawer')).toContain(written(floatAmount + less))
      expect(Number(valueOf('Difference').replaceAll(/[^\d.]/g, ''))).toBe(0)
      await tablet.reconnect()
      await till.expectChip('sync:chip.synced')
    },
  )

  test(
    `POS-105: ${code}: every sheet of a till in depth is in order, in this direction, for fingers and for readers of screens`,
    turn,
    async ({ served, unpack }) => {
      test.setTimeout(300_000)
      const { till, school } = await openTill({ served, unpack, code, tillCode: '02', userName: 'supervisor' })
      const { page, say } = till
      const look = (where: string) =>
        test.step(where, async () => {
          await expect(page.getByRole('dialog')).toBeVisible()
          await expectGoodHouse(page, lng, where)
          await expectFits(page, lng, `till ${where}`)
          expect.soft(await smallTargets(page), `targets: ${where}`).toEqual([])
          // What is counted in money keeps its direction within a sentence of any other.
          const loose = await page
            .getByRole('dialog')
            .locator('bdi')
            .evaluateAll((all) => all.filter((each) => getComputedStyle(each).unicodeBidi !== 'isolate').length)
          expect.soft(loose, `amounts that are not isolated: ${where}`).toBe(0)
        })
      const leave = async () => {
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
      }
      const pupil = school.pupils.find(({ active, allergens, cardNo }) => active && cardNo && allergens.length === 0)
      if (!pupil) throw new Error('the demo school has nobody of this kind')
      const water = itemNamed(school, cheap).name[lng]

      await till.put(cheap)
      await till.cart.getByRole('button', { name: say('pos.till:line.type', { name: water }) }).click()
      await look('a line by number')
      // A note says by itself what the button does.
      await page.getByLabel(say('pos.till:line.note')).fill('no ice')
      await expect(page.locator('[data-action=line]')).toHaveText(say('pos.till:line.setNote'))
      await page.locator('[data-action=line]').click()
      await expect(till.cart).toContainText('no ice')
      await till.cart.getByRole('button', { name: say('pos.till:line.type', { name: water }) }).click()
      // Twenty-five pieces are two keys and no twenty-five taps.
      for (const key of ['2', '5']) await page.getByRole('button', { name: key, exact: true }).click()
      await page.locator('[data-action=line]').click()
      await expect(till.cart).toContainText('25')
      await till.cart.getByRole('button', { name: say('pos.till:line.type', { name: water }) }).click()
      for (const part of [`${say('pos.till:line.part.discount')} %`, say('pos.till:line.part.price')]) {
        await page.getByRole('dialog').getByText(part, { exact: true }).first().click()
        await look(`a line, ${part}`)
      }
      await leave()

      await till.button('pos.till:parked.park').click()
      await look('parking')
      await page.getByLabel(say('pos.till:parked.name')).fill('the green bag')
      await page.locator('[data-action=park]').click()
      await expect(till.cart.getByRole('listitem')).toHaveCount(0)
      await till.openMenu('pos.till:menu.parked')
      const parked = till.dialog('pos.till:parked.title')
      await expect(parked).toContainText('the green bag')
      await look('parked carts')
      await parked.getByRole('button', { name: say('pos.till:parked.continue') }).click()
      await expect(till.cart).toContainText(water)
      await expect(till.cart).toContainText('no ice')

      await till.scan(pupil.cardNo ?? '')
      await till.expectCustomer(pupil)
      // Prepaid is how a pupil usually pays: it is chosen, and one tap completes the sale.
      await till.button('pos.till:pay.open').click()
      await expect(page.getByRole('radio', { name: say('pos.till:tender.account') })).toBeChecked()
      await leave()
      await till.openMenu('pos.till:menu.noReceipt')
      await look('a refund without a receipt')
      await leave()
      await till.openMenu('pos.till:menu.topUp')
      await look('a top-up')
      await leave()
      await till.button('pos.till:cart.clear').click()
      await till.openMenu('pos.till:menu.cash')
      for (const kind of ['drop', 'paid-out', 'no-sale']) {
        await page
          .getByText(say(`pos.till:movement.${kind}`), { exact: true })
          .first()
          .click()
        await look(`cash, ${kind}`)
      }
      await leave()
      await till.openMenu('pos.till:menu.close')
      await page.getByRole('dialog').getByText(say('pos.till:count.piles'), { exact: true }).first().click()
      await look('a count by notes and coins')
    },
  )
}

import { expectGoodHouse } from '#tests/e2e/kit/house.ts'
import { standAtTill } from '#tests/e2e/kit/opened-till.ts'
import { byTurns, expect, test } from '#tests/e2e/kit/stage.ts'
import { itemNamed, signInOf } from '#tests/support/served/served-school-demo.ts'

const floatAmount = 20_000
const item = 'Still water 330 ml'

for (const { code, lng, turn } of byTurns('manara')) {
  test(
    `POS-60: ${code}: money goes back without a network, with another person's PIN, and the drawer adds up`,
    turn,
    async ({ served, unpack }) => {
      test.setTimeout(240_000)
      const { till, tablet, school, operator } = await standAtTill({ served, unpack, code, tillCode: '02' })
      const { page, say } = till
      const supervisor = signInOf(school, 'supervisor')
      await till.signOut()
      await till.signInFirst(supervisor)
      await till.signOut()
      await till.signInByPin(operator)
      await till.openShift(floatAmount)
      const { price } = itemNamed(school, item)
      // Dear enough to need a supervisor where there is no network, 5.00 or 0.500 being free.
      const pieces = Math.ceil(600 / price) + 1
      for (let n = 0; n < pieces; n += 1) await till.put(item)
      await till.pay({ by: 'cash' })
      await tablet.cutTheNetwork()

      await till.openMenu('pos.till:menu.sales')
      await till
        .dialog('pos.till:menu.sales')
        .getByRole('button', { name: say('pos.till:sales.refund'), exact: true })
        .click()
      const sheet = till.dialog('pos.till:refund.title')
      await expect(sheet.getByRole('button', { name: say('pos.till:refund.choose') })).toBeDisabled()
      const more = sheet.locator('[data-line]').first().getByRole('button').nth(1)
      for (let n = 1; n < pieces; n += 1) await more.click()
      await sheet.getByRole('button', { name: say('pos.till:refund.suggest.quality') }).click()
      await expect(sheet).toContainText(say('pos.till:approve.needed'))
      await expectGoodHouse(page, lng, 'a refund that another person must approve')
      await till.typePin(supervisor)
      const back = sheet.locator('[data-action=refund]')
      await expect(back).toBeEnabled()
      await back.click()
      const receipt = till.dialog('pos.till:refund.saved')
      await expect(receipt).toContainText(say('pos.till:refund.handOut'))
      await expectGoodHouse(page, lng, 'a refund that was saved')
      await receipt.locator('[data-action=next]').click()

      // What is left of the sale is known at once.
      await till.openMenu('pos.till:menu.sales')
      await expect(till.dialog('pos.till:menu.sales')).toContainText(say('pos.till:sales.refunded'))
      await page.keyboard.press('Escape')
      const total = (n: number) => n * price
      const paper = await till.closeShift(floatAmount + total(pieces) - total(pieces - 1))
      const rowOf = (label: string) => paper.find((row) => row.label === label)
      expect(rowOf('Cash refunds')).toMatchObject({ note: '1', value: expect.stringContaining('-') })
      // Within the tolerance nobody is asked to count again; what differs is on no paper of an operator.
      expect(rowOf('Difference')).toBeUndefined()
      await tablet.reconnect()
      await till.expectChip('sync:chip.synced')
    },
  )
}

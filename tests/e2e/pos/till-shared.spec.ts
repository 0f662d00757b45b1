import { salesOfADay, sell } from '#tests/e2e/kit/day.ts'
import { openTill } from '#tests/e2e/kit/opened-till.ts'
import { cashOf, expectOnServer, expectSameZ } from '#tests/e2e/kit/reckoning.ts'
import { expect, test } from '#tests/e2e/kit/stage.ts'
import { signInOf } from '#tests/support/served/served-school-demo.ts'

/* One tablet in several hands, and papers that do not come out. */

test('F30: two operators share a tablet without a network, and each sale keeps the name of who sold it', async ({
  served,
  unpack,
}) => {
  const opened = await openTill({ served, unpack, code: 'manara', tillCode: '03' })
  const { till, tablet, api, school, operator: first } = opened
  const second = signInOf(school, 'operator2')
  const { cash } = salesOfADay(school)
  await till.expectChip('sync:chip.synced')
  await till.signOut()
  await till.signInFirst(second)
  await till.signOut()
  await tablet.cutTheNetwork()
  /** Nobody leaves unsent work behind without a word. */
  const handOver = async () => {
    await till.page.getByRole('button', { name: till.say('common:signOut') }).click()
    const leave = till.dialog('sync:leave.title')
    const save = leave.getByRole('button', { name: till.say('sync:leave.exportAndLeave') })
    await Promise.all([till.page.waitForEvent('download'), save.click()])
    await expect(till.page).toHaveURL(/\/pos-sign-in$/)
  }
  const sold = []
  const hands = [first, second, first]
  for (const [turn, person] of hands.entries()) {
    await till.signInByPin(person)
    await expect(till.goods).toBeVisible()
    await expect(till.page.getByText(person.name[till.lng]).first()).toBeVisible()
    sold.push(await sell(till, cash))
    await till.expectChip('sync:chip.saved', { n: turn + 1 })
    if (turn < hands.length - 1) await handOver()
  }
  await tablet.reconnect()
  await till.expectChip('sync:chip.synced')
  await expectOnServer(api, '03', sold)
  const numbers = new Set(sold.map(({ receiptNo }) => receiptNo))
  const rows = (await api.transactions('03')).filter(({ receiptNo }) => receiptNo !== null && numbers.has(receiptNo))
  expect(rows.map(({ cashier }) => cashier)).toEqual(hands.map(({ name }) => name))
})

test('T20 T21 T37: neither printer nor receipt nor reloading stop a sale or a closing, and a difference wants a reason', async ({
  served,
  unpack,
}) => {
  const floatAmount = 10_000
  const { till, tablet, api, school } = await openTill({ served, unpack, code: 'alnoor', tillCode: '03' }, floatAmount)
  const { cash } = salesOfADay(school)
  await till.page.evaluate(() => {
    globalThis.print = () => {
      throw new TypeError('print is not there')
    }
  })
  const ring = async () => {
    await cash.ring(till)
    await till.button('pos.till:pay.open').click()
    await till.typeAmount(500)
    await till
      .dialog('pos.till:pay.title')
      .getByRole('button', { name: till.say('pos.till:pay.complete') })
      .click()
  }
  await ring()
  const receipt = till.dialog('pos.till:receipt.saved')
  await receipt.getByRole('button', { name: till.say('pos.till:receipt.print') }).click()
  await expect(receipt.getByRole('alert')).toHaveText(till.say('pos.till:receipt.cannotPrint'))
  const sold = [{ ...cash, ...(await till.finishReceipt()) }]

  // From now on the code on the receipt cannot be drawn, and nor can the receipt.
  await till.page.evaluate(() => {
    const set = Element.prototype.setAttribute
    Element.prototype.setAttribute = function (name, value) {
      if (name === 'viewBox' && value.startsWith('-2 -2')) throw new Error('cannot be drawn')
      set.call(this, name, value)
    }
  })
  await ring()
  const next = { receiptNo: (sold[0]?.receiptNo ?? '').replace(/1$/, '2'), change: '' }
  const what = till.say('pos.till:receipt.cannotShow', { what: next.receiptNo })
  await expect(receipt.getByRole('alert')).toHaveText(what)
  await receipt.getByRole('button', { name: till.say('pos.till:receipt.next') }).click()
  sold.push({ ...cash, ...next })
  await till.expectChip('sync:chip.synced')
  await expectOnServer(api, '03', sold)

  await till.page.reload()
  await till.openMenu('pos.till:menu.sales')
  await till
    .dialog('pos.till:menu.sales')
    .getByRole('listitem')
    .filter({ hasText: next.receiptNo })
    .getByRole('button', { name: till.say('pos.till:receipt.title') })
    .click()
  await expect(till.dialog('pos.till:receipt.title').getByRole('img')).toHaveAttribute('aria-label', next.receiptNo)
  await till.page.keyboard.press('Escape')
  await till.page.keyboard.press('Escape')

  // A cart outlives the page, and says so until somebody takes it up.
  await till.put('Orange juice 200 ml')
  await expect(till.cart.locator('[data-kept=true]')).toBeVisible()
  await till.page.reload()
  await expect(till.cart.getByRole('listitem')).toHaveCount(1)
  await till.button('pos.till:cart.kept.continue').click()
  await expect(till.button('pos.till:cart.kept.continue')).toHaveCount(0)
  await till.button('pos.till:cart.clear').click()

  const counted = floatAmount + cashOf(sold) - 2500
  await till.openMenu('pos.till:menu.close')
  await till.page.reload()
  await till.openMenu('pos.till:menu.close')
  await till.typeAmount(counted)
  await till.button('pos.till:close.counted').click()
  // A count is kept, so that nobody tries until one fits.
  await till.page.reload()
  await till.openMenu('pos.till:menu.close')
  await expect(till.dialog('pos.till:close.title').getByRole('alert')).toBeVisible()
  await till.typeAmount(counted)
  await till.button('pos.till:close.counted').click()
  const finish = till.dialog('pos.till:close.title').getByRole('button', { name: till.say('pos.till:close.finish') })
  await expect(finish).toBeDisabled()
  const paper = await till.finishClose('a note was missing')
  await till.expectChip('sync:chip.synced')
  const shiftId = await expectOnServer(api, '03', sold)
  await expectSameZ(api, shiftId, paper, { sold, floatAmount, counted })
  // React tells of what it has caught; nothing else may have gone wrong.
  expect(tablet.wrong.errors.filter((error) => !error.includes('cannot be drawn'))).toEqual([])
  tablet.wrong.errors.length = 0
})

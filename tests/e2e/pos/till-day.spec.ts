import { type MeantSale, type SoldSale, salesOfADay, sell } from '#tests/e2e/kit/day.ts'
import { enterCode, expectReady, freeTill, pairQuickly, requestSignInCode } from '#tests/e2e/kit/pairing.ts'
import { cashOf, expectOnServer, expectSameZ } from '#tests/e2e/kit/reckoning.ts'
import { expect, schools, test } from '#tests/e2e/kit/stage.ts'
import { TillPerson } from '#tests/support/pos/tablet-till.ts'
import { openSchoolApi } from '#tests/support/served/served-school-api.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

const floatAmount = 20_000

/** One day in each school: two currencies, two directions, and every rule of a day at least once. */
const dayAt = (stageSchool: (typeof schools)[number]) => {
  const school = demoSchool(stageSchool.code)
  return { stageSchool, code: stageSchool.code, lng: stageSchool.lng, school, day: salesOfADay(school) }
}

test('alnoor: a shift with the network there, from the pairing code to the Z', async ({ served, visit, unpack }) => {
  const { stageSchool, code, lng, school, day } = dayAt(schools[0])
  const api = await openSchoolApi(served, code)
  await freeTill(api, '01')
  const desk = await visit(served.origin(code))
  const tablet = await unpack(served.origin(code))
  const till = new TillPerson(tablet, school, lng)
  await enterCode(tablet, stageSchool, await requestSignInCode(desk.page, stageSchool, school, '01'))
  await expectReady(tablet, stageSchool)
  await till.signInFirst(signInOf(school, 'operator1'))
  await till.openShift(floatAmount)

  const sold: SoldSale[] = []
  for (const sale of Object.values(day)) {
    await test.step(sale.title, async () => {
      sold.push(await sell(till, sale))
    })
  }
  await till.page.reload()
  await till.expectChip('sync:chip.synced')
  sold.push(await sell(till, day.cash))

  const counted = floatAmount + cashOf(sold)
  const paper = await till.closeShift(counted)
  await till.expectChip('sync:chip.synced')
  const shiftId = await expectOnServer(api, '01', sold)
  await expectSameZ(api, shiftId, paper, { sold, floatAmount, counted })
})

test('manara: a shift with the network cut, a flat battery and a cold start offline', async ({ served, unpack }) => {
  const { stageSchool, code, lng, school, day } = dayAt(schools[1])
  const api = await openSchoolApi(served, code)
  const operator = signInOf(school, 'operator2')
  const tablet = await unpack(served.origin(code))
  const till = new TillPerson(tablet, school, lng)
  const sold: SoldSale[] = []
  const sellAll = async (...sales: MeantSale[]) => {
    for (const sale of sales) {
      await test.step(sale.title, async () => {
        sold.push(await sell(till, sale))
      })
    }
  }
  await pairQuickly(tablet, api, stageSchool, '02')
  await till.signInFirst(operator)
  await till.openShift(floatAmount)
  await sellAll(day.cash, day.account)
  await till.expectChip('sync:chip.synced')

  // Without a network: a colleague hands over by PIN, the page is loaded again, the battery runs out.
  await tablet.cutTheNetwork()
  await till.signOut()
  await till.signInByPin(operator, '000000')
  await expect(till.page.getByRole('alert')).toContainText(till.say('identity.sign-in:pin.wrong'))
  await expect(till.page.locator('input[type="password"]')).toBeFocused()
  await till.typePin(operator)
  await sellAll(day.card, day.split)
  await till.page.reload()
  await sellAll(day.scanned)
  await tablet.pullTheBattery()

  await tablet.switchOn({ offline: true })
  await till.comeBack(operator)
  await sellAll(day.byCard, day.account)
  await till.expectChip('sync:chip.saved', { n: 5 })
  await tablet.switchOff()

  // Closed and opened again with a network: everything goes by itself.
  await tablet.switchOn({ offline: true })
  await till.comeBack(operator)
  await tablet.reconnect()
  await till.expectChip('sync:chip.synced')
  await sellAll(day.cash)
  await till.expectChip('sync:chip.synced')

  await tablet.cutTheNetwork()
  const counted = floatAmount + cashOf(sold) - 500
  const paper = await till.closeShift(counted, 'a note was missing')
  await till.expectChip('sync:chip.saved', { n: 1 })
  await tablet.reconnect()
  await till.expectChip('sync:chip.synced')
  const shiftId = await expectOnServer(api, '02', sold)
  await expectSameZ(api, shiftId, paper, { sold, floatAmount, counted })
})

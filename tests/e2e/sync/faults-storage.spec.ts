import { salesOfADay, sell } from '#tests/e2e/kit/day.ts'
import { openTill, standAtTill } from '#tests/e2e/kit/opened-till.ts'
import { pairQuickly } from '#tests/e2e/kit/pairing.ts'
import { expectOnServer } from '#tests/e2e/kit/reckoning.ts'
import { expect, later, test } from '#tests/e2e/kit/stage.ts'
import { dropConnections, evictDatabases, setQuota } from '#tests/support/devices/browser-faults.ts'
import { openFaultyDoor } from '#tests/support/devices/faulty-door.ts'

/* What becomes of the tablet's storage: full, dropped, taken back, broken. */

test(
  'F21 T06: on a full device Pay fails loudly, the cart stays, and no number is used up',
  later,
  async ({ served, unpack }) => {
    test.setTimeout(240_000)
    const { till, api, school, tablet } = await openTill({ served, unpack, code: 'alnoor', tillCode: '04' })
    const { cash } = salesOfADay(school)
    const sold = [await sell(till, cash)]
    await setQuota(till.page, 1)
    // So long the browser goes by what it last knew of the room that is left.
    await till.page.waitForTimeout(31_000)
    await cash.ring(till)
    await till.button('pos.till:pay.open').click()
    await till.typeAmount(500)
    const sheet = till.dialog('pos.till:pay.title')
    await sheet.getByRole('button', { name: till.say('pos.till:pay.complete') }).click()
    await expect(sheet).toContainText(till.say('pos.till:notSaved.title'))
    await expect(sheet).toContainText(till.say('pos.till:notSaved.why.full'))
    await expect(till.dialog('pos.till:receipt.saved')).toBeHidden()
    await setQuota(till.page)
    await sheet.getByRole('button', { name: till.say('pos.till:notSaved.retry') }).click()
    sold.push({ ...cash, ...(await till.finishReceipt()) })
    sold.push(await sell(till, cash))
    await till.expectChip('sync:chip.synced')
    await expectOnServer(api, '04', sold)
    expect(tablet.wrong.violations).toEqual([])
  },
)

test(
  'F22 T05: a connection that the browser drops is opened again under the sale',
  later,
  async ({ served, unpack }) => {
    const { till, api, school } = await openTill({ served, unpack, code: 'manara', tillCode: '04' })
    const { cash } = salesOfADay(school)
    const sold = [await sell(till, cash)]
    for (const times of [1, 2]) {
      await cash.ring(till)
      await till.button('pos.till:pay.open').click()
      await till.typeAmount(500)
      await dropConnections(till.page, times)
      await till
        .dialog('pos.till:pay.title')
        .getByRole('button', { name: till.say('pos.till:pay.complete') })
        .click()
      sold.push({ ...cash, ...(await till.finishReceipt()) })
    }
    await till.expectChip('sync:chip.synced')
    await expectOnServer(api, '04', sold)
  },
)

test(
  'F23 T04: when the browser takes its databases back, everybody hears how much is gone',
  later,
  async ({ served, unpack }) => {
    // Cut off at the door: a worker that the browser has woken is not reached when only its pages are cut off.
    const door = await openFaultyDoor(served.port)
    const origin = `http://alnoor.localhost:${door.port}`
    const opened = await openTill({ served, unpack, code: 'alnoor', tillCode: '03', origin })
    const { till, api, school, tablet, stageSchool } = opened
    const { cash } = salesOfADay(school)
    const sold = [await sell(till, cash)]
    await till.expectChip('sync:chip.synced')
    door.isDown = true
    const lost = 3
    for (let i = 0; i < lost; i += 1) await sell(till, cash)
    await till.expectChip('sync:chip.saved', { n: lost })
    await till.page.goto('about:blank')
    await evictDatabases(till.page)
    door.isDown = false
    await till.page.goto('/pos/pair')
    await expect(till.page.getByText(till.say('sync.devices:pair.lostLife'))).toBeVisible()
    await pairQuickly(tablet, api, stageSchool, '03')
    await expect(till.page.getByText(till.say('sync.devices:pair.lost', { count: lost }))).toBeVisible()
    await expectOnServer(api, '03', sold)
    const alerts = (await api.devices()).flatMap((device) => (device.till.tillCode === '03' ? device.alerts : []))
    expect(alerts).toEqual(expect.arrayContaining([expect.objectContaining({ kind: 'lost-operations', count: lost })]))
    await door.close()
  },
)

test(
  'F24: a tablet whose databases are rubbish starts, says so, and sells again after a pairing',
  later,
  async ({ served, unpack }) => {
    const opened = await standAtTill({ served, unpack, code: 'manara', tillCode: '02' })
    const { till, tablet, api, stageSchool, operator } = opened
    await till.openShift(5000)
    await till.expectChip('sync:chip.synced')
    await tablet.switchOff()
    await tablet.spoilDatabases()
    await tablet.switchOn()
    await till.page.goto('/pos/pair')
    await expect(till.page.getByText(till.say('sync.devices:pair.lostLife'))).toBeVisible()
    await pairQuickly(tablet, api, stageSchool, '02')
    await till.signInFirst(operator)
    await till.openShift(5000)
    await till.expectChip('sync:chip.synced')
  },
)

import { setTimeout as pause } from 'node:timers/promises'
import { type SoldSale, salesOfADay, sell } from '#tests/e2e/kit/day.ts'
import { type OpenedTill, openTill } from '#tests/e2e/kit/opened-till.ts'
import { expectOnServer } from '#tests/e2e/kit/reckoning.ts'
import { expect, later, type StageSchool, test } from '#tests/e2e/kit/stage.ts'
import { crash, freeze, hearStorms, type StormEvents, storm, workersOf } from '#tests/support/devices/browser-faults.ts'
import { type FaultyDoor, openFaultyDoor } from '#tests/support/devices/faulty-door.ts'
import { TillPerson } from '#tests/support/pos/tablet-till.ts'

/* What becomes of pages, workers and the browser itself while sales are made and sent. */

let door: FaultyDoor | undefined
test.afterEach(async () => {
  await door?.close()
  door = undefined
})

interface Stage extends OpenedTill {
  door: FaultyDoor
  origin: string
}

async function openStage(
  fixtures: Pick<Parameters<typeof openTill>[0], 'served' | 'unpack'>,
  code: StageSchool['code'],
  tillCode: string,
): Promise<Stage> {
  door = await openFaultyDoor(fixtures.served.port)
  const origin = `http://${code}.localhost:${door.port}`
  const opened = await openTill({ ...fixtures, code, tillCode, origin })
  await opened.till.expectChip('sync:chip.synced')
  return { ...opened, door, origin }
}

/** Another window of the same tablet, before which the same person stands. */
async function secondWindow({ tablet, school, stageSchool }: Stage): Promise<TillPerson> {
  const page = await tablet.context.newPage()
  await page.goto('/pos')
  const second = new TillPerson({ page, scan: (code) => tablet.scan(code, page) }, school, stageSchool.lng)
  await expect(second.goods).toBeVisible()
  return second
}

/** Batches arrive, and no answer ever comes back. */
const swallow = async ({ pass }: { pass(): Promise<unknown> }) => void (await pass())

test(
  'F12 T02: a window that is closed the moment the receipt shows has lost nothing',
  later,
  async ({ served, unpack }) => {
    const stage = await openStage({ served, unpack }, 'alnoor', '04')
    const { till, api, tablet, school } = stage
    const { cash } = salesOfADay(school)
    stage.door.isDown = true
    const sold: SoldSale[] = [await sell(till, cash)]
    await cash.ring(till)
    await till.button('pos.till:pay.open').click()
    const sheet = till.dialog('pos.till:pay.title')
    await sheet.getByRole('button', { name: till.say('pos.till:pay.complete') }).click()
    const code = till.dialog('pos.till:receipt.saved').getByRole('img')
    const receiptNo = (await code.getAttribute('aria-label')) ?? ''
    const [second] = await Promise.all([tablet.context.newPage(), till.page.close()])
    sold.push({ ...cash, receiptNo, change: '' })
    await second.goto('/pos')
    const again = new TillPerson({ page: second, scan: (text) => tablet.scan(text, second) }, school, 'en')
    await again.expectChip('sync:chip.saved', { n: 2 })
    stage.door.isDown = false
    await again.expectChip('sync:chip.synced')
    await expectOnServer(api, '04', sold)
  },
)

test(
  'F13: when the window that sends dies with a batch on its way, another one goes on',
  later,
  async ({ served, unpack }) => {
    const stage = await openStage({ served, unpack }, 'manara', '03')
    const { cash } = salesOfADay(stage.school)
    const second = await secondWindow(stage)
    stage.door.always = swallow
    await stage.till.page.bringToFront()
    const sold = [await sell(stage.till, cash), await sell(stage.till, cash)]
    await expect.poll(stage.door.happened).toBeGreaterThan(0)
    stage.door.always = undefined
    await crash(stage.till.page)
    await second.page.bringToFront()
    sold.push(await sell(second, cash))
    await second.expectChip('sync:chip.synced')
    await expectOnServer(stage.api, '03', sold)
  },
)

test('F16 F17: a frozen window loses the lead and does no harm when it wakes', later, async ({ served, unpack }) => {
  test.setTimeout(240_000)
  const stage = await openStage({ served, unpack }, 'alnoor', '03')
  const { cash } = salesOfADay(stage.school)
  const second = await secondWindow(stage)
  stage.door.always = swallow
  await stage.till.page.bringToFront()
  const sold = [await sell(stage.till, cash)]
  await expect.poll(stage.door.happened).toBeGreaterThan(0)
  await second.page.bringToFront()
  const { thaw } = await freeze(stage.till.page)
  stage.door.always = undefined
  sold.push(await sell(second, cash))
  await expect(second.chip).toContainText(second.say('sync:chip.synced'), { timeout: 90_000 })
  await expectOnServer(stage.api, '03', sold)
  await thaw()
  await stage.till.page.bringToFront()
  sold.push(await sell(stage.till, cash))
  await stage.till.expectChip('sync:chip.synced')
  await second.page.bringToFront()
  sold.push(await sell(second, cash))
  await second.expectChip('sync:chip.synced')
  await expectOnServer(stage.api, '03', sold)
})

test(
  'F19 F20: a worker that wakes beside the page, and is stopped in the middle, doubles nothing',
  later,
  async ({ served, unpack }) => {
    test.setTimeout(240_000)
    const stage = await openStage({ served, unpack }, 'alnoor', '02')
    const { till, tablet, door: way } = stage
    const { cash } = salesOfADay(stage.school)
    const workers = await workersOf(till.page)
    const sold: SoldSale[] = []
    for (let round = 0; round < 3; round += 1) {
      way.isDown = true
      sold.push(await sell(till, cash), await sell(till, cash))
      way.isDown = false
      way.next(async ({ pass, reply }) => {
        const passed = await pass()
        await pause(300)
        reply(passed)
      })
      await Promise.all([workers.wake(), till.sendNow(), workers.wake()])
      if (round > 0) await workers.stop()
      await till.expectChip('sync:chip.synced')
    }
    // With no page open only the worker sends; it is stopped with its batch on the way.
    way.isDown = true
    sold.push(await sell(till, cash))
    const before = way.happened()
    way.always = swallow
    way.isDown = false
    await till.page.goto('/locales/en/common.json')
    await workers.wake()
    await expect.poll(() => way.happened() - before).toBeGreaterThan(0)
    await workers.stop()
    way.always = undefined
    await tablet.page.goto('/pos')
    await till.expectChip('sync:chip.synced')
    await expectOnServer(stage.api, '02', sold)
  },
)

/** T01's moments after the tap, in milliseconds; the longest ones belong to the long run. */
const moments = [0, 5, 20, 50, 100, 300]
/** Once in each moment in every `npm test`; `npm run faults` pulls it thirty times. */
const kills = Number(process.env['BAWABA_KILLS'] ?? moments.length)

test(
  `F14 T01: ${kills} times the battery is pulled in a storm of sales, and no receipt that was seen is missing`,
  later,
  async ({ served, unpack }) => {
    test.setTimeout(60_000 + kills * 15_000)
    const stage = await openStage({ served, unpack }, 'alnoor', '01')
    const { till, tablet, api, school, operator } = stage
    // Of the category that a till shows first.
    const [first] = school.catalogue.categories
    const item = school.catalogue.items.find((it) => it.categoryId === first?.id && it.modifierGroupIds.length === 0)
    const words = {
      item: item?.name.en ?? '',
      pay: till.say('pos.till:pay.open'),
      complete: till.say('pos.till:pay.complete'),
      next: till.say('pos.till:receipt.next'),
    }
    const seen: string[] = []
    let events: StormEvents = { paying: () => undefined, receipt: (no) => void seen.push(no) }
    for (let kill = 0; kill < kills; kill += 1) {
      stage.door.isDown = kill % 3 === 1
      await hearStorms(tablet.context, () => events)
      let taps = 0
      const struck = new Promise<void>((resolve) => {
        events = {
          paying: () => {
            taps += 1
            if (taps === 1 + (kill % 4)) setTimeout(resolve, moments[kill % moments.length])
          },
          receipt: (no) => void seen.push(no),
        }
      })
      await storm(tablet, words)
      await struck
      await tablet.pullTheBattery()
      await tablet.switchOn()
      await till.comeBack(operator)
    }
    stage.door.isDown = false
    await till.expectChip('sync:chip.synced')
    const rows = (await api.transactions('01')).filter(({ kind }) => kind === 'sale')
    const series = seen[0]?.replace(/\d+$/, '') ?? ''
    const held = rows.flatMap(({ receiptNo }) => (receiptNo?.startsWith(series) ? [receiptNo] : []))
    expect(seen.length).toBeGreaterThan(kills / 2)
    expect(
      seen.filter((no) => !held.includes(no)),
      'seen, and not on the server',
    ).toEqual([])
    expect(held, 'every number once, none left out').toEqual(
      held.map((_no, i) => `${series}${String(i + 1).padStart(6, '0')}`),
    )
  },
)

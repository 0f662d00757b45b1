import { setTimeout as pause } from 'node:timers/promises'
import { type SoldSale, salesOfADay, sell } from '#tests/e2e/kit/day.ts'
import { type OpenedTill, openTill, standAtTill } from '#tests/e2e/kit/opened-till.ts'
import { expectOnServer } from '#tests/e2e/kit/reckoning.ts'
import { expect, later, type StageSchool, test } from '#tests/e2e/kit/stage.ts'
import {
  type Accident,
  accidents,
  type FaultyDoor,
  openFaultyDoor,
  refuses,
  says,
} from '#tests/support/devices/faulty-door.ts'

/*
 * What a network and the boxes in it do to batches, in a real browser against the real server: the numbers are those of
 * the scenarios (F) and of other systems' failures (T) that `src/decisions/0022-proof-by-fault-injection.md` lists.
 */

let door: FaultyDoor | undefined
test.afterEach(async () => {
  await door?.close()
})

interface Stage extends OpenedTill {
  door: FaultyDoor
  sold: SoldSale[]
  sellOne(): Promise<SoldSale>
}

async function openStage(
  fixtures: Pick<Parameters<typeof openTill>[0], 'served' | 'unpack'>,
  code: StageSchool['code'],
  tillCode: string,
): Promise<Stage> {
  door = await openFaultyDoor(fixtures.served.port)
  const origin = `http://${code}.localhost:${door.port}`
  const opened = await openTill({ ...fixtures, code, tillCode, origin })
  const { cash } = salesOfADay(opened.school)
  const sold: SoldSale[] = []
  const sellOne = async () => {
    const sale = await sell(opened.till, cash)
    sold.push(sale)
    return sale
  }
  await opened.till.expectChip('sync:chip.synced')
  return { ...opened, door, sold, sellOne }
}

/** I5, seen from outside: the moment that the chip says so, the server holds everything. */
async function expectAllSynced({ till, api, sold }: Stage, tillCode: string): Promise<void> {
  await till.expectChip('sync:chip.synced')
  await expectOnServer(api, tillCode, sold)
}

test(
  'F1 F2 F3 F5 F6 F7 F8 T08: whatever becomes of a batch and its answer, each sale arrives once',
  later,
  async ({ served, unpack }) => {
    test.setTimeout(360_000)
    const stage = await openStage({ served, unpack }, 'alnoor', '04')
    for (const [title, accident] of Object.entries(accidents) as [string, Accident][]) {
      await test.step(title, async () => {
        const before = stage.door.happened()
        stage.door.next(accident, accident)
        await stage.sellOne()
        await expect.poll(stage.door.happened, { timeout: 40_000 }).toBe(before + 2)
        await expectAllSynced(stage, '04')
      })
    }
    await expectOnServer(stage.api, '04', stage.sold)
  },
)

test(
  'F4: an answer that comes after its time is no answer, and its sale is there once',
  later,
  async ({ served, unpack }) => {
    const stage = await openStage({ served, unpack }, 'alnoor', '03')
    stage.door.next(async ({ pass, reply }) => {
      const passed = await pass()
      await pause(13_000)
      reply(passed)
    })
    await stage.sellOne()
    await expect(stage.till.chip).not.toContainText(stage.till.say('sync:chip.synced'))
    await expectAllSynced(stage, '03')
  },
)

test('F3 F8 T27: an hour of refusals gives nothing up, and selling goes on', later, async ({ served, unpack }) => {
  const stage = await openStage({ served, unpack }, 'manara', '04')
  const { till } = stage
  for (const refusal of [refuses(500, 'server.failed'), refuses(401, 'device.bad-signature'), says(504, 'too late')]) {
    stage.door.always = ({ reply }) => reply(refusal)
    await stage.sellOne()
    for (let i = 0; i < 8; i += 1) await till.sendNow()
    await till.expectChip('sync:chip.saved', { n: stage.sold.length })
  }
  stage.door.always = undefined
  await till.sendNow()
  await expectAllSynced(stage, '04')
})

test(
  'F10 T18: one operation for which the whole batch is refused stops none of the others',
  later,
  async ({ served, unpack }) => {
    const stage = await openStage({ served, unpack }, 'alnoor', '02')
    const { till, tablet } = stage
    await tablet.cutTheNetwork()
    for (let i = 0; i < 5; i += 1) await stage.sellOne()
    const poisoned = 3
    // The shift's opening is number 1.
    stage.door.always = ({ batch, pass, reply }) =>
      batch.ops.some(({ seq }) => seq === poisoned + 1) ? reply(refuses(400, 'request.invalid')) : pass().then(reply)
    await tablet.reconnect()
    await till.sendNow()
    await till.expectChip('sync:chip.attention', { n: 1 })
    const there = () => stage.api.transactions('02').then((rows) => rows.flatMap(({ receiptNo }) => receiptNo ?? []))
    const meant = stage.sold.flatMap(({ receiptNo }, i) => (i + 1 === poisoned ? [] : [receiptNo]))
    await expect.poll(async () => (await there()).filter((no) => meant.includes(no))).toEqual(meant)
    stage.door.always = undefined
    await till.sendNow()
    await till.expectChip('sync:chip.synced')
    const arrived = await there()
    expect(stage.sold.filter(({ receiptNo }) => arrived.filter((no) => no === receiptNo).length !== 1)).toEqual([])
  },
)

test(
  'T15: behind a router without a line a shift is opened and arrives first, though no event says the line is back',
  later,
  async ({ served, unpack }) => {
    door = await openFaultyDoor(served.port)
    const origin = `http://manara.localhost:${door.port}`
    const opened = await standAtTill({ served, unpack, code: 'manara', tillCode: '03', origin })
    await opened.till.expectChip('sync:chip.synced')
    door.isDown = true
    await opened.till.openShift(12_500)
    const { cash } = salesOfADay(opened.school)
    const sold = [await sell(opened.till, cash), await sell(opened.till, cash)]
    await opened.till.expectChip('sync:chip.saved', { n: 3 })
    door.isDown = false
    await opened.till.expectChip('sync:chip.synced')
    const shiftId = await expectOnServer(opened.api, '03', sold)
    expect((await opened.api.shiftReport(shiftId)).report.floatAmount).toBe(12_500)
  },
)

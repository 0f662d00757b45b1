import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { expect, it } from 'vitest'
import { minor } from '#shared/kernel/money.ts'
import { blindReport, mayKnowCash } from '#shared/pos/cash/blind-report.rules.ts'
import { actor, openRig, saleOf, supervisor } from '#tests/support/pos/till-kit.ts'
import { drawerMoves, keepCounts, readCounts } from './kept-counts.ts'

/** Everything that this browser has stored, as text. */
async function storedText(): Promise<string> {
  const names = await Dexie.getDatabaseNames()
  const texts = await Promise.all(
    names.map(async (name) => {
      const db = await new Dexie(name).open()
      const rows = await Promise.all(db.tables.map((table) => table.toArray()))
      db.close()
      return JSON.stringify(rows)
    }),
  )
  return texts.join('\n')
}

const holds = (text: string, amount: number) => new RegExp(`(?<!\\d)${amount}(?!\\d)`).test(text)

it('POS-98: nothing that a blind cashier’s till stores or shows says what the drawer should hold', async () => {
  const rig = await openRig()
  const { till, device } = await rig.openTab()
  await till.openShift({ floatAmount: minor(10_000) }, actor)
  for (const qty of [7, 13, 31]) await till.completeSale(saleOf(till, { qty }), actor)
  await till.moveCash({ id: till.newId(), kind: 'paid-out', amount: minor(317), reason: 'milk' }, supervisor)
  const { expectedCash, cashTaken } = till.report()
  const shiftId = till.shift!.open.id
  const counts = [{ amount: minor(30_001) }, { amount: minor(30_002) }]
  const moves = drawerMoves(till.shift!)
  await keepCounts(device.store, { shiftId, counts, moves })
  expect(await readCounts(device.store, shiftId, moves)).toEqual({ counts, isStale: false })
  await till.closeShift({ countedCash: minor(30_002), counts, left: minor(5000), bag: 'B-1' }, actor)
  const z = till.closedReport()!
  const secrets = [expectedCash, Math.abs(z.difference ?? 0)]
  const stored = await storedText()
  expect(holds(stored, 30_002)).toBe(true)
  expect(secrets.filter((each) => holds(stored, each))).toEqual([])
  const seen = JSON.stringify(blindReport(z))
  expect([...secrets, cashTaken].filter((each) => holds(seen, each))).toEqual([])
  expect([mayKnowCash(actor.roles), mayKnowCash(supervisor.roles)]).toEqual([false, true])
  expect(blindReport(z)).toMatchObject({
    salesCount: 3,
    countedCash: 30_002,
    close: { counts, left: 5000, bag: 'B-1' },
  })
})

it('POS-98: counts hold until cash moves, and then the drawer is counted again', async () => {
  const rig = await openRig()
  const { till, device } = await rig.openTab()
  await till.openShift({ floatAmount: minor(10_000) }, actor)
  const shiftId = till.shift!.open.id
  const counts = [{ amount: minor(9000) }, { amount: minor(9500) }]
  const read = () => readCounts(device.store, shiftId, drawerMoves(till.shift!))
  expect(await read()).toEqual({ counts: [], isStale: false })
  await keepCounts(device.store, { shiftId, counts, moves: drawerMoves(till.shift!) })
  expect(await read()).toEqual({ counts, isStale: false })
  await till.completeSale(saleOf(till), actor)
  expect(await read()).toEqual({ counts: [], isStale: true })
  await keepCounts(device.store, { shiftId, counts, moves: drawerMoves(till.shift!) })
  await till.moveCash({ id: till.newId(), kind: 'paid-out', amount: minor(317), reason: 'milk' }, supervisor)
  expect(await read()).toEqual({ counts: [], isStale: true })
})

it('POS-99: carries the float that was left to the next opening, and counts from what is there', async () => {
  const rig = await openRig()
  const { till } = await rig.openTab()
  const opened = await till.openShift({ floatAmount: minor(10_000) }, actor)
  expect(opened).not.toHaveProperty('carried')
  await till.closeShift({ countedCash: minor(10_000), left: minor(10_000) }, actor)
  const piles = [{ worth: 5000, count: 1 }]
  const next = await till.openShift({ floatAmount: minor(5000), piles }, actor)
  expect(next).toMatchObject({ floatAmount: 5000, piles, carried: { shiftId: opened.id, amount: 10_000 } })
  await till.completeSale(saleOf(till, { qty: 2 }), actor)
  expect(till.report()).toMatchObject({ carried: 10_000, floatAmount: 5000, expectedCash: 6000 })
})

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openOperators } from '#local/device/operators.ts'
import type { Actor } from '#local/pos/till-inputs.types.ts'
import { minor } from '#shared/kernel/money.ts'
import { shiftReportEndpoint, type Transaction, transactionReport } from '#shared/pos/pos-report.contract.ts'
import type { Sale } from '#shared/pos/sale.contract.ts'
import { deviceList } from '#shared/sync/device-health.contract.ts'
import type { Fault } from '#tests/support/devices/faulty-network.ts'
import type { BoxTab, TillBox } from '#tests/support/pos/till-box.ts'
import { saleOf } from '#tests/support/pos/till-kit.ts'
import { call } from '#tests/support/server.ts'
import { facts } from '#tests/support/upgrade/recording.ts'
import { signInRecorded } from '#tests/support/upgrade/upgraded-box.ts'
import { openUpgradedWorld, type UpgradedWorld } from '#tests/support/upgrade/upgraded-world.ts'

const unsentKinds = [
  'pos.sale',
  'pos.sale',
  'pos.sale',
  'pos.sale',
  'pos.voidSale',
  'pos.moveCash',
  'pos.closeShift',
  'pos.openShift',
  'pos.sale',
  'pos.sale',
  'face.decide',
  'face.attend',
  'face.enrol',
]
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
const receiptOf = (no: number) => `A-01-1-${String(no).padStart(6, '0')}`

/** A whole server is restored and asked: late on a busy machine, and no sooner right. */
const timeout = 120_000

const scenarios: [string, Fault[]][] = [
  ['arrives', []],
  ['meets a lost answer', ['lose-answer']],
]

describe.each(scenarios)('what a till of 682d00ec had not sent, when its first batch %s', { timeout }, (_, faults) => {
  let world: UpgradedWorld
  let box: TillBox
  let tab: BoxTab
  let unsent: string[]
  beforeAll(async () => {
    world = await openUpgradedWorld()
    world.network.offline = true
    box = await world.openTill()
    tab = await box.openTab()
  }, timeout)
  afterAll(() => world.close())

  const actor: Actor = { userId: facts.device.operatorId, roles: ['operator'] }
  const till = () => {
    if (!tab.till) throw new Error('no till is open')
    return tab.till
  }
  const counts = () => tab.device.store.counts()
  const ask = async (to: Parameters<typeof call>[2], input: unknown) =>
    (await call(world.box.app, await signInRecorded(world.box, 'supervisor'), to, input)).body
  const shiftOnServer = async (shiftId: string) =>
    shiftReportEndpoint.reply.parse(await ask(shiftReportEndpoint, { shiftId }))
  const deviceOnServer = async () => deviceList.reply.parse(await ask(deviceList, {})).devices[0]
  const salesOnServer = async () => {
    const { transactions } = transactionReport.reply.parse(await ask(transactionReport, {}))
    return transactions.filter(({ kind }: Transaction) => kind === 'sale').toReversed()
  }
  const serverOps = async () => {
    const { rows } = await world.box.db.owner.execute<{ op_id: string; seq: number; outcome: string; flags: string[] }>(
      sql`select op_id, seq, outcome, flags from sync_ops where device_id = ${facts.device.deviceId} order by seq`,
    )
    return rows
  }

  it('is all on its list, with the shift that is open and the one before', async () => {
    expect(await counts()).toMatchObject({ pending: 13, attention: 0, pendingMinor: 3950 })
    const open = await tab.device.store.open(100)
    expect(open.map(({ kind }) => kind)).toEqual(unsentKinds)
    unsent = open.map(({ opId }) => opId)
    const sales = open.filter(({ kind }) => kind === 'pos.sale').map(({ body }) => body as Sale)
    expect(sales.map(({ id, receiptNo, totals: { total } }) => ({ id, receiptNo, total }))).toEqual(facts.sales)
    expect(till().shift?.open).toMatchObject({ id: facts.device.openShiftId, no: 3 })
    expect(till().shift?.sales.map(({ receiptNo }) => receiptNo)).toEqual([receiptOf(12), receiptOf(13)])
    expect(till().lastClosed?.shift.open.id).toBe(facts.device.closedShiftId)
    expect(till().catalogue.items.length).toBeGreaterThan(100)
  })

  it('belongs to the operator whom the device knows by a PIN', async () => {
    const { store, contact, options } = tab.device
    const { clock, random } = options.surroundings
    const operators = openOperators({ store, identity: box.identity, clock, random, lastContactMs: contact.lastMs })
    const { operatorId, pin } = facts.device
    expect((await operators.list()).map(({ userId, usable }) => [userId, usable])).toEqual([[operatorId, true]])
    expect((await operators.signIn(operatorId, pin)).userName).toBe('operator1')
  })

  it('comes to the upgraded server, each exactly once', async () => {
    world.batches.length = 0
    world.network.offline = false
    world.network.expect(...faults)
    tab.sender.sendNow()
    await world.untilSo(async () => (await counts()).pending === 0)
    expect(await counts()).toMatchObject({ pending: 0, attention: 1, pendingMinor: 0 })
    expect(world.batches).toEqual(faults.length > 0 ? [unsent, unsent] : [unsent])
    const ops = await serverOps()
    expect(ops.map(({ seq }) => seq)).toEqual(numbers(29))
    expect(ops.slice(16).map((op) => op.op_id)).toEqual(unsent)
    expect(ops.filter(({ flags }) => flags.includes('broken-chain'))).toEqual([])
    expect(ops.filter(({ outcome }) => outcome !== 'applied').map(({ seq, outcome }) => [seq, outcome])).toEqual([
      [27, 'invalid'],
    ])
    const sales = await salesOnServer()
    expect(sales.map(({ receiptNo }) => receiptNo)).toEqual(numbers(13).map(receiptOf))
    const late = sales.slice(7).map(({ id, receiptNo, amount }) => ({ id, receiptNo, total: amount }))
    expect(late).toEqual(facts.sales)
    expect(sales.filter(({ voided }) => voided).map(({ receiptNo }) => receiptNo)).toEqual([
      receiptOf(4),
      receiptOf(11),
    ])
  })

  it('keeps for a person what no build has ever taken', async () => {
    const open = await tab.device.store.open(100)
    expect(open.map(({ seq, kind, state, lastError }) => [seq, kind, state, lastError])).toEqual([
      [27, 'face.decide', 'attention', 'sync.invalid'],
    ])
  })

  it('closes the shift with the report that was printed, and raises no alert', async () => {
    const closed = await shiftOnServer(facts.device.closedShiftId)
    expect([closed.closed, closed.missingReceipts]).toEqual([true, []])
    expect(closed.report).toEqual(till().closedReport())
    const open = await shiftOnServer(facts.device.openShiftId)
    expect([open.closed, open.report.salesCount, open.missingReceipts]).toEqual([false, 2, []])
    // What the device still holds it says when it asks for what is new.
    await world.untilSo(async () => (await deviceOnServer())?.unsentCount === 0)
    expect(await deviceOnServer()).toMatchObject({ alerts: [], missing: [] })
  })

  it('is not sent a second time', async () => {
    const [batches, ops] = [world.batches.length, await serverOps()]
    tab.sender.sendNow()
    const asked = world.network.served()
    await world.untilSo(() => world.network.served() > asked)
    await world.time.advance(300_000)
    expect(world.batches).toHaveLength(batches)
    expect(await serverOps()).toEqual(ops)
  })

  it('is followed by the next receipt and the next shift, without a gap', async () => {
    const sold = await till().completeSale(saleOf(till()), actor)
    expect(sold).toMatchObject({ receiptNo: receiptOf(14), receiptSeq: 14, shiftId: facts.device.openShiftId })
    await till().closeShift({ countedCash: till().report().expectedCash }, actor)
    expect(await till().openShift({ floatAmount: minor(5000) }, actor)).toMatchObject({ no: 4, epoch: 1 })
    await world.untilSo(async () => (await counts()).pending === 0)
    expect((await serverOps()).map(({ seq }) => seq)).toEqual(numbers(32))
    expect((await salesOnServer()).map(({ receiptNo }) => receiptNo)).toEqual(numbers(14).map(receiptOf))
    expect((await shiftOnServer(facts.device.openShiftId)).missingReceipts).toEqual([])
  })
})

import 'fake-indexeddb/auto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { posReport } from '#server/features/pos/pos.service.ts'
import { draftExchange } from '#local/pos/refunds/exchange.ts'
import type { Actor } from '#local/pos/till-inputs.types.ts'
import type { Till } from '#local/pos/till.types.ts'
import { deviceOutboxName, OutboxDb, type StoredOp } from '#local/storage/outbox-db.ts'
import { operationHash } from '#shared/kernel/chain.ts'
import { minor, sum } from '#shared/kernel/money.ts'
import { dayMs } from '#shared/kernel/time.ts'
import { cashTender } from '#shared/pos/tender.rules.ts'
import { type OutboxWorld, type OutboxYard, openOutboxYard } from '#tests/support/devices/outbox-yard.ts'
import { saleOf } from '#tests/support/pos/till-kit.ts'

const timeout = 120_000
let yard: OutboxYard
beforeAll(async () => {
  yard = await openOutboxYard()
}, timeout)
afterAll(() => yard.close())

/** What a body of the first version of each kind does not have; the Z of its close names no counts. */
const laterFields: Readonly<Record<string, readonly string[]>> = {
  'pos.openShift': ['piles', 'carried'],
  'pos.sale': ['judged', 'removed', 'approvals', 'exchangeOf', 'face'],
  'pos.voidSale': ['approval', 'afterMs'],
  'pos.moveCash': ['approval', 'witness', 'bag'],
  'pos.refund': ['withoutSale', 'exchangeSaleId'],
  'pos.closeShift': ['counts', 'left', 'bag', 'reportHash'],
}

/** Writes what the outbox has not sent as releases of two months ago did: sales of versions 1 and 2 in turn, all others of version 1. */
async function makeOld(world: OutboxWorld, z: unknown): Promise<void> {
  const code = world.box.tabs[0]?.device.options.schoolCode ?? expect.fail('no page is open')
  const [sent, unsent] = [await world.ops(), [] as StoredOp[]]
  let [lastHash, sales] = [sent.findLast(({ state }) => state === 'acked')?.hash ?? '', 0]
  for (const { isSealed: _, ...op } of sent.filter(({ state }) => state === 'pending')) {
    const body = Object.fromEntries(
      Object.entries(op.body as object).filter(([name]) => !laterFields[op.kind]?.includes(name)),
    )
    if (op.kind === 'pos.closeShift') body['report'] = z
    if (op.kind === 'pos.sale') sales += 1
    const old = { ...op, body, v: op.kind === 'pos.sale' ? 2 - (sales % 2) : 1, prevHash: lastHash }
    lastHash = operationHash(old)
    unsent.push({ ...old, hash: lastHash })
  }
  world.box.close()
  const db = new OutboxDb(deviceOutboxName(code))
  await db.ops.bulkPut(unsent)
  await db.streams.update(`till/${world.box.identity.deviceId}`, { lastHash })
  db.close()
}

/** Takes all of a sale back, and the first item `qty` times in its place. */
function exchangeOf(till: Till, receiptNo: string, qty: number) {
  const sale = till.refundable(receiptNo) ?? expect.fail('no such sale')
  const wishes = sale.sale.lines.map(({ id, qtyMilli }) => ({ saleLineId: id, qtyMilli, goods: 'back' as const }))
  const refund = { id: till.newId(), sale, wishes, toAccount: false, reason: 'wrong size' }
  const input = saleOf(till, { qty })
  const { total } = till.priceCart(input.cart).totals
  const businessDay = till.shift?.open.businessDay ?? expect.fail('no shift')
  const { carried } = draftExchange({ refund, saleId: input.saleId, total, businessDay }, 25)
  const due = total - sum(carried.map((t) => t.amount))
  const rest = due > 0 ? cashTender(till.newId(), due, Math.ceil(due / 25) * 25, 25) : undefined
  return { ...input, tenders: rest ? [rest] : [], refund }
}

/** A day at the till with every kind of entry that the first releases knew. */
async function workForADay(till: Till, actor: Actor, pupil: string): Promise<void> {
  const customerId = till.customer(pupil)?.id ?? expect.fail('no such pupil')
  const lead: Actor = { ...actor, roles: ['supervisor'] }
  await till.openShift({ floatAmount: minor(5000) }, actor)
  const sold = [
    await till.completeSale(saleOf(till, { qty: 2 }), actor),
    await till.completeSale(saleOf(till, { by: 'account', customerId }), actor),
    await till.completeSale(saleOf(till), actor),
    await till.completeSale(saleOf(till), actor),
  ]
  const [first, second, third, fourth] = sold
  if (!first || !second || !third || !fourth) throw new Error('nothing sold')
  await till.voidSale({ saleId: third.id, reason: 'wrong' }, lead)
  await till.moveCash({ id: till.newId(), kind: 'paid-out', amount: minor(300), reason: 'ice' }, lead)
  await till.topUp({ id: till.newId(), customerId, amount: minor(2000) }, lead)
  await till.recordDrawer({ cause: 'print', ref: first.id }, actor)
  const wishes = second.lines.map(({ id, qtyMilli }) => ({ saleLineId: id, qtyMilli, goods: 'back' as const }))
  const sale = till.refundable(second.receiptNo) ?? expect.fail('no such sale')
  await till.refund({ id: till.newId(), sale, wishes, toAccount: false, reason: 'cold' }, lead)
  await till.exchange(exchangeOf(till, fourth.receiptNo, 2), lead)
}

it(
  'POS-104: a device that was off for 60 days opens with bodies of the first versions and hands all of them over, once and in order',
  async () => {
    const world = await yard.openWorld()
    const pageOf = () => world.box.tabs[0]?.till ?? expect.fail('no till is open')
    world.network.offline = true
    await world.sell({ by: 'cash' })
    const before = pageOf()
    await before.closeShift({ countedCash: before.report().expectedCash }, world.actor)
    const { close: _, ...z } = before.closedReport() ?? expect.fail('no shift was closed')
    const [pupil] = await world.rows<{ id: string }>(sql`
      select c.id from customers c join devices d on d.school_id = c.school_id
      where d.id = ${world.box.identity.deviceId} order by c.admission_no limit 1`)
    await workForADay(before, world.actor, pupil?.id ?? '')
    const x = before.report()
    await makeOld(world, z)
    await world.world.time.advance(60 * dayMs)

    await world.box.openTab()
    const kept = (await world.ops()).filter(({ state }) => state === 'pending')
    const kinds = kept.map(({ kind, v }) => `${kind.slice(4)} ${v}`)
    expect(kinds).toEqual([
      'sale 1',
      'closeShift 1',
      'openShift 1',
      'sale 2',
      'sale 1',
      'sale 2',
      'sale 1',
      'voidSale 1',
      'moveCash 1',
      'topUp 1',
      'drawer 1',
      'refund 1',
      'exchange 1',
    ])
    expect([pageOf().report(), pageOf().closedReport()]).toEqual([x, z])
    await world.settle()

    const received = await world.rows<{ seq: number; kind: string; outcome: string; flags: string[] }>(sql`
      select seq, kind, outcome, flags from sync_ops where device_id = ${world.box.identity.deviceId} order by seq`)
    expect(received.map(({ seq }) => seq)).toEqual(received.map((_, n) => n + 1))
    expect(received.filter(({ outcome }) => outcome !== 'applied')).toEqual([])
    expect(received.flatMap(({ flags }) => flags)).toEqual([])
    const reportOf = (shift = pageOf().shift) =>
      world.inSchool((tx, schoolId) => posReport(tx, schoolId, shift?.open.id ?? expect.fail('no shift')))
    expect((await reportOf()).report).toEqual(x)
    expect((await reportOf(pageOf().lastClosed?.shift)).report).toEqual(z)
    const balance = pageOf().account(pupil?.id ?? '')
    expect(balance).toMatchObject({ balance: 102_000, pending: 0 })
    // What comes next has the next numbers.
    await world.sell({ by: 'cash' })
    await world.settle()
    expect((await world.counts()).attention).toBe(0)
  },
  timeout,
)

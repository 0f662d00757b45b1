import 'fake-indexeddb/auto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeSetAside } from '#local/outbox/close-set-aside.ts'
import { posReport } from '#server/features/pos/pos.service.ts'
import type { OpId, ShiftId } from '#shared/kernel/ids.ts'
import { minor } from '#shared/kernel/money.ts'
import type { Sale } from '#shared/pos/sale.contract.ts'
import { type OutboxWorld, type OutboxYard, openOutboxYard } from '#tests/support/devices/outbox-yard.ts'

let yard: OutboxYard
beforeAll(async () => {
  yard = await openOutboxYard()
})
afterAll(() => yard.close())

const tabOf = (world: OutboxWorld) => {
  const [tab] = world.box.tabs
  if (!tab?.till) throw new Error('no till is open')
  return { ...tab, till: tab.till }
}

/** One sale that the way to the server refuses, on and on, until it is set aside. */
async function setAsideSale(world: OutboxWorld, by: 'cash' | 'account' = 'account'): Promise<string> {
  world.network.offline = true
  await world.sell({ by })
  const opId = world.saved().at(-1) ?? ''
  world.network.refusedText = opId
  world.network.offline = false
  tabOf(world).sender.sendNow()
  await world.untilSo(async () => (await world.counts()).attention === 1, 5000)
  return opId
}

async function close(world: OutboxWorld, opId: string, reason = 'rung up twice') {
  const { store, options } = tabOf(world).device
  await store.markExported([opId], 1)
  const user = { ...world.actor, authority: ['supervisor' as const] }
  await closeSetAside(store, options.surroundings.clock, { opId, reason, user })
  options.surroundings.channel.post({ type: 'ops-added' })
}

const device = (world: OutboxWorld) => world.box.identity.deviceId
const onServer = async (world: OutboxWorld) =>
  (await world.rows<{ id: string }>(sql`select op_id as id from sync_ops where device_id = ${device(world)}`)).map(
    ({ id }) => id,
  )
const kept = (world: OutboxWorld) =>
  world.rows<{ outcome: string; reason: string | null; corrected: string | null }>(sql`
    select outcome, raw->'closed'->>'reason' as reason, raw->'closed'->>'correctedBy' as corrected
    from sync_quarantine where device_id = ${device(world)} order by received_at, outcome`)
const edge = async (world: OutboxWorld) =>
  (
    await world.rows<{ received: number; pending: number; next: number }>(sql`
      select s.last_seq as received, (t.value->>'pending')::int as pending, (t.value->>'nextSeq')::int as next
      from sync_streams s join sync_installs i on i.device_id = s.device_id
      cross join lateral jsonb_each(i.tails) t where s.device_id = ${device(world)}`)
  )[0]
const balances = (world: OutboxWorld) =>
  world.rows<{ id: string; balance: number }>(sql`
    select customer_id as id, balance::int as balance from account_balances
    where school_id = (select school_id from devices where id = ${device(world)}) order by 1`)

/** The screen and the server say the same of every account, and of the shift. */
async function expectAgreement(world: OutboxWorld) {
  const { till } = tabOf(world)
  for (const { id, balance } of await balances(world)) expect(till.account(id).balance).toBe(balance)
  const [sold] = await world.rows<{ count: number; total: number }>(sql`
    select count(*)::int as count, coalesce(sum(total), 0)::int as total from sales
    where shift_id = ${till.shift?.open.id}`)
  expect([till.report().salesCount, till.report().total]).toEqual([sold?.count, sold?.total])
}

describe('an operation that was set aside', () => {
  it('is entered again: the server has the new one, knows of the old one, and nothing waits', async () => {
    const world = await yard.openWorld()
    const old = await setAsideSale(world)
    const { till } = tabOf(world)
    expect(till.report().salesCount).toBe(1)
    await world.sell({ by: 'account', qty: 2, corrects: old })
    const fresh = world.saved().at(-1) ?? ''
    expect(till.report().salesCount).toBe(1)
    expect(till.setAside(old)).toBeUndefined()
    await world.settle()
    expect(await world.counts()).toMatchObject({ pending: 0, attention: 0, pendingMinor: 0, oldestAtMs: null })
    const there = await onServer(world)
    expect([there.includes(fresh), there.includes(old)]).toEqual([true, false])
    expect(await kept(world)).toEqual([
      { outcome: 'closed', reason: '', corrected: fresh },
      { outcome: 'withheld', reason: '', corrected: fresh },
    ])
    const flags = await world.rows<{ code: string }>(sql`select code from pos_exceptions where op_id = ${fresh}`)
    expect(flags).toEqual([{ code: 'entered-again' }])
    await expectAgreement(world)
    await world.restart()
    await world.settle()
    await expectAgreement(world)
  })

  it('is closed although nothing follows it: the server hears of it with its reason, and waits for no number', async () => {
    const world = await yard.openWorld()
    await world.sell({ by: 'cash' })
    const old = await setAsideSale(world)
    await close(world, old)
    await world.settle()
    expect(await edge(world)).toMatchObject({ pending: 0 })
    const { received = 0, next = 0 } = (await edge(world)) ?? {}
    expect(received).toBe(next - 1)
    expect((await kept(world)).map((row) => [row.outcome, row.reason])).toEqual([
      ['closed', 'rung up twice'],
      ['withheld', 'rung up twice'],
    ])
    await expectAgreement(world)
    await world.sell({ by: 'account' })
    await world.settle()
    expect(await onServer(world)).not.toContain(old)
    await expectAgreement(world)
  })

  it('is closed without a network, behind others that wait, and is declared when their turn has come', async () => {
    const world = await yard.openWorld()
    const old = await setAsideSale(world)
    world.network.offline = true
    await close(world, old)
    await world.sell({ by: 'cash' })
    const tell = async () => (await world.ops()).find(({ opId }) => opId === old)?.isClosingTold
    expect(await tell()).toBe(false)
    await world.restart()
    await world.settle()
    expect(await tell()).toBe(true)
    await expectAgreement(world)
  })

  it('lets others go on when the way there refuses the very words of the closing', async () => {
    const world = await yard.openWorld()
    const old = await setAsideSale(world)
    await close(world, old, 'drop table sales')
    world.network.refusedText = 'drop table'
    await world.sell({ by: 'cash' })
    await world.untilSo(async () => (await world.counts()).pending === 0 && (await kept(world)).length > 0)
    expect(await world.counts()).toMatchObject({ attention: 0 })
    expect((await kept(world)).map((row) => row.outcome)).toEqual(['withheld'])
    await world.settle()
    await world.untilSo(async () => (await kept(world)).length === 2)
    expect((await kept(world)).map((row) => row.outcome).toSorted()).toEqual(['closed', 'withheld'])
  })

  it('that the server has refused is entered again as well: a movement of cash', async () => {
    const world = await yard.openWorld()
    const { till } = tabOf(world)
    const id = till.newId()
    await till.moveCash({ id, kind: 'paid-in', amount: minor(500), reason: ' ' }, world.actor)
    await world.untilSo(() => till.setAside(id) !== undefined)
    expect(till.setAside(id)).toMatchObject({ kind: 'pos.moveCash', body: { amount: 500 } })
    const expected = till.report().expectedCash
    const fresh = till.newId()
    const again = { id: fresh, kind: 'paid-in', amount: minor(500), reason: 'change', corrects: id as OpId } as const
    await till.moveCash(again, world.actor)
    expect(till.report().expectedCash).toBe(expected)
    await world.settle()
    expect(await world.counts()).toMatchObject({ pending: 0, attention: 0 })
    expect((await kept(world)).filter(({ outcome }) => outcome === 'closed')).toEqual([
      { outcome: 'closed', reason: '', corrected: fresh },
    ])
    const moved = await world.rows<{ amount: number }>(sql`
      select amount::int as amount from cash_movements where shift_id = ${till.shift?.open.id}`)
    expect(moved).toEqual([{ amount: 500 }])
  })

  it('T28: is named on the list, counted in the Z, and on the server as soon as it is let through', async () => {
    const world = await yard.openWorld()
    await world.sell({ by: 'cash' })
    const refused = await setAsideSale(world, 'cash')
    await world.restart()
    const { till, device: page } = tabOf(world)
    const [sale] = await page.store.open(1)
    // Something on the way refuses this sale, and not the word that its number is kept back.
    world.network.refusedText = (sale?.body as Sale | undefined)?.tenders[0]?.id
    const shiftId = till.shift?.open.id as ShiftId
    await world.closeShift()
    await world.untilSo(async () => (await world.counts()).pending === 0)
    const printed = till.closedReport()
    expect(printed).toMatchObject({ salesCount: 2, lastReceipt: sale?.label })
    expect(await page.store.open(9)).toMatchObject([{ opId: refused, state: 'attention', body: { receiptSeq: 2 } }])
    const own = () => world.inSchool((tx, schoolId) => posReport(tx, schoolId, shiftId))
    // The server does not have it, says so at the closing, and knows which number is kept back.
    expect([(await own()).report.salesCount, await onServer(world)]).toEqual([1, expect.not.arrayContaining([refused])])
    expect(await world.rows(sql`select code from pos_exceptions where shift_id = ${shiftId}`)).toEqual([
      { code: 'z-differs' },
    ])
    expect((await kept(world)).map((row) => row.outcome)).toEqual(['withheld'])
    world.network.heal()
    await page.store.retrySetAside()
    await world.settle()
    expect((await own()).report).toEqual(printed)
    expect(await world.counts()).toMatchObject({ pending: 0, attention: 0 })
  })
})

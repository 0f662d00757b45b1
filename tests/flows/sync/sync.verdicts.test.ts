import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { commandHandlers } from '#server/commands.ts'
import { ledgerFaults } from '#server/features/pos/accounts/ledger.service.ts'
import { sales } from '#server/features/pos/pos.table.ts'
import { deviceAlerts } from '#server/features/sync/devices/device.table.ts'
import type { CommandHandlers } from '#server/features/sync/ingest/command.service.ts'
import { syncOps, syncQuarantine, syncStreams } from '#server/features/sync/ingest/sync.table.ts'
import { operationHash } from '#shared/kernel/chain.ts'
import type { Operation, Verdict } from '#shared/sync/sync.contract.ts'
import { engines } from '#tests/support/database.ts'
import { type Canteen, hand, openCanteen, pairDevice } from '#tests/support/pos/canteen.ts'
import { TillOps } from '#tests/support/pos/till-ops.ts'
import { type Box, openBox } from '#tests/support/server.ts'

const outcomes = (results: readonly Verdict[]) => results.map((r) => r.outcome)
const rehashed = (op: Operation, change: Partial<Operation>): Operation => {
  const changed = { ...op, ...change }
  return { ...changed, hash: operationHash(changed) }
}

describe.each(engines)('a batch on %s', (engine) => {
  let box: Box
  let canteen: Canteen
  let till: TillOps

  beforeAll(async () => {
    box = await openBox(engine)
    canteen = await openCanteen(box, 'alnoor')
  })
  beforeEach(async () => {
    till = new TillOps(await pairDevice(canteen))
  })
  afterAll(() => box.close())

  const push = (ops: readonly unknown[], more: Parameters<TillOps['batch']>[1] = {}, handlers?: CommandHandlers) =>
    hand(till.device, till.batch(ops, more), handlers)
  const inTenant = <T>(read: Parameters<Box['db']['database']['tenant']>[1]) =>
    box.db.database.tenant(canteen.school.schoolId, read) as Promise<T>
  const salesOf = (t: TillOps) =>
    inTenant<number>((tx) => tx.$count(sales, eq(sales.tillId, t.device.ctx.device.tillId)))
  const quarantined = () =>
    box.db.owner
      .select()
      .from(syncQuarantine)
      .where(eq(syncQuarantine.deviceId, till.device.tablet.deviceId))
      .orderBy(syncQuarantine.id)

  const alerts = () =>
    box.db.owner.select().from(deviceAlerts).where(eq(deviceAlerts.deviceId, till.device.tablet.deviceId))

  it('is applied, operation by operation, with how far each stream has come', async () => {
    const batch = till.batch([
      till.openShift(),
      till.sale(),
      till.moveCash('drop', 500),
      till.voidSale(),
      till.closeShift(),
    ])
    const reply = await hand(till.device, batch)
    expect(outcomes(reply.results)).toEqual(Array(5).fill('applied'))
    expect(reply.results.flatMap((r) => r.flags)).toEqual([])
    expect(reply).toMatchObject({ batchId: batch.batchId, minProtocol: 1, received: { [till.stream]: 5 } })
  })

  it('whose answer got lost is answered again with the verdicts of the first time', async () => {
    const [customerId] = canteen.customers
    if (!customerId) throw new Error('no customer')
    const ops = [till.openShift(), till.sale({ pay: [{ kind: 'account', customerId }] }), till.sale(), till.sale()]
    const first = await push(ops)
    const again = await push(ops)
    expect(outcomes(again.results)).toEqual(Array(4).fill('duplicate'))
    const said = (results: readonly Verdict[]) =>
      results.map(({ opId, flags, serverVersion }) => ({ opId, flags, serverVersion }))
    expect(said(again.results)).toEqual(said(first.results))
    expect(first.results[1]?.serverVersion).toBeGreaterThan(1)
    expect(await salesOf(till)).toBe(3)
    // Half of it known, half of it new: also in one run.
    const mixed = await push([...ops.slice(1), till.sale(), till.sale()])
    expect(outcomes(mixed.results)).toEqual(['duplicate', 'duplicate', 'duplicate', 'applied', 'applied'])
    expect(await inTenant(ledgerFaults)).toEqual([])
  })

  it('that is replayed, or comes from a stale sender, is refused whole', async () => {
    const batch = till.batch([till.openShift()])
    await hand(till.device, batch)
    const next = till.sale()
    await expect(hand(till.device, { ...batch, ops: [next] })).rejects.toMatchObject({
      messageId: 'sync.replayed',
    })
    await hand(till.device, till.batch([], { fence: { epoch: 3, no: 1 } }))
    const stale = till.batch([next], { fence: { epoch: 2, no: 99 } })
    await expect(hand(till.device, stale)).rejects.toMatchObject({ messageId: 'sync.replayed' })
    expect(await salesOf(till)).toBe(0)
    await expect(hand(till.device, till.batch([], { fence: { epoch: 2 ** 31, no: 1 } }))).rejects.toMatchObject({
      messageId: 'request.invalid',
    })
    expect(outcomes((await push([next], { fence: { epoch: 3, no: 2 } })).results)).toEqual(['applied'])
  })

  it('in the name of another device is refused, and so is a stream of another', async () => {
    const other = new TillOps(await pairDevice(canteen))
    await expect(push([till.openShift()], { deviceId: other.device.tablet.deviceId })).rejects.toMatchObject({
      messageId: 'sync.forbidden',
    })
    const { results } = await push([other.openShift()])
    expect(results).toMatchObject([{ outcome: 'forbidden', messageId: 'sync.forbidden' }])
    expect(await quarantined()).toMatchObject([{ outcome: 'forbidden' }])
    expect(await box.db.owner.$count(syncStreams, eq(syncStreams.stream, other.stream))).toBe(0)
  })

  it.each([
    ['no shape', () => ({ opId: 'x', nonsense: true }), 'x'],
    ['nothing', () => null, ''],
    ['another content than its hash', (op: Operation) => ({ ...op, kind: 'pos.moveCash' }), undefined],
    ['a fraction', (op: Operation) => ({ ...op, body: { total: 0.1 } }), undefined],
    ['too many bytes', (op: Operation) => rehashed(op, { body: { note: 'ج'.repeat(33_000) } }), undefined],
    ['a number beyond counting', (op: Operation) => rehashed(op, { seq: 2 ** 40 }), undefined],
  ])('keeps an operation of %s aside, once, and does not count its number', async (_, spoil, opId) => {
    await push([till.openShift()])
    const good = till.sale()
    const bad = spoil(good)
    expect((await push([bad])).results).toMatchObject([{ opId: opId ?? good.opId, outcome: 'invalid' }])
    const again = await push([bad])
    expect(outcomes(again.results)).toEqual(['invalid'])
    expect(again.received).toEqual({ [till.stream]: 1 })
    expect(await quarantined()).toHaveLength(1)
    expect(outcomes((await push([good])).results)).toEqual(['applied'])
  })

  it.each([
    ['with a body that does not fit', (t: TillOps) => t.op('pos.sale', { total: 'free' })],
    [
      'with a body that no table can hold',
      (t: TillOps) => t.op('pos.sale', t.makeSale({ change: { receiptSeq: 2 ** 40 } })),
    ],
    ['with amounts beyond counting', (t: TillOps) => hugeAccountSale(t)],
  ])('stores an operation %s whole, as invalid, and the stream goes on', async (_, make) => {
    await push([till.openShift()])
    const strange = make(till)
    const { results, received } = await push([strange, till.sale()])
    expect(outcomes(results)).toEqual(['invalid', 'applied'])
    expect(received).toEqual({ [till.stream]: 3 })
    const [stored] = await box.db.owner.select().from(syncOps).where(eq(syncOps.opId, strange.opId))
    expect(stored).toMatchObject({ outcome: 'invalid', messageId: 'sync.invalid', envelope: { ...strange } })
    // Said again, it is not acknowledged as applied.
    expect(outcomes((await push([strange])).results)).toEqual(['invalid'])
  })

  const hugeAccountSale = (t: TillOps) => {
    const [customerId] = canteen.customers
    if (!customerId) throw new Error('no customer')
    const sale = t.makeSale({ pay: [{ kind: 'account', customerId }] })
    const tenders = [1, 2].map(() => ({ ...sale.tenders[0], id: t.newId(), amount: Number.MAX_SAFE_INTEGER }))
    return t.op('pos.sale', { ...sale, tenders })
  }

  it.each([0, 50, 99])('T18: a poisoned operation at place %i of 100 takes none of the others along', async (place) => {
    await push([till.openShift()])
    const ops: unknown[] = []
    for (let n = 0; n < 100; n += 1) ops.push(n === place ? till.op('pos.sale', { poison: true }) : till.sale())
    const { results } = await push(ops)
    expect(results.filter((r) => r.outcome === 'applied')).toHaveLength(99)
    expect(results[place]?.outcome).toBe('invalid')
    expect(await salesOf(till)).toBe(99)
  })

  it('with a number left out says which one it waits for, and stores nothing behind it', async () => {
    const [open, first, second, third] = [till.openShift(), till.sale(), till.sale(), till.sale()]
    const { results, received } = await push([open, second, third])
    expect(results.slice(1)).toMatchObject([
      { outcome: 'gap', expectedSeq: 2 },
      { outcome: 'gap', expectedSeq: 2 },
    ])
    expect(received).toEqual({ [till.stream]: 1 })
    expect(outcomes((await push([first, second, third])).results)).toEqual(['applied', 'applied', 'applied'])
  })

  it('with a link that does not fit is taken in, flagged, and staff hear of it', async () => {
    const open = till.openShift()
    till.lastHash = 'f'.repeat(64)
    const { results } = await push([open, till.sale(), till.sale()])
    expect(results.map((r) => [r.outcome, r.flags])).toEqual([
      ['applied', []],
      ['applied', ['broken-chain']],
      ['applied', []],
    ])
    expect(await alerts()).toMatchObject([{ kind: 'broken-chain', count: 1, stream: null }])
  })

  it('T11 F11: with another content under a known id or number keeps both, and applies the first alone', async () => {
    const open = till.openShift()
    const sale = till.sale()
    await push([open, sale])
    const sameId = rehashed(sale, { body: { ...(sale.body as object), receiptNo: 'other' } })
    const sameNumber = rehashed(sale, { opId: till.sale().opId })
    expect(outcomes((await push([sameId, sameNumber])).results)).toEqual(['id_conflict', 'id_conflict'])
    await push([sameId])
    expect((await quarantined()).map((q) => q.outcome)).toEqual(['id_conflict', 'id_conflict'])
    expect(await salesOf(till)).toBe(1)
  })

  it('with an id that another device has used is a conflict, however it is numbered', async () => {
    const other = new TillOps(await pairDevice(canteen))
    const open = other.openShift()
    await hand(other.device, other.batch([open]))
    const { results } = await push([rehashed(till.openShift(), { opId: open.opId })])
    expect(outcomes(results)).toEqual(['id_conflict'])
  })

  it('goes on behind numbers that are declared missing, and takes them when they come after all', async () => {
    const [open, kept, next] = [till.openShift(), till.sale(), till.sale()]
    const hole = {
      stream: till.stream,
      from: 2,
      to: 2,
      lastHash: kept.hash,
      reason: 'withheld' as const,
      opIds: [kept.opId],
    }
    await push([open])
    const far = { ...hole, from: 5, to: 9 }
    const foreign = { ...hole, stream: `till/${till.newId()}` }
    const reply = await push([next], { holes: [far, foreign, hole] })
    expect([outcomes(reply.results), reply.received]).toEqual([['applied'], { [till.stream]: 3 }])
    expect(reply.results[0]?.flags).toEqual([])
    await push([], { holes: [hole] })
    expect(await quarantined()).toMatchObject([{ outcome: 'withheld', raw: { from: 2, to: 2 } }])
    const late = await push([kept])
    expect([late.results[0]?.outcome, late.results[0]?.flags, late.received]).toEqual([
      'applied',
      ['late'],
      reply.received,
    ])
    expect(outcomes((await push([kept])).results)).toEqual(['duplicate'])
    expect(outcomes((await push([rehashed(kept, { opId: till.sale().opId })])).results)).toEqual(['id_conflict'])
  })

  it('waits with an operation that the server itself fails on, behind it too, and takes it when the server is well', async () => {
    const fails = new Set<string>()
    const broken: CommandHandlers = {
      ...commandHandlers,
      'pos.sale': {
        inRuns: true,
        apply: (tx, ctx, ops) => {
          if (ops.some((op) => fails.has(op.opId))) throw new Error('a mistake of ours')
          return commandHandlers['pos.sale'].apply(tx, ctx, ops)
        },
      },
    }
    const ops = [till.openShift(), till.sale(), till.sale(), till.sale()]
    fails.add(ops[2]?.opId ?? '')
    const { results, received } = await push(ops, {}, broken)
    expect(outcomes(results)).toEqual(['applied', 'applied', 'deferred', 'gap'])
    expect(received).toEqual({ [till.stream]: 2 })
    // Whole with us too, and staff hear of it once, however often it comes.
    await push(ops, {}, broken)
    expect(await quarantined()).toMatchObject([
      { outcome: 'rejected', messageId: 'server.failed', opId: ops[2]?.opId, raw: ops[2] },
    ])
    expect(await alerts()).toMatchObject([{ kind: 'stuck-operations', count: 1, fromSeq: 3, toSeq: 3 }])
    expect(box.log.filter((l) => l.message === 'operation not taken in')).not.toEqual([])
    expect(outcomes((await push(ops)).results)).toEqual(['duplicate', 'duplicate', 'applied', 'applied'])
  })

  it('comes again whole while the database is away', async () => {
    const away: CommandHandlers = {
      ...commandHandlers,
      'pos.sale': { inRuns: true, apply: () => Promise.reject(Object.assign(new Error('gone'), { code: '57P01' })) },
    }
    const ops = [till.openShift(), till.sale(), till.sale()]
    await expect(push(ops, {}, away)).rejects.toMatchObject({ code: '57P01' })
    expect(outcomes((await push(ops)).results)).toEqual(['duplicate', 'applied', 'applied'])
  })
})

import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandHandlers } from '#server/commands.ts'
import { ledgerFaults } from '#server/features/pos/accounts/ledger.service.ts'
import { sales } from '#server/features/pos/pos.table.ts'
import type { CommandHandlers } from '#server/features/sync/ingest/command.service.ts'
import { syncOps } from '#server/features/sync/ingest/sync.table.ts'
import { CustomerId } from '#shared/kernel/fields.ts'
import type { Operation, Verdict } from '#shared/sync/sync.contract.ts'
import { engines } from '#tests/support/database.ts'
import { type Canteen, hand, openCanteen, type PairedDevice, pairDevice } from '#tests/support/pos/canteen.ts'
import { type SaleInput, TillOps } from '#tests/support/pos/till-ops.ts'
import { type Box, openBox } from '#tests/support/server.ts'

const onePerTransaction: CommandHandlers = {
  ...commandHandlers,
  'pos.sale': { ...commandHandlers['pos.sale'], inRuns: false },
}

/** Handlers that note how many sales went together. */
function watch(): { sizes: number[]; watched: CommandHandlers } {
  const sizes: number[] = []
  const { apply } = commandHandlers['pos.sale']
  const counting: typeof apply = (tx, ctx, ops) => {
    sizes.push(ops.length)
    return apply(tx, ctx, ops)
  }
  return { sizes, watched: { ...commandHandlers, 'pos.sale': { inRuns: true, apply: counting } } }
}

type Step = { do: 'sale'; line: number; qty: number; pay: number; odd: number } | { do: 'void' | 'drop' | 'poison' }

const saleStep = fc.record({
  do: fc.constant('sale' as const),
  line: fc.nat(2),
  qty: fc.integer({ min: 1, max: 60_000 }),
  pay: fc.nat(7),
  odd: fc.nat(9),
})
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: saleStep },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('void' as const, 'drop' as const, 'poison' as const) }) },
)

/** Plays a history on a till. What is odd in a sale is what a run has to notice among its neighbours too. */
function play(till: TillOps, steps: readonly Step[], people: Canteen['customers']): Operation[] {
  const ops = [till.openShift()]
  for (const step of steps) {
    if (step.do === 'sale') ops.push(playSale(till, step, people))
    else if (step.do === 'drop') ops.push(till.moveCash('drop', 100))
    else if (step.do === 'poison') ops.push(till.op('pos.sale', { poison: till.seq }))
    else if (till.shift?.sales.length) ops.push(till.voidSale())
  }
  return ops
}

function playSale(till: TillOps, step: Extract<Step, { do: 'sale' }>, people: Canteen['customers']): Operation {
  const customerId = people[step.pay % people.length]
  if (!customerId) throw new Error('no customer')
  const onAccount = step.pay > 2
  const pay: SaleInput['pay'] = onAccount
    ? [
        { kind: 'account', customerId, amount: step.qty },
        { kind: 'account', customerId },
      ]
    : [
        { kind: 'card', amount: step.qty },
        { kind: 'cash', over: 25 * step.pay },
      ]
  const before = till.shift?.sales.at(-1)
  const input: SaleInput = { lines: [[step.line, step.qty]], pay: step.qty < 300 ? pay.slice(1) : pay }
  if (step.odd === 1 && before) return till.sale({ ...input, change: { receiptSeq: before.receiptSeq } })
  if (step.odd === 2 && before) return till.sale({ ...input, change: { id: before.id } })
  if (step.odd === 3 && before) return till.sale({ ...input, change: { tenders: before.tenders } })
  if (step.odd === 4) return till.sale({ ...input, change: { customerId: CustomerId.parse(till.newId()) } })
  if (step.odd === 5) return till.sale({ ...input, change: { removed: [removed(till)] } })
  if (step.odd === 6) return till.sale({ ...input, discount: { kind: 'amount', value: 10 } })
  return till.sale(input)
}

/** What the log does not keep. */
function removed(till: TillOps) {
  const [item] = till.device.canteen.items
  if (!item) throw new Error('nothing is sold')
  return { itemId: item.id, name: item.name, qtyMilli: 1000, price: item.price, secondsAfterAdding: 3 }
}

describe.each(engines)('any history on %s', (engine) => {
  let box: Box
  const schools: Canteen[] = []
  let made = 0

  beforeAll(async () => {
    box = await openBox(engine)
  })
  afterAll(() => box.close())

  const newCanteen = async () => {
    made += 1
    const canteen = await openCanteen(box, `school${made}`, { people: 2 })
    schools.push(canteen)
    return canteen
  }
  const faults = (canteen: Canteen) => box.db.database.tenant(canteen.school.schoolId, ledgerFaults)

  /** All that a history left in a school, without what differs by nature: the school's id and fresh random ids. */
  const rowsOf = async ({ school: { schoolId } }: Canteen) => {
    const table = async (name: string, drop: string[], order: string) => {
      const { rows } = await box.db.owner.execute<{ row: unknown }>(sql`
        select to_jsonb(t) - ${`{${['school_id', ...drop].join(',')}}`}::text[] as row from ${sql.identifier(name)} t
        where school_id = ${schoolId} order by ${sql.raw(order)}`)
      return rows.map(({ row }) => row)
    }
    return {
      sales: await table('sales', [], 'id'),
      lines: await table('sale_lines', [], 'sale_id, n'),
      tenders: await table('tenders', [], 'id'),
      voids: await table('sale_voids', [], 'id'),
      entries: await table('account_entries', ['id'], 'kind, source_id'),
      balances: await table('account_balances', [], 'customer_id'),
      exceptions: await table('pos_exceptions', [], 'op_id, code'),
      removed: await table('removed_lines', [], 'source_id, n'),
      ops: await table('sync_ops', [], 'op_id'),
      quarantine: await table('sync_quarantine', ['id'], 'op_id, hash'),
      installs: await table('sync_installs', [], 'install_epoch'),
      streams: await table('sync_streams', [], 'stream'),
      versions: await table('school_versions', [], 'version'),
    }
  }

  it('ends in the same rows and verdicts whether sales go in runs or one by one', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 25 }), fc.nat(3), async (steps, known) => {
        // Two schools that differ in their id alone: the same history goes into both.
        const first = await newCanteen()
        const device = await pairDevice(first)
        const [limited] = first.customers
        await box.db.owner.execute(sql`update customers set daily_limit = 20000 where id = ${limited}`)
        const { twin, canteen: second } = await cloneOf(box, device)
        const ops = play(new TillOps(device), steps, first.customers)
        const inRuns = await replay(device, ops, known, commandHandlers)
        const oneByOne = await replay(twin, ops, known, onePerTransaction)
        expect(inRuns).toEqual(oneByOne)
        expect(await rowsOf(first)).toEqual(await rowsOf(second))
        expect(await faults(first)).toEqual([])
      }),
      { numRuns: 25 },
    )
  })

  it('takes plain sales in one go, and one by one only what is left when a run breaks', async () => {
    const canteen = await newCanteen()
    const till = new TillOps(await pairDevice(canteen))
    const { sizes, watched } = watch()
    const ops = [till.openShift(), ...Array.from({ length: 60 }, () => till.sale())]
    await hand(till.device, till.batch(ops.slice(0, 50)), watched)
    await hand(till.device, till.batch(ops), watched)
    expect(sizes).toEqual([49, 11])
  })

  it('runs each effect once when a batch is sent again while the first is still under way', async () => {
    const till = new TillOps(await pairDevice(await newCanteen()))
    const { sizes, watched } = watch()
    await hand(till.device, till.batch([till.openShift()]))
    const ops = Array.from({ length: 40 }, (_, n) => (n % 8 === 7 ? till.op('pos.sale', { n }) : till.sale()))
    const sent = [till.batch(ops), till.batch(ops), till.batch(ops)]
    const replies = await Promise.all(sent.map((batch) => hand(till.device, batch, watched).catch(() => undefined)))
    const outcomes = replies.flatMap((reply) => reply?.results.map((r) => r.outcome) ?? [])
    expect(outcomes.filter((o) => !['applied', 'duplicate', 'invalid'].includes(o))).toEqual([])
    expect([outcomes.filter((o) => o === 'applied').length, sizes.reduce((a, b) => a + b, 0)]).toEqual([35, 35])
  })

  it('with repeats, lost answers and reordered batches applies each operation once', { timeout: 120_000 }, async () => {
    const canteen = await newCanteen()
    const cuts = fc.array(fc.record({ from: fc.nat(40), count: fc.integer({ min: 1, max: 12 }) }), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 20 }), cuts, async (steps, sent) => {
        const till = new TillOps(await pairDevice(canteen))
        const ops = play(till, steps, canteen.customers)
        for (const { from, count } of sent) {
          await hand(till.device, till.batch(ops.slice(from % ops.length, (from % ops.length) + count)))
        }
        const { results, received } = await hand(till.device, till.batch(ops))
        expect(results.filter((r) => !['applied', 'duplicate', 'invalid'].includes(r.outcome))).toEqual([])
        expect(received[till.stream]).toBe(ops.length)
        const device = till.device.tablet.deviceId
        expect(await box.db.owner.$count(syncOps, eq(syncOps.deviceId, device))).toBe(ops.length)
        const distinct = new Set(till.shift?.sales.map((s) => s.id))
        expect(await box.db.owner.$count(sales, eq(sales.tillId, till.device.ctx.device.tillId))).toBe(distinct.size)
        expect(await faults(canteen)).toEqual([])
      }),
      { numRuns: 25 },
    )
  })

  it('T31, T32: of devices that spend the same accounts at once leaves exact balances and no deadlock', async () => {
    const canteen = await newCanteen()
    const tills = await Promise.all(Array.from({ length: 4 }, async () => new TillOps(await pairDevice(canteen))))
    const spend = (till: TillOps, n: number) =>
      till.sale({
        lines: [[0, 10_000]],
        pay: [...(n % 2 ? canteen.customers : canteen.customers.toReversed())].map((customerId) => {
          return { kind: 'account' as const, customerId, amount: 3500 }
        }),
      })
    const replies = await Promise.all(
      tills.map(async (till, n) => {
        const ops = [till.openShift(), ...Array.from({ length: 12 }, () => spend(till, n))]
        const half = await hand(till.device, till.batch(ops.slice(0, 7)))
        const rest = await hand(till.device, till.batch(ops.slice(7)))
        return [...half.results, ...rest.results]
      }),
    )
    expect(replies.flat().filter((r) => r.outcome !== 'applied')).toEqual([])
    // 48 sales of 3 500 from each of two accounts with 100 000: the first 28 fit, all others are flagged.
    const flagged = replies.flat().filter((r) => r.flags?.includes('below-zero'))
    expect(flagged).toHaveLength(20)
    expect(new Set(replies.flat().flatMap((r) => r.serverVersion ?? [])).size).toBe(48)
    const { rows } = await box.db.owner.execute<{ balance: number }>(
      sql`select balance::int from account_balances where school_id = ${canteen.school.schoolId}`,
    )
    expect(rows.map((r) => r.balance)).toEqual([-68_000, -68_000])
    expect(await faults(canteen)).toEqual([])
  })
})

/** First a part, whose answer gets lost, then all but one of the others, which is a gap, and then all of it. */
async function replay(device: PairedDevice, ops: readonly Operation[], known: number, handlers: CommandHandlers) {
  const sender = new TillOps(device)
  const more = { installEpoch: ops[0]?.bootId ?? '' }
  const verdicts: Verdict[] = []
  const withGap = ops.filter((_, n) => n !== known * 3 + 2)
  for (const part of [ops.slice(0, known * 3), withGap, ops]) {
    verdicts.push(...(await hand(device, sender.batch(part, more), handlers)).results)
  }
  return verdicts
}

/** The same school once more under another id: every row of the first is copied. */
async function cloneOf(box: Box, device: PairedDevice): Promise<{ twin: PairedDevice; canteen: Canteen }> {
  const { canteen } = device
  const schoolId = new TillOps(device).newId()
  const code = `${canteen.school.code}-twin`
  const tables = ['schools', 'users', 'sites', 'tills', 'devices', 'categories', 'items', 'customers']
  for (const table of [...tables, 'account_entries', 'account_balances', 'school_versions']) {
    const change = table === 'schools' ? { school_id: schoolId, code } : { school_id: schoolId }
    await box.db.owner.execute(sql`
      insert into ${sql.identifier(table)} select (jsonb_populate_record(t, ${JSON.stringify(change)}::jsonb)).*
      from ${sql.identifier(table)} t where school_id = ${canteen.school.schoolId}`)
  }
  const school = { ...canteen.school, schoolId, code }
  const ctx = { ...device.ctx, school, tenant: (work) => box.db.database.tenant(schoolId, work) } as PairedDevice['ctx']
  const clone = { ...canteen, school }
  return { canteen: clone, twin: { ...device, canteen: clone, ctx } }
}

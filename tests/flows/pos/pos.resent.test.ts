import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ledgerFaults } from '#server/features/pos/accounts/ledger.service.ts'
import { missingReceipts } from '#server/features/pos/pos.service.ts'
import { saleLines, sales, shifts } from '#server/features/pos/pos.table.ts'
import { tenders } from '#server/features/pos/pos-payments.table.ts'
import type { Tx } from '#server/kernel/db.ts'
import { canonicalJson, sha256Hex } from '#shared/kernel/hash.ts'
import { Sale, SaleLine, Tender } from '#shared/pos/sale.contract.ts'
import type { Operation, Verdict } from '#shared/sync/sync.contract.ts'
import { engines } from '#tests/support/database.ts'
import { type Canteen, hand, openCanteen, pairDevice } from '#tests/support/pos/canteen.ts'
import { TillOps } from '#tests/support/pos/till-ops.ts'
import { type Box, openBox } from '#tests/support/server.ts'

/** Every table that a sale on account writes to, in one transaction. */
const tablesOfASale = [
  'sales',
  'sale_lines',
  'tenders',
  'account_entries',
  'account_balances',
  'school_versions',
  'sync_ops',
  'sync_streams',
]

describe.each(engines)('what a till sends again on %s', (engine) => {
  let box: Box
  let canteen: Canteen
  let till: TillOps

  beforeAll(async () => {
    box = await openBox(engine)
    canteen = await openCanteen(box, 'alnoor')
    // The statement itself succeeds, and then the connection is gone, as far as the transaction can tell.
    await box.db.owner.execute(sql`
      create function cut() returns trigger language plpgsql as $$ begin raise sqlstate '08006'; end $$`)
  })
  beforeEach(async () => {
    till = new TillOps(await pairDevice(canteen))
  })
  afterAll(() => box.close())

  const push = (...ops: unknown[]) => hand(till.device, till.batch(ops))
  const inSchool = <T>(read: (tx: Tx) => Promise<T>) => box.db.database.tenant(canteen.school.schoolId, read)
  const onAccount = () => {
    const [customerId] = canteen.customers
    if (!customerId) throw new Error('no customer')
    return { kind: 'account', customerId } as const
  }
  const whileCut = async (table: string, work: () => Promise<unknown>) => {
    const at = sql.identifier(table)
    await box.db.owner.execute(sql`
      create trigger cut after insert or update on ${at} for each row execute function cut()`)
    await work()
    await box.db.owner.execute(sql`drop trigger cut on ${at}`)
  }
  const cut = (...ops: unknown[]) => expect(push(...ops)).rejects.toMatchObject({ cause: { code: '08006' } })
  const salesHere = () => box.db.owner.$count(sales, eq(sales.tillId, till.device.ctx.device.tillId))

  it.each(tablesOfASale)('T09: is there once and answered alike when the connection was cut at %s', async (table) => {
    await push(till.openShift())
    const ops = [
      till.sale({
        pay: [
          { ...onAccount(), amount: 100 },
          { kind: 'cash', over: 500 },
        ],
      }),
      till.sale(),
    ]
    await whileCut(table, () => cut(...ops))
    expect(await salesHere()).toBe(0)
    const said = (results: readonly Verdict[]) =>
      results.map(({ opId, flags, serverVersion }) => ({ opId, flags, serverVersion }))
    const first = await push(...ops)
    const again = await push(...ops)
    expect(first.results).toMatchObject([
      { outcome: 'applied', flags: [] },
      { outcome: 'applied', flags: [] },
    ])
    expect(again.results.map(({ outcome }) => outcome)).toEqual(['duplicate', 'duplicate'])
    expect(said(again.results)).toEqual(said(first.results))
    expect(await salesHere()).toBe(2)
    expect(await inSchool(ledgerFaults)).toEqual([])
  })

  it('T16: leaves a shift open when its closing was cut off, and closes it with the next try', async () => {
    await push(till.openShift(), till.sale())
    const close = till.closeShift(25)
    const [shiftId] = [till.shift?.open.id as never]
    const closedAt = async () =>
      (await box.db.owner.select().from(shifts).where(eq(shifts.id, shiftId))).map((row) => row.closedAt !== null)
    await whileCut('sync_ops', () => cut(close))
    expect(await closedAt()).toEqual([false])
    expect((await push(close)).results).toMatchObject([{ outcome: 'applied', flags: [] }])
    expect(await closedAt()).toEqual([true])
  })

  it('T10: has its change once, and every row under the id that the till gave it', async () => {
    await push(till.openShift())
    const sale = till.sale({
      lines: [
        [0, 2000],
        [1, 1000],
      ],
      pay: [{ kind: 'cash', over: 3000 }],
    })
    for (let n = 0; n < 5; n += 1) await push(sale)
    const { id, lines, tenders: paid } = Sale.parse(sale.body)
    const tenderRows = await box.db.owner.select().from(tenders).where(eq(tenders.saleId, id))
    expect(tenderRows).toMatchObject([{ id: paid[0]?.id, change: 3000 }])
    const lineRows = await box.db.owner.select().from(saleLines).where(eq(saleLines.saleId, id)).orderBy(saleLines.n)
    expect(lineRows.map((row) => row.id)).toEqual(lines.map((line) => line.id))
  })

  it('T13: leaves no gap in any sequence, however often it was cut off before', async () => {
    await push(till.openShift())
    const ops: Operation[] = [till.sale({ pay: [onAccount()] }), till.sale({ pay: [onAccount()] })]
    await whileCut('sync_streams', async () => {
      for (let n = 0; n < 100; n += 1) await cut(...ops)
    })
    const { results, received } = await push(...ops)
    const [first = 0, second = 0] = results.map(({ serverVersion }) => serverVersion)
    expect([second - first, received]).toEqual([1, { [till.stream]: 3 }])
    const rows = await box.db.owner
      .select()
      .from(sales)
      .where(eq(sales.tillId, till.device.ctx.device.tillId))
      .orderBy(sales.receiptSeq)
    expect(rows.map((row) => row.receiptSeq)).toEqual([1, 2])
    const shift = { id: till.shift?.open.id as never, tillId: till.device.ctx.device.tillId, epoch: 1 }
    expect(await inSchool((tx) => missingReceipts(tx, canteen.school.schoolId, shift))).toEqual([])
  })

  it('T25: is in the tables what it was on the till: lines, taxes, totals, discount and tenders', async () => {
    const lines = [
      [0, 2000],
      [1, 1500],
      [2, 333],
    ] as const
    const ops = [
      till.openShift(),
      till.sale({ lines, pay: [{ kind: 'cash', over: 1250 }] }),
      till.sale({ lines, pay: [{ ...onAccount(), amount: 300 }, { kind: 'card', amount: 700 }, { kind: 'cash' }] }),
      till.sale({ lines, discount: { kind: 'ppm', value: 333_333 }, pay: [onAccount()] }),
      till.sale({ lines, discount: { kind: 'amount', value: 999_999 } }),
    ]
    await push(...ops)
    await push(...ops)
    const sold = ops.slice(1).map(({ body }) => Sale.parse(body))
    for (const sale of sold) expect(hashOf(await saleInTables(sale))).toBe(hashOf(sale))
  })

  /** The sale as the tables have it, with nothing of what came but its id. */
  async function saleInTables({ id }: Pick<Sale, 'id'>): Promise<Sale> {
    const [row] = await box.db.owner.select().from(sales).where(eq(sales.id, id))
    if (!row) throw new Error('no such sale')
    const lines = await box.db.owner.select().from(saleLines).where(eq(saleLines.saleId, id)).orderBy(saleLines.n)
    const paid = await box.db.owner.select().from(tenders).where(eq(tenders.saleId, id)).orderBy(tenders.id)
    const { gross, discountTotal, net, tax, total } = row
    return Sale.parse({
      ...withoutNulls(row),
      customerId: row.customerId,
      discount: row.discount,
      soldAt: new Date(row.soldAt).toISOString(),
      snapshotAt: new Date(row.snapshotAt).toISOString(),
      totals: { gross, discount: discountTotal, net, tax, total },
      lines: lines.map((line) => SaleLine.parse(withoutNulls(line))),
      tenders: paid.map((tender) => Tender.parse(withoutNulls(tender))),
    })
  }
})

const withoutNulls = (row: object) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
const hashOf = (sale: Sale) => {
  const paid = sale.tenders.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return sha256Hex(canonicalJson({ ...sale, tenders: paid }))
}

import { sql } from 'drizzle-orm'
import type { StoredOp } from '#local/storage/outbox-db.ts'
import { ledgerFaults } from '#server/features/pos/accounts/ledger.service.ts'
import { posReport } from '#server/features/pos/pos.service.ts'
import { continueInSchool, type Db, type Tx } from '#server/kernel/db.ts'
import { chainStart } from '#shared/kernel/chain.ts'
import { reportHash } from '#shared/pos/cash/blind-report.rules.ts'
import type { Sale, VoidSale } from '#shared/pos/sale.contract.ts'
import type { CashMovement, CloseShift, OpenShift } from '#shared/pos/shift.contract.ts'

/** A till's own books: every operation it ever saved, in order. */
export interface TillBooks {
  deviceId: string
  stream: string
  ops: readonly StoredOp[]
}

/** What the server's books say otherwise than the tills'. Empty lists when every promise was kept. */
export interface Audit {
  lost: string[]
  doubled: string[]
  /** Anything else: order, chain, money, half rows. */
  wrong: string[]
}

/**
 * Holds the server's tables against the tills' own books: every operation there once, in order, linked; every row that
 * they lead to whole and once; accounts, drawers and totals equal. There must be no other tills in the school.
 */
export async function audit(db: Db, schoolId: string, tills: readonly TillBooks[]): Promise<Audit> {
  const found: Audit = { lost: [], doubled: [], wrong: [] }
  await db.transaction(async (tx) => {
    for (const till of tills) await auditStream(tx, schoolId, till, found)
    const ops = tills.flatMap((till) => till.ops)
    await auditRows(tx, schoolId, ops, found)
    await auditAccounts(tx, schoolId, ops, found)
    await auditDrawers(tx, schoolId, ops, found)
    await auditOddities(tx, schoolId, found)
  })
  return found
}

const bodies = <B>(ops: readonly StoredOp[], kind: string): B[] =>
  ops.filter((op) => op.kind === kind).map((op) => op.body as B)

async function auditStream(tx: Tx, schoolId: string, till: TillBooks, found: Audit) {
  const { rows } = await tx.execute<{ id: string; seq: number; hash: string; prev: string; outcome: string }>(sql`
    select op_id as id, seq, hash, envelope->>'prevHash' as prev, outcome from sync_ops
    where school_id = ${schoolId} and device_id = ${till.deviceId} and stream = ${till.stream} order by seq`)
  const there = new Map(rows.map((row) => [row.id, row]))
  for (const { opId, seq, hash } of till.ops) {
    const row = there.get(opId)
    if (!row) found.lost.push(`${till.stream} ${seq}`)
    else if (row.seq !== seq || row.hash !== hash) found.wrong.push(`${till.stream} ${seq} is another operation there`)
    else if (row.outcome !== 'applied') found.wrong.push(`${till.stream} ${seq} is ${row.outcome}`)
  }
  if (rows.length > till.ops.length) found.doubled.push(`${till.stream}: ${rows.length} for ${till.ops.length}`)
  let before = chainStart
  for (const [i, { seq, hash, prev }] of rows.entries()) {
    if (seq !== i + 1 || prev !== before) found.wrong.push(`${till.stream}: the chain breaks at ${seq}`)
    before = hash
  }
  const { rows: heads } = await tx.execute<{ seq: number; hash: string }>(sql`
    select last_seq as seq, last_hash as hash from sync_streams
    where school_id = ${schoolId} and device_id = ${till.deviceId} and stream = ${till.stream}`)
  if (heads.length !== 1 || heads[0]?.seq !== rows.length || heads[0]?.hash !== before)
    found.wrong.push(`${till.stream}: its head is not its last operation`)
}

/** What one kind of operation leaves behind, as lines of text that can be compared. */
async function auditRows(tx: Tx, schoolId: string, ops: readonly StoredOp[], found: Audit) {
  const sales = bodies<Sale>(ops, 'pos.sale')
  const { rows: sold } = await tx.execute<{ line: string }>(sql`
    select concat_ws(' ', s.id, s.total,
      (select count(*) || ':' || coalesce(sum(gross), 0) from sale_lines where school_id = s.school_id and sale_id = s.id),
      (select count(*) || ':' || coalesce(sum(amount), 0) from tenders where school_id = s.school_id and sale_id = s.id)
    ) as line from sales s where s.school_id = ${schoolId}`)
  const wanted = sales.map(({ id, totals, lines, tenders }) => {
    const gross = lines.reduce((sum, line) => sum + line.gross, 0)
    const paid = tenders.reduce((sum, tender) => sum + tender.amount, 0)
    return `${id} ${totals.total} ${lines.length}:${gross} ${tenders.length}:${paid}`
  })
  compare('sales', wanted, sold, found)
  const counts = {
    sale_lines: sales.reduce((sum, sale) => sum + sale.lines.length, 0),
    tenders: sales.reduce((sum, sale) => sum + sale.tenders.length, 0),
  }
  for (const [table, count] of Object.entries(counts)) {
    const { rows } = await tx.execute<{ n: number }>(
      sql`select count(*)::int as n from ${sql.raw(table)} where school_id = ${schoolId}`,
    )
    if (rows[0]?.n !== count) found.wrong.push(`${table}: ${rows[0]?.n} rows for ${count}`)
  }
  const { rows: voids } = await tx.execute<{ line: string }>(sql`
    select concat_ws(' ', id, sale_id) as line from sale_voids where school_id = ${schoolId}`)
  const voided = bodies<VoidSale>(ops, 'pos.voidSale').map(({ id, saleId }) => `${id} ${saleId}`)
  compare('voids', voided, voids, found)
  const { rows: moved } = await tx.execute<{ line: string }>(sql`
    select concat_ws(' ', id, kind, amount) as line from cash_movements where school_id = ${schoolId}`)
  const movements = bodies<CashMovement>(ops, 'pos.moveCash').map(({ id, kind, amount }) => `${id} ${kind} ${amount}`)
  compare('cash movements', movements, moved, found)
  const { rows: shifts } = await tx.execute<{ line: string }>(sql`
    select concat_ws(' ', id, no, counted_cash) as line from shifts where school_id = ${schoolId}`)
  const closes = new Map(bodies<CloseShift>(ops, 'pos.closeShift').map((close) => [close.shiftId, close.countedCash]))
  const opened = bodies<OpenShift>(ops, 'pos.openShift').map(({ id, no }) => [id, no, closes.get(id)].join(' ').trim())
  compare('shifts', opened, shifts, found)
}

function compare(what: string, wanted: readonly string[], rows: readonly { line: string }[], found: Audit) {
  const there = new Set(rows.map(({ line }) => line))
  const missing = wanted.filter((line) => !there.has(line))
  if (missing.length > 0) found.wrong.push(`${what}: ${missing.length} are missing or not whole, first ${missing[0]}`)
  if (rows.length > wanted.length) found.doubled.push(`${what}: ${rows.length} rows for ${wanted.length}`)
}

async function auditAccounts(tx: Tx, schoolId: string, ops: readonly StoredOp[], found: Audit) {
  await continueInSchool(tx, schoolId)
  const faults = await ledgerFaults(tx)
  if (faults.length > 0) found.wrong.push(`${faults.length} balances are not the sum of their entries`)
  const gone = new Set(bodies<VoidSale>(ops, 'pos.voidSale').map(({ saleId }) => saleId))
  const taken = new Map<string, number>()
  let charges = 0
  for (const { id, tenders } of bodies<Sale>(ops, 'pos.sale')) {
    for (const tender of tenders) {
      if (tender.kind !== 'account') continue
      charges += 1
      if (!gone.has(id)) taken.set(tender.customerId, (taken.get(tender.customerId) ?? 0) + tender.amount)
    }
  }
  const { rows } = await tx.execute<{ id: string; left: number; charges: number }>(sql`
    select customer_id as id, sum(amount)::int as left, (count(*) filter (where kind = 'sale'))::int as charges
    from account_entries where school_id = ${schoolId} and kind in ('sale', 'void') group by 1`)
  for (const { id, left } of rows) {
    if (-left !== (taken.get(id) ?? 0)) found.wrong.push(`an account was charged ${-left} for ${taken.get(id) ?? 0}`)
    taken.delete(id)
  }
  for (const amount of taken.values()) if (amount > 0) found.wrong.push(`an account was not charged ${amount}`)
  const entered = rows.reduce((sum, row) => sum + row.charges, 0)
  if (entered > charges) found.doubled.push(`charges: ${entered} entries for ${charges}`)
}

/** Each Z that the server computes from its rows is the one that the till printed. */
async function auditDrawers(tx: Tx, schoolId: string, ops: readonly StoredOp[], found: Audit) {
  for (const close of bodies<CloseShift>(ops, 'pos.closeShift')) {
    const there = await posReport(tx, schoolId, close.shiftId).catch(() => undefined)
    const printed = close.reportHash ?? (close.report && reportHash(close.report))
    if (!there || reportHash(there.report) !== printed) {
      found.wrong.push(`the Z of shift ${close.shiftId} differs: the server has ${JSON.stringify(there?.report)}`)
    }
  }
}

/** What only a server that forgets or repeats leaves behind. */
async function auditOddities(tx: Tx, schoolId: string, found: Audit) {
  const { rows } = await tx.execute<{ what: string; n: number }>(sql`
    select 'set aside: ' || message_id as what, count(*)::int as n from sync_quarantine
      where school_id = ${schoolId} group by 1
    union all select 'exception: ' || code, count(*)::int from pos_exceptions
      where school_id = ${schoolId} and code in ('id-repeated', 'number-repeated', 'broken-chain', 'late') group by 1
    union all select 'lives of a device: ' || device_id, count(*)::int from sync_installs
      where school_id = ${schoolId} group by device_id having count(*) > 1`)
  for (const { what, n } of rows) found.wrong.push(`${what} (${n})`)
}

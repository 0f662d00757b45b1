import { sql } from 'drizzle-orm'
import { createApp } from '#server/app.ts'
import { bookMatched } from '#server/features/fees/bank/import-statement.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import { gatewayCaller } from '#server/node/gateways/gateway-caller.ts'
import { signReport, startSimulatedGateway } from '#server/node/gateways/simulated-gateway.ts'
import { openDatabase } from '#server/node/open-database.ts'
import { openKeyRing } from '#server/kernel/keys/key-ring.ts'
import { importStatement } from '#shared/fees/bank/bank-line.contract.ts'
import { feeAccount } from '#shared/fees/fee-account.contract.ts'
import { feeListTotals } from '#shared/fees/fee-list.contract.ts'
import { setFeeGateway } from '#shared/fees/online/fee-gateway.contract.ts'
import { toBase64 } from '#shared/kernel/bytes.ts'
import { bundle, notFound, openPage, openProfile, serveSite } from '#tests/bench/bench-site.ts'
import { type Figure, percentile, toFigure, valueAtLeast, valueAtMost } from '#tests/bench/figure.ts'
import { boxOver } from '#tests/bench/ingest/ingest-server.ts'
import { releaseAtEnd, temporaryFolder } from '#tests/bench/resources.ts'
import { newOpId } from '#tests/support/fees/fee-ledger.ts'
import { gatewayInput, gatewaySecret, report } from '#tests/support/fees/online-fees.ts'
import { type Box, call } from '#tests/support/server.ts'
import { billingFigures } from './billing-figures.ts'
import { type FeeSchool, growOld, openFeeSchool, payerCodes } from './billed-school.ts'
import type { ReceiptRound } from './receipt-page.ts'

const full = { billed: 2000, listed: 20_000, years: 9, calls: 40, lines: 5000, events: 100, receipts: 100 }
const tiny = { billed: 4, listed: 8, years: 1, calls: 2, lines: 6, events: 3, receipts: 3 }
type Size = typeof full

/** Fees of a school on the embedded database: billing, accounts, ageing, reports of a gateway, a bank file, a receipt offline. */
export async function benchFees(isSmoke: boolean): Promise<Figure[]> {
  const size = isSmoke ? tiny : full
  const database = await openDatabase({ dataDir: temporaryFolder(), databaseUrl: undefined })
  releaseAtEnd(() => database.close())
  const box = boxOver(database)
  box.deps.keyRing = openKeyRing([new Uint8Array(32).fill(7)])
  const fees = await openFeeSchool(box, 'bench', size.billed)
  return [
    // First: the gateway is set by a proof of who asks that is at most ten minutes old.
    await webhookFigure(fees, size),
    ...(await billingFigures(fees)),
    await accountFigure(fees, size),
    ...(await bankFigures(fees, size)),
    await ageingFigure(fees, size),
    await receiptFigure(size),
  ]
}

async function p95(count: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let no = 0; no < count; no += 1) {
    const before = performance.now()
    await work()
    times.push(performance.now() - before)
  }
  return percentile(times, 0.95)
}

async function accountFigure(fees: FeeSchool, { years, calls }: Size): Promise<Figure> {
  const { box, finance, school, studentIds } = fees
  const number = studentIds[1] ?? ''
  await growOld(fees, number, years)
  const ask = async () => {
    const { status } = await call(box.app, finance, feeAccount, { number })
    if (status !== 200) throw new Error(`the account was refused: ${status}`)
  }
  const bare = () =>
    box.db.database.tenant(school.schoolId, (tx) =>
      tx.execute(sql`select * from fee_charges where school_id = ${school.schoolId} and student_id = ${number}`),
    )
  return toFigure({
    name: `the account of a child of ${years + 1} years, p95`,
    unit: 'ms',
    yardstickName: 'a bare indexed select of the same charges, p95',
    values: [await p95(calls, ask)],
    yardsticks: [await p95(calls, bare)],
    goal: valueAtMost(150),
  })
}

async function bankFigures(fees: FeeSchool, { lines }: Size): Promise<Figure[]> {
  const { box, finance, school } = fees
  const codes = await payerCodes(fees)
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  // One line of twenty names nobody.
  const rows = Array.from({ length: lines }, (_, no) => {
    const text = no % 20 === 19 ? 'transfer' : `TRF school fees ${codes[no % codes.length]} term`
    return `${day},${text},FT${no},${100 + no}.00`
  })
  const data = toBase64(new TextEncoder().encode(['Date,Description,Reference,Amount', ...rows, ''].join('\n')))
  const fromMs = performance.now()
  const { body } = await call(box.app, finance, importStatement, { importId: newOpId(), account: 'Main', data })
  const seconds = (performance.now() - fromMs) / 1000
  const { matched } = importStatement.reply.parse(body)
  const of = await box.db.database.tenant(school.schoolId, (tx) => readSchool(tx, school.schoolId))
  while ((await countUnbooked(fees)) > 0) await bookMatched({ deps: box.deps, school: of })
  const perReceipt = (performance.now() - fromMs) / Math.max(1, matched)
  const bare = await bareInsert(fees, 'fee_bank_lines')
  const yardstickName = 'bare multi-row insert of the same lines'
  const figure = { unit: 's', yardstickName, values: [seconds], yardsticks: [bare] }
  return [
    toFigure({ ...figure, name: `a bank file of ${lines} lines read, matched and stored`, goal: valueAtMost(10) }),
    toFigure({
      name: 'lines of it that were matched by code',
      unit: '%',
      yardstickName: 'lines that name a code',
      values: [(matched / lines) * 100],
      yardsticks: [(rows.filter((row) => row.includes('TRF')).length / lines) * 100],
      goal: valueAtLeast(90),
    }),
    toFigure({
      name: 'a matched line, from the file to its receipt',
      unit: 'ms',
      yardstickName: 'its share of the bare insert',
      values: [perReceipt],
      yardsticks: [(bare * 1000) / lines],
      goal: valueAtMost(100),
    }),
  ]
}

const countUnbooked = ({ box, school: { schoolId } }: FeeSchool): Promise<number> =>
  box.db.database.tenant(schoolId, async (tx) => {
    const { rows } = await tx.execute<{ count: number }>(sql`
      select count(*)::int as count from fee_bank_lines
      where school_id = ${schoolId} and state = 'matched' and payment_id is null`)
    return rows[0]?.count ?? 0
  })

/** Inserts the rows of a table into one of the same shape and indexes. @returns seconds */
async function bareInsert({ box, school: { schoolId } }: FeeSchool, table: string): Promise<number> {
  const [name, copy] = [sql.identifier(table), sql.identifier(`bare_${table}`)]
  return box.db.database.tenant(schoolId, async (tx) => {
    await tx.execute(sql`create temporary table ${copy} (like ${name} including indexes including defaults)`)
    const { rows } = await tx.execute<{ all: string }>(sql`select json_agg(t)::text as all from ${name} t`)
    const fromMs = performance.now()
    await tx.execute(
      sql`insert into ${copy} select * from jsonb_populate_recordset(null::${copy}, ${rows[0]?.all}::jsonb)`,
    )
    return (performance.now() - fromMs) / 1000
  })
}

async function webhookFigure({ box, finance, school }: FeeSchool, { events }: Size): Promise<Figure> {
  const gateway = await startSimulatedGateway(gatewaySecret, { nowMs: Date.now })
  releaseAtEnd(() => gateway.close())
  box.deps.gateways = { call: gatewayCaller({ simulatedUrl: gateway.url }), simulatedUrl: gateway.url }
  const withGateway: Box = { ...box, app: createApp(box.deps) }
  const { status, body } = await call(withGateway.app, finance, setFeeGateway, gatewayInput)
  if (status !== 200) throw new Error(`the gateway was refused: ${JSON.stringify(body)}`)
  let no = 0
  const send = async () => {
    const event = JSON.stringify({ eventId: `ev_${(no += 1)}`, chargeId: `ch_${no}`, state: 'paid' })
    const answer = await report(withGateway, event, signReport(event, gatewaySecret), `${school.code}/simulated`)
    if (answer.status !== 200) throw new Error(`a report was refused: ${answer.status}`)
  }
  const { schoolId } = school
  const bare = () =>
    box.db.database.tenant(schoolId, (tx) =>
      tx.execute(sql`insert into fee_gateway_events (school_id, id, gateway, event_key, raw, received_at)
        values (${schoolId}, gen_random_uuid(), 'simulated', ${`bare_${(no += 1)}`}, '{}', now())`),
    )
  return toFigure({
    name: 'a report of a gateway stored and answered, p95',
    unit: 'ms',
    yardstickName: 'a bare insert of such a row, p95',
    values: [await p95(events, send)],
    yardsticks: [await p95(events, bare)],
    goal: valueAtMost(200),
  })
}

/** Adds pupils with three charges each, by copies of one invoice. */
async function listMore({ box, school: { schoolId }, studentIds }: FeeSchool, count: number): Promise<void> {
  await box.db.database.tenant(schoolId, async (tx) => {
    const { rows } = await tx.execute<{ id: string; columns: string }>(sql`
      select (select id from students where school_id = ${schoolId} and id = ${studentIds[0]}) as id, ''::text as columns`)
    await tx.execute(sql`
      create temporary table more_pupils as select gen_random_uuid() as id, n from generate_series(1, ${count}) n`)
    await tx.execute(sql`
      insert into students select (jsonb_populate_record(s, jsonb_build_object('id', m.id, 'reference', 'BX' || m.n,
        'name_latin', 'More ' || m.n))).* from students s, more_pupils m where s.school_id = ${schoolId} and s.id = ${rows[0]?.id}`)
    await tx.execute(sql`
      insert into fee_charges select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'student_id', m.id,
        'due_on', current_date - (m.n % 150)))).*
      from fee_charges c, more_pupils m where c.school_id = ${schoolId} and c.student_id = ${rows[0]?.id}`)
    await tx.execute(sql`analyze fee_charges`)
  })
}

async function ageingFigure(fees: FeeSchool, { listed, billed, calls }: Size): Promise<Figure> {
  const { box, finance, school } = fees
  await listMore(fees, listed - billed)
  const rounds = Math.max(2, Math.floor(calls / 8))
  const ask = async () => {
    const { status } = await call(box.app, finance, feeListTotals, {})
    if (status !== 200) throw new Error(`the ageing was refused: ${status}`)
  }
  const bare = () =>
    box.db.database.tenant(school.schoolId, (tx) =>
      tx.execute(
        sql`select student_id, sum(net + tax) from fee_charges where school_id = ${school.schoolId} group by 1`,
      ),
    )
  return toFigure({
    name: `ageing of ${listed} pupils, p95`,
    unit: 'ms',
    yardstickName: 'a bare sum of the same charges by pupil, p95',
    values: [await p95(rounds, ask)],
    yardsticks: [await p95(rounds, bare)],
    goal: valueAtMost(1000),
  })
}

async function receiptFigure({ receipts }: Size): Promise<Figure> {
  const scripts = { receipt: await bundle(new URL('./receipt-page.ts', import.meta.url).pathname) }
  const origin = await serveSite(scripts, notFound)
  const page = await openPage(await openProfile(), `${origin}/receipt.html`, 'benchReceipts')
  const rounds: ReceiptRound[] = []
  for (let round = 0; round < 3; round += 1)
    rounds.push(await page.evaluate((count) => globalThis.benchReceipts(count), receipts))
  return toFigure({
    name: 'a receipt for cash saved without a network',
    unit: 'ms',
    yardstickName: 'raw strict IndexedDB put',
    values: rounds.map(({ receiptMs }) => receiptMs),
    yardsticks: rounds.map(({ rawMs }) => rawMs),
    goal: valueAtMost(100),
  })
}

import { sql } from 'drizzle-orm'
import { runBilling } from '#server/features/fees/billing/run-billing.service.ts'
import { previewBilling, startBilling } from '#shared/fees/billing-run.contract.ts'
import { recordFeePayment } from '#shared/fees/fee-payment.contract.ts'
import { minor } from '#shared/kernel/money.ts'
import { type Figure, percentile, toFigure, valueAtMost } from '#tests/bench/figure.ts'
import { newOpId } from '#tests/support/fees/fee-ledger.ts'
import { call } from '#tests/support/server.ts'
import { type FeeSchool, payerOf } from './billed-school.ts'

/** Tables that a billing run writes, each before those that name its rows. */
const billedTables = ['fee_documents', 'fee_charges', 'fee_journals', 'fee_postings']

/** Rows of one statement of the yardstick, about as a batch of the run has them. */
const rowsAtOnce = 60

/** Bills all pupils in three parts while a desk receives money, and inserts the same rows bare afterwards. */
export async function billingFigures(fees: FeeSchool): Promise<Figure[]> {
  const { box, school, finance, studentIds } = fees
  const desk = await payerOf(fees, studentIds[0] ?? '')
  const alone = await receiveUntil(fees, desk.payerId, (taken) => taken >= 20)
  const scope = { year: 2030 }
  const { scopeHash, charges } = previewBilling.reply.parse((await call(box.app, finance, previewBilling, scope)).body)
  const runId = newOpId()
  const { status } = await call(box.app, finance, startBilling, { runId, scope, scopeHash })
  if (status !== 200) throw new Error(`the run of the bench was refused: ${status}`)
  const fromMs = performance.now()
  const run = { isOver: false, seconds: 0 }
  const running = runBilling(box.deps, school.schoolId, runId).finally(() => {
    run.isOver = true
    run.seconds = (performance.now() - fromMs) / 1000
  })
  const meanwhile = await receiveUntil(fees, desk.payerId, () => run.isOver)
  await running
  const bare = await insertBare(fees)
  return [
    toFigure({
      name: `${charges} invoices issued, embedded, while a desk receives money`,
      unit: 's',
      yardstickName: 'bare multi-row inserts of the same rows',
      values: [run.seconds],
      yardsticks: [bare],
      goal: valueAtMost(60),
    }),
    toFigure({
      name: 'a receipt meanwhile, p95',
      unit: 'ms',
      yardstickName: 'a receipt while nothing else happens, p95',
      values: [percentile(meanwhile, 0.95)],
      yardsticks: [percentile(alone, 0.95)],
      goal: valueAtMost(300),
    }),
  ]
}

/** Receives money at a desk, again and again. @returns how long each receipt took, in milliseconds */
async function receiveUntil(
  { box, finance }: FeeSchool,
  payerId: string,
  isOver: (taken: number) => boolean,
): Promise<number[]> {
  const times: number[] = []
  while (!isOver(times.length)) {
    const receivedOn = new Date().toISOString().slice(0, 10)
    const payment = { opId: newOpId(), method: 'cash', amount: minor(100), currency: 'QAR', payerId, receivedOn }
    const before = performance.now()
    const { status, body } = await call(box.app, finance, recordFeePayment, {
      ...payment,
      takenAt: new Date().toISOString(),
    })
    times.push(performance.now() - before)
    if (status !== 200) throw new Error(`a receipt of the bench was refused: ${JSON.stringify(body)}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return times
}

/** Inserts the rows that stand into tables of the same shape and indexes. @returns seconds */
async function insertBare({ box, school: { schoolId } }: FeeSchool): Promise<number> {
  const { database } = box.db
  let seconds = 0
  for (const table of billedTables) {
    const [name, copy] = [sql.identifier(table), sql.identifier(`bare_${table}`)]
    await database.tenant(schoolId, async (tx) => {
      await tx.execute(sql`create temporary table ${copy} (like ${name} including indexes including defaults)`)
      const { rows } = await tx.execute<{ row: string }>(
        sql`select row_to_json(t)::text as row from ${name} t where school_id = ${schoolId}`,
      )
      const fromMs = performance.now()
      for (let from = 0; from < rows.length; from += rowsAtOnce) {
        const some = `[${rows
          .slice(from, from + rowsAtOnce)
          .map(({ row }) => row)
          .join()}]`
        await tx.execute(sql`insert into ${copy} select * from jsonb_populate_recordset(null::${copy}, ${some}::jsonb)`)
      }
      seconds += (performance.now() - fromMs) / 1000
    })
  }
  return seconds
}

import { sql } from 'drizzle-orm'
import type { Db } from '#server/kernel/db.ts'
import { importPupils, pupilColumns, startThirdGrade, until } from '#tests/support/fees/served-fees.ts'
import { untilAnswered } from './fee-desk.ts'
import { LiveServer } from './live-server.ts'
import { emptyReport, type FaultReport } from './report.ts'
import type { Plan } from './school-day.ts'
import { postgresStore } from './stores.ts'

const schoolCode = 'alnoor'
const children = 1000

const pupils = [
  pupilColumns,
  ...Array.from(
    { length: children },
    (_, no) => `K-${no},Child ${no},طفل ${no},Grade 3,3-K,2018-05-04,Guardian ${no},guardian-${no}@home.example`,
  ),
].join('\n')

/**
 * FEE-02 with real processes: the server is killed while it bills 1,000 children, at the 500th and so often as the plan says, and
 * goes on by itself: each is charged once, and numbers have no gap.
 */
export async function billingHistory(plan: Plan): Promise<FaultReport> {
  const report = emptyReport('fee-billing', plan.seed)
  const store = await postgresStore()
  const server = await LiveServer.at({ ...store.settings, NODE_ENV: 'development' })
  try {
    await server.start()
    await importPupils(server, schoolCode, pupils)
    const { runId, read } = await startThirdGrade(server, schoolCode, [1])
    while (report.faults < plan.faults) {
      const from = (children / 2) * (1 + report.faults / plan.faults)
      await until(
        () => untilAnswered(read),
        ({ done, state }) => done >= from || state === 'done',
      )
      await server.end('SIGKILL')
      report.faults += 1
      await server.start()
    }
    const { done, state, errorCount } = await until(
      () => untilAnswered(read),
      (run) => run.state === 'done',
    )
    if (done < children || errorCount > 0) report.wrong.push(`${done} done, ${errorCount} failed: ${state}`)
    report.acknowledged = done
    report.saved = done
    report.openMs.push(...server.openMs)
    report.wrong.push(...server.complaints())
    await server.end('SIGTERM')
    await store.look((db) => auditRun(db, runId, report))
    return report
  } finally {
    await server.end('SIGKILL')
    await store.remove()
  }
}

/** Each child of the run is charged once for each component, and the invoices of the school are numbered from 1 to the last. */
async function auditRun(db: Db, runId: string, report: FaultReport): Promise<void> {
  const { rows } = await db.execute<{ charges: number; once: number; billed: number }>(sql`
    select count(*)::int as charges, count(distinct (student_id, component, part, payer_id))::int as once,
      count(distinct student_id)::int as billed from fee_charges where run_id = ${runId}`)
  const { charges = 0, once = 0, billed = 0 } = rows[0] ?? {}
  if (charges !== once) report.doubled.push(`${charges - once} charges`)
  if (billed < children) report.lost.push(`${children - billed} children`)
  const { rows: gaps } = await db.execute<{ missing: number }>(sql`
    select coalesce(sum(last - issued), 0)::int as missing from (
      select max(no) as last, count(distinct no) as issued from fee_documents where kind = 'invoice'
      group by school_id, series_year) s`)
  if (gaps[0]?.missing !== 0) report.wrong.push(`${gaps[0]?.missing} numbers of invoices are missing`)
}

import { sql } from 'drizzle-orm'
import { unsplit } from '#server/features/pos/reports/days/split-scope.service.ts'
import { divideSales } from '#server/features/pos/reports/divide-sales.service.ts'
import { scopeOf } from '#server/features/pos/reports/sales-scope.ts'
import { salesOfTills } from '#server/features/pos/reports/till-sales.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { dayAfter } from '#shared/kernel/time.ts'
import { type Figure, toFigure, valueAtMost } from '#tests/bench/figure.ts'
import { analyze } from '#tests/bench/ingest/ingest.ts'
import { boxOver } from '#tests/bench/ingest/ingest-server.ts'
import { releaseAtEnd } from '#tests/bench/resources.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { openDatabase } from '#server/node/open-database.ts'
import { openSoldSchool } from './sold-school.ts'

/** The goal is a million lines in a second: BAWABA_LINES=1000000. */
const full = { lines: Number(process.env['BAWABA_LINES'] ?? 100_000), rounds: 5 }
const tiny = { lines: 300, rounds: 1 }

/** Reports over the documents of everything that a school has ever sold, without sums of days, on PostgreSQL, beside one sum over the same lines. */
export async function benchSalesReports(isSmoke: boolean): Promise<Figure[]> {
  const { lines, rounds } = isSmoke ? tiny : full
  const cluster = await startPostgres()
  releaseAtEnd(() => cluster.stop())
  const database = await openDatabase({ dataDir: '', databaseUrl: cluster.urlOf('postgres') })
  releaseAtEnd(() => database.close())
  const { schoolId, days } = await openSoldSchool(boxOver(database), 'bench', lines)
  await analyze(cluster.urlOf('postgres'))
  const inSchool = <T>(read: (tx: Tx) => Promise<T>) => database.tenant(schoolId, read)
  const school = { ...(await inSchool((tx) => readSchool(tx, schoolId))), schoolId }
  const firstDay = '2029-01-01'
  const scope = unsplit(scopeOf(school, { firstDay, lastDay: dayAfter(firstDay, days) }, 0))
  const reports = {
    tills: (tx: Tx) => salesOfTills(tx, scope, 'whole'),
    hours: (tx: Tx) => divideSales(tx, scope, { by: 'hour', seesSpeed: false }),
    items: (tx: Tx) => divideSales(tx, scope, { by: 'item', seesSpeed: false }),
    cashiers: (tx: Tx) => divideSales(tx, scope, { by: 'cashier', seesSpeed: true }),
  }
  const times = async (read: (tx: Tx) => Promise<unknown>): Promise<number[]> => {
    const all: number[] = []
    for (let round = 0; round <= rounds; round += 1) {
      const before = performance.now()
      await inSchool(read)
      if (round > 0) all.push(performance.now() - before)
    }
    return all
  }
  const yardsticks = await times((tx) =>
    tx.execute(
      sql`select tax_code, sum(gross), sum(net) from sale_lines where school_id = ${schoolId} group by tax_code`,
    ),
  )
  const figures: Figure[] = []
  for (const [name, read] of Object.entries(reports)) {
    figures.push(
      toFigure({
        name: `report by ${name}, ${lines} lines`,
        unit: 'ms',
        yardstickName: 'one sum over the lines',
        values: await times(read),
        yardsticks,
        goal: valueAtMost(1000),
      }),
    )
  }
  return figures
}

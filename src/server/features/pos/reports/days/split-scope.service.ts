import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { type Day, dayAfter } from '#shared/kernel/time.ts'
import type { SalesScope } from '../sales-scope.ts'

/** A scope in two: what is read from the documents, and what from the sums of its days. */
export interface SplitScope {
  whole: SalesScope
  documents: SalesScope
  sums: SalesScope
}

/** Divides a scope by the days that are summed in the school's currency and time zone. Each day of it is in one of both. */
export async function splitScope(tx: Tx, scope: SalesScope): Promise<SplitScope> {
  const { school, range } = scope
  const { rows } = await tx.execute<{ day: Day }>(sql`
    select business_day::text as day from summed_days
    where school_id = ${school.schoolId} and business_day between ${range.firstDay}::date and ${range.lastDay}::date
      and currency = ${school.currency} and time_zone = ${school.timeZone} and summed_at is not null
    order by business_day`)
  const summed = new Set(rows.map(({ day }) => day))
  if (summed.size === 0) return unsplit(scope)
  const others: Day[] = []
  for (let day = range.firstDay; day <= range.lastDay; day = dayAfter(day, 1)) if (!summed.has(day)) others.push(day)
  return { whole: scope, documents: { ...scope, days: others }, sums: { ...scope, days: [...summed] } }
}

/**
 * Selects both parts of a scope. One without a day is left out: the planner would count what reading it costs, though nothing is read, and
 * start parallel workers for it.
 */
export function bothOf(
  { documents, sums }: SplitScope,
  select: Record<'documents' | 'sums', (of: SalesScope) => SQL>,
): SQL {
  const parts = [
    ...(documents.days?.length === 0 ? [] : [select.documents(documents)]),
    ...(sums.days?.length === 0 ? [] : [select.sums(sums)]),
  ]
  return sql.join(parts, sql` union all `)
}

/** A scope of which all is read from the documents. */
export const unsplit = (scope: SalesScope): SplitScope => ({
  whole: scope,
  documents: scope,
  sums: { ...scope, days: [] },
})

import { type SQL, sql } from 'drizzle-orm'

/** Business days of a report: one, or from `day` to `lastDay`, both included; open at the end that is absent. */
export interface BusinessDays {
  day?: string | undefined
  lastDay?: string | undefined
}

/** Returns the condition that a business day lies in these days; undefined where there is none. @param column SQL of the day */
export function isWithin(column: SQL, { day, lastDay }: BusinessDays): SQL | undefined {
  if (lastDay === undefined) return day === undefined ? undefined : sql`${column} = ${day}::date`
  if (day === undefined) return sql`${column} <= ${lastDay}::date`
  return sql`${column} between ${day}::date and ${lastDay}::date`
}

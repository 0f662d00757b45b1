import { date, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { appendOnlyPolicies, instant, minorUnits, schoolId } from '#server/kernel/columns.ts'

/** Months whose revenue is booked, each once. */
export const feeEarnedMonths = pgTable(
  'fee_earned_months',
  {
    schoolId: schoolId(),
    /** First day of the month. */
    month: date('month', { mode: 'string' }).notNull(),
    /** Journal of the month; null where nothing was earned. */
    journalId: uuid('journal_id'),
    at: instant('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.month] }), ...appendOnlyPolicies('fee_earned_months')],
)

/** What of a school year's deferred revenue was earned in a month; below zero where credit notes took more than was left. */
export const feeEarnings = pgTable(
  'fee_earnings',
  {
    schoolId: schoolId(),
    month: date('month', { mode: 'string' }).notNull(),
    year: integer('year').notNull(),
    component: text('component').notNull(),
    amount: minorUnits('amount').notNull(),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.year, t.component, t.month] }), ...appendOnlyPolicies('fee_earnings')],
)

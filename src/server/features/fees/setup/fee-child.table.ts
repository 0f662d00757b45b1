import { date, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { feeComponents } from './fee-setup.table.ts'

/** From when until when a child takes an optional component; periods of one component do not overlap. */
export const feeOptions = pgTable(
  'fee_options',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    studentId: uuid('student_id').notNull(),
    component: text('component').notNull(),
    fromOn: date('from_on', { mode: 'string' }).notNull(),
    /** Last day; null for no end. */
    untilOn: date('until_on', { mode: 'string' }),
    byUser: uuid('by_user').$type<UserId>().notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('fee_options_student_idx').on(t.schoolId, t.studentId),
    index('fee_options_component_idx').on(t.schoolId, t.component),
    foreignKey({ columns: [t.schoolId, t.component], foreignColumns: [feeComponents.schoolId, feeComponents.code] }),
    tenantPolicy('fee_options'),
  ],
)

/** Day from which a child is billed in a school year, as somebody decided for one who joined late. */
export const feeFirstDays = pgTable(
  'fee_first_days',
  {
    schoolId: schoolId(),
    studentId: uuid('student_id').notNull(),
    year: integer('year').notNull(),
    firstOn: date('first_on', { mode: 'string' }).notNull(),
    byUser: uuid('by_user').$type<UserId>().notNull(),
    at: instant('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.studentId, t.year] }), tenantPolicy('fee_first_days')],
)

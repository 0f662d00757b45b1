import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, onlyOf, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { UserId } from '#shared/kernel/ids.ts'

/** Columns of a seat category; campus and stream are empty where a school has only one. */
const placeColumns = () => ({
  campus: text('campus').notNull(),
  /** First calendar year of the school year. */
  entryYear: integer('entry_year').notNull(),
  grade: text('grade').notNull(),
  stream: text('stream').notNull(),
})

/** Capacity of a school by seat category. A category without a row has no seats. */
export const seatCategories = pgTable(
  'seat_places',
  {
    schoolId: schoolId(),
    ...placeColumns(),
    seats: integer('seats').notNull(),
    /** Number of offers allowed beyond capacity. */
    overOffer: integer('over_offer').notNull(),
    /** Count of changes: changing the capacity names the revision it was based on. */
    revision: integer('revision').notNull(),
    changedBy: uuid('changed_by').$type<UserId>(),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.campus, t.entryYear, t.grade, t.stream] }), tenantPolicy('seat_places')],
)

/** Seats: held by an offer, firm by payment, live until released. */
export const seatHolds = pgTable(
  'seat_holds',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    studentId: uuid('student_id').notNull(),
    /** Child's id across all its files: the root of its person, else the file. */
    childId: uuid('child_id').notNull(),
    ...placeColumns(),
    state: text('state').$type<'held' | 'firm'>().notNull(),
    takenAt: instant('taken_at').notNull(),
    firmAt: instant('firm_at'),
    releasedAt: instant('released_at'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('seat_holds_student_key').on(t.schoolId, t.studentId).where(sql`released_at is null`),
    // One live offer for each child, intake and campus: the table refuses what two colleagues might do at once.
    uniqueIndex('seat_holds_child_key')
      .on(t.schoolId, t.childId, t.entryYear, t.campus)
      .where(sql`released_at is null`),
    index('seat_holds_place_idx')
      .on(t.schoolId, t.entryYear, t.grade, t.campus, t.stream)
      .where(sql`released_at is null`),
    foreignKey({
      columns: [t.schoolId, t.campus, t.entryYear, t.grade, t.stream],
      foreignColumns: [
        seatCategories.schoolId,
        seatCategories.campus,
        seatCategories.entryYear,
        seatCategories.grade,
        seatCategories.stream,
      ],
    }),
    onlyOf('seat_holds_state_check', t.state, ['held', 'firm']),
    // A firm seat has its time, any other has none.
    check('seat_holds_firm_check', sql`(${t.state} = 'firm') = (${t.firmAt} is not null)`),
    tenantPolicy('seat_holds'),
  ],
)

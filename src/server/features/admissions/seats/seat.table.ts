import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, onlyOf, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { UserId } from '#shared/kernel/ids.ts'

/** For what a seat is counted; campus and stream are empty where a school has only one. */
const placeColumns = () => ({
  campus: text('campus').notNull(),
  /** By the first calendar year of the school year. */
  entryYear: integer('entry_year').notNull(),
  grade: text('grade').notNull(),
  stream: text('stream').notNull(),
})

/** How many children a school takes in, place by place. A place without a row has no seats. */
export const seatPlaces = pgTable(
  'seat_places',
  {
    schoolId: schoolId(),
    ...placeColumns(),
    seats: integer('seats').notNull(),
    /** How many offers more may be out than there are seats. */
    overOffer: integer('over_offer').notNull(),
    /** Counts the changes: whoever changes the capacity names the one that they have seen. */
    revision: integer('revision').notNull(),
    changedBy: uuid('changed_by').$type<UserId>(),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.campus, t.entryYear, t.grade, t.stream] }), tenantPolicy('seat_places')],
)

/** A seat that somebody has: held by an offer, firm by payment, live until it is given back. */
export const seatHolds = pgTable(
  'seat_holds',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    studentId: uuid('student_id').notNull(),
    /** The child, whatever the number of its files: the one that stands for its person, else the file. */
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
    // One live offer for each child, intake and campus: what two colleagues might do at once the table refuses.
    uniqueIndex('seat_holds_child_key')
      .on(t.schoolId, t.childId, t.entryYear, t.campus)
      .where(sql`released_at is null`),
    index('seat_holds_place_idx')
      .on(t.schoolId, t.entryYear, t.grade, t.campus, t.stream)
      .where(sql`released_at is null`),
    foreignKey({
      columns: [t.schoolId, t.campus, t.entryYear, t.grade, t.stream],
      foreignColumns: [
        seatPlaces.schoolId,
        seatPlaces.campus,
        seatPlaces.entryYear,
        seatPlaces.grade,
        seatPlaces.stream,
      ],
    }),
    onlyOf('seat_holds_state_check', t.state, ['held', 'firm']),
    // A seat is firm since a moment, or it is not firm.
    check('seat_holds_firm_check', sql`(${t.state} = 'firm') = (${t.firmAt} is not null)`),
    tenantPolicy('seat_holds'),
  ],
)

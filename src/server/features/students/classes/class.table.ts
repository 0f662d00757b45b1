import { sql } from 'drizzle-orm'
import { foreignKey, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { CustomerId, UserId } from '#shared/kernel/ids.ts'
import type { Day } from '#shared/kernel/time.ts'
import type { LeaveReason } from '#shared/pos/leave-reason.rules.ts'

/** Classes of a school year. Pupils name theirs by id (`customers.class_id`); tills show its English name. */
export const schoolClasses = pgTable(
  'school_classes',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    /** First calendar year of the school year. */
    year: integer('year').notNull(),
    grade: text('grade').notNull(),
    name: jsonb('name').$type<Bilingual>().notNull(),
    /** Count of changes: an edit names the one it was based on. */
    revision: integer('revision').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('school_classes_name_key').on(t.schoolId, t.year, sql`lower(${t.name}->>'en')`),
    tenantPolicy('school_classes'),
  ],
)

/** Moves of whole classes into the next school year; one for a year, unless it was undone. */
export const classPromotions = pgTable(
  'class_promotions',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    fromYear: integer('from_year').notNull(),
    madeAt: instant('made_at').notNull(),
    madeBy: uuid('made_by').$type<UserId>().notNull(),
    undoneAt: instant('undone_at'),
    undoneBy: uuid('undone_by').$type<UserId>(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('class_promotions_year_key').on(t.schoolId, t.fromYear).where(sql`undone_at is null`),
    tenantPolicy('class_promotions'),
  ],
)

/** What a promotion changes of a pupil. */
export interface PlaceInSchool {
  classId: string | null
  className: string
  leftOn: Day | null
  leaveReason: LeaveReason | null
}

/** Pupils of a promotion, as they were and as it left them. */
export const classPromotionMoves = pgTable(
  'class_promotion_moves',
  {
    schoolId: schoolId(),
    promotionId: uuid('promotion_id').notNull(),
    customerId: uuid('customer_id').$type<CustomerId>().notNull(),
    before: jsonb('before').$type<PlaceInSchool>().notNull(),
    after: jsonb('after').$type<PlaceInSchool>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.promotionId, t.customerId] }),
    foreignKey({
      name: 'class_promotion_moves_promotion_fk',
      columns: [t.schoolId, t.promotionId],
      foreignColumns: [classPromotions.schoolId, classPromotions.id],
    }),
    tenantPolicy('class_promotion_moves'),
  ],
)

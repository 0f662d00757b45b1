import { sql } from 'drizzle-orm'
import { date, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { FormSubject } from '#shared/forms/form-subjects.rules.ts'
import type { UserId } from '#shared/kernel/ids.ts'

/** Everybody a submission is about, once for each submission. Who is one and the same is decided by people, and kept apart. */
export const persons = pgTable(
  'persons',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    kind: text('kind').$type<FormSubject['kind']>().notNull(),
    submissionId: uuid('submission_id').notNull(),
    /** Which one of the submission, from 0. */
    place: integer('place').notNull(),
    names: text('names').array().notNull(),
    birthDate: date('birth_date'),
    phone: text('phone'),
    email: text('email'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('persons_place_key').on(t.schoolId, t.submissionId, t.place),
    tenantPolicy('persons'),
  ],
)

/** By what a person may be found again (shared/rules/person-keys.rules.ts): rows, since every engine has a plain index. */
export const personKeyRows = pgTable(
  'person_keys',
  { schoolId: schoolId(), key: text('key').notNull(), personId: uuid('person_id').notNull() },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.key, t.personId] }),
    index('person_keys_person_idx').on(t.schoolId, t.personId),
    foreignKey({ columns: [t.schoolId, t.personId], foreignColumns: [persons.schoolId, persons.id] }),
    tenantPolicy('person_keys'),
  ],
)

/**
 * What staff decided about two people. `same`: the first goes by the other from then on, so that those in force make trees;
 * `apart`: nobody is asked about these two again. A row is never changed but to undo it.
 */
export const personDecisions = pgTable(
  'person_decisions',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    decision: text('decision').$type<'same' | 'apart'>().notNull(),
    personId: uuid('person_id').notNull(),
    otherId: uuid('other_id').notNull(),
    decidedAt: instant('decided_at').notNull(),
    decidedBy: uuid('decided_by').$type<UserId>().notNull(),
    undoneAt: instant('undone_at'),
    undoneBy: uuid('undone_by').$type<UserId>(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('person_decisions_same_key')
      .on(t.schoolId, t.personId)
      .where(sql`decision = 'same' and undone_at is null`),
    index('person_decisions_person_idx').on(t.schoolId, t.personId),
    index('person_decisions_other_idx').on(t.schoolId, t.otherId),
    foreignKey({ columns: [t.schoolId, t.personId], foreignColumns: [persons.schoolId, persons.id] }),
    foreignKey({ columns: [t.schoolId, t.otherId], foreignColumns: [persons.schoolId, persons.id] }),
    tenantPolicy('person_decisions'),
  ],
)

import { sql } from 'drizzle-orm'
import { date, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { FormSubject } from '#shared/forms/form-subjects.rules.ts'
import type { UserId } from '#shared/kernel/ids.ts'

/** Everyone a submission is about, once for each submission. Identity between them is decided by staff, and stored separately. */
export const persons = pgTable(
  'persons',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    kind: text('kind').$type<FormSubject['kind']>().notNull(),
    submissionId: uuid('submission_id').notNull(),
    /** Index within the submission, from 0. */
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

/** Search keys of people (shared/rules/person-keys.rules.ts): rows, since every engine has a plain index. */
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
 * Staff decisions about two people. `same`: the first is merged into the other, so that those in force form trees; `apart`: the
 * two are not suggested again. A row is only changed to undo it.
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

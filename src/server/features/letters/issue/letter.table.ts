import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { appendOnlyPolicies, erasePolicy, instant, schoolId } from '#server/kernel/columns.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { ResolvedLetter } from '#shared/kernel/letter/letter.ts'
import type { LetterKind, LetterTopic } from '#shared/letters/letter-kinds.rules.ts'
import { letterLogos } from '../templates/letter-logo.table.ts'

/** Issued letters, as filled in: the document is made from this row alone, today and later. */
export const issuedLetters = pgTable(
  'issued_letters',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    kind: text('kind').$type<LetterKind>().notNull(),
    topic: text('topic').$type<LetterTopic>().notNull(),
    /** Subject whose newer letters of this topic supersede it: a student, or a request for consent. */
    subjectId: uuid('subject_id').notNull(),
    /** From 1, for each topic of a subject. */
    version: integer('version').notNull(),
    /** Student whose file contains it, if any. */
    studentId: uuid('student_id'),
    /** Offer or decision it is about. */
    sourceId: uuid('source_id'),
    blocks: jsonb('blocks').$type<ResolvedLetter>().notNull(),
    /** Version of the school's template it was filled into; 0 is the default. */
    templateVersion: integer('template_version').notNull().default(0),
    /** Logo at its head, which is not in the blocks; null where the school has no logo of its own for letters. */
    logoVersion: integer('logo_version'),
    /** Edition of the typesetting template. */
    edition: integer('edition').notNull(),
    /** SHA-256 of the code that stands on it, hex. */
    codeHash: text('code_hash').notNull(),
    issuedAt: instant('issued_at').notNull(),
    /** Null where a family or the clock caused it. */
    issuedBy: uuid('issued_by').$type<UserId>(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('issued_letters_version_key').on(t.schoolId, t.topic, t.subjectId, t.version),
    uniqueIndex('issued_letters_code_key').on(t.schoolId, t.codeHash),
    index('issued_letters_student_idx').on(t.schoolId, t.studentId),
    index('issued_letters_issued_idx').on(t.schoolId, t.issuedAt),
    foreignKey({ columns: [t.schoolId, t.logoVersion], foreignColumns: [letterLogos.schoolId, letterLogos.version] }),
    ...appendOnlyPolicies('issued_letters'),
    erasePolicy('issued_letters', {
      by: ['student_id', 'subject_id'],
      blank: "blocks = '{}'::jsonb",
    }),
  ],
)

/** First documents of letters. Bytes are only given out if their hash is here. */
export const letterPrints = pgTable(
  'letter_prints',
  {
    schoolId: schoolId(),
    letterId: uuid('letter_id').notNull(),
    /** Hash of the PDF, hex. */
    sha256: text('sha256').notNull(),
    bytes: integer('bytes').notNull(),
    missingGlyphs: text('missing_glyphs').array().notNull(),
    withoutLogo: boolean('without_logo').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.letterId] }),
    foreignKey({ columns: [t.schoolId, t.letterId], foreignColumns: [issuedLetters.schoolId, issuedLetters.id] }),
    ...appendOnlyPolicies('letter_prints'),
    erasePolicy('letter_prints', {
      by: ['letter_id'],
    }),
  ],
)

/** End of a letter's validity. Irreversible. */
export const letterEnds = pgTable(
  'letter_ends',
  {
    schoolId: schoolId(),
    letterId: uuid('letter_id').notNull(),
    standing: text('standing').$type<'superseded' | 'withdrawn'>().notNull(),
    at: instant('at').notNull(),
    byUser: uuid('by_user').$type<UserId>(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.letterId] }),
    foreignKey({ columns: [t.schoolId, t.letterId], foreignColumns: [issuedLetters.schoolId, issuedLetters.id] }),
    ...appendOnlyPolicies('letter_ends'),
  ],
)

/** Documents that differed from the issued one, and were not given out. */
export const letterFaults = pgTable(
  'letter_faults',
  {
    schoolId: schoolId(),
    letterId: uuid('letter_id').notNull(),
    /** Hash of what was made instead. */
    sha256: text('sha256').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.letterId, t.sha256] }),
    foreignKey({ columns: [t.schoolId, t.letterId], foreignColumns: [issuedLetters.schoolId, issuedLetters.id] }),
    ...appendOnlyPolicies('letter_faults'),
    erasePolicy('letter_faults', {
      by: ['letter_id'],
    }),
  ],
)

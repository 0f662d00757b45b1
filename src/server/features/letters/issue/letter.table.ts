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

/** Every letter that was issued, as it was filled in: its paper is made of this row alone, today and later. */
export const issuedLetters = pgTable(
  'issued_letters',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    kind: text('kind').$type<LetterKind>().notNull(),
    topic: text('topic').$type<LetterTopic>().notNull(),
    /** What a newer letter of this topic takes the place of: a student, or a request for consent. */
    subjectId: uuid('subject_id').notNull(),
    /** From 1, for each topic of a subject. */
    version: integer('version').notNull(),
    /** In whose file it is kept, where it is in one. */
    studentId: uuid('student_id'),
    /** The offer or the decision that it tells of. */
    sourceId: uuid('source_id'),
    blocks: jsonb('blocks').$type<ResolvedLetter>().notNull(),
    /** The school's own words that it was filled into; 0 is what every school begins with. */
    templateVersion: integer('template_version').notNull().default(0),
    /** The logo at its head, which is not in the blocks; null where it has none of the school's own for letters. */
    logoVersion: integer('logo_version'),
    /** Of the template that makes paper of the blocks. */
    edition: integer('edition').notNull(),
    /** SHA-256 of the code that stands on it, hex. */
    codeHash: text('code_hash').notNull(),
    issuedAt: instant('issued_at').notNull(),
    /** Null where a family or the clock has caused it. */
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
      of: '(e.student_id = issued_letters.student_id or issued_letters.subject_id = any(e.records))',
      blank: "blocks = '{}'::jsonb",
    }),
  ],
)

/** The first paper of a letter. Nobody is given bytes whose hash is not here. */
export const letterPrints = pgTable(
  'letter_prints',
  {
    schoolId: schoolId(),
    letterId: uuid('letter_id').notNull(),
    /** Of the PDF, hex. */
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
      of: 'letter_prints.letter_id in (select l.id from issued_letters l where l.school_id = e.school_id and (l.student_id = e.student_id or l.subject_id = any(e.records)))',
    }),
  ],
)

/** That a letter holds no more. There is no way back. */
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

/** Papers that came out different from the one that was issued, and were given to nobody. */
export const letterFaults = pgTable(
  'letter_faults',
  {
    schoolId: schoolId(),
    letterId: uuid('letter_id').notNull(),
    /** What was made instead. */
    sha256: text('sha256').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.letterId, t.sha256] }),
    foreignKey({ columns: [t.schoolId, t.letterId], foreignColumns: [issuedLetters.schoolId, issuedLetters.id] }),
    ...appendOnlyPolicies('letter_faults'),
    erasePolicy('letter_faults', {
      of: 'letter_faults.letter_id in (select l.id from issued_letters l where l.school_id = e.school_id and (l.student_id = e.student_id or l.subject_id = any(e.records)))',
    }),
  ],
)

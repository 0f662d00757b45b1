import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
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
import { appendOnlyPolicies, erasePolicy, instant, onlyOf, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import { type DocumentAct, documentStates, type StoredState } from '#shared/documents/document-state.rules.ts'
import type { DocumentType } from '#shared/documents/document-type.contract.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { UserId } from '#shared/kernel/ids.ts'

/** Required-document lists: every one ever set, the last one counts. */
export const documentSets = pgTable(
  'document_sets',
  {
    schoolId: schoolId(),
    version: integer('version').notNull(),
    pack: text('pack').notNull(),
    types: jsonb('types').$type<DocumentType[]>().notNull(),
    setAt: instant('set_at').notNull(),
    setBy: uuid('set_by').$type<UserId>().notNull(),
    /** Id of the command that set it; null for lists older than command ids. */
    commandId: uuid('command_id'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.version] }),
    uniqueIndex('document_sets_command_key').on(t.schoolId, t.commandId),
    ...appendOnlyPolicies('document_sets'),
  ],
)

/** File of a student: its document type, and its uploader. Its bytes are those of `submission_files`. */
export const documents = pgTable(
  'documents',
  {
    schoolId: schoolId(),
    /** Id of the file; a file attached to a multi-child form is linked to each child. */
    id: uuid('id').notNull(),
    studentId: uuid('student_id').notNull(),
    type: text('type').notNull(),
    cameFrom: text('came_from').$type<'form' | 'family' | 'staff'>().notNull(),
    byUser: uuid('by_user').$type<UserId>(),
    linkId: uuid('link_id'),
    addedAt: instant('added_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.studentId, t.id] }),
    index('documents_file_idx').on(t.schoolId, t.id),
    ...appendOnlyPolicies('documents'),
    erasePolicy('documents'),
  ],
)

/** Status of each document of a student; its history is in `document_deeds`. */
export const documentStatuses = pgTable(
  'document_standings',
  {
    schoolId: schoolId(),
    studentId: uuid('student_id').notNull(),
    type: text('type').notNull(),
    state: text('state').$type<StoredState>().notNull(),
    expiresOn: date('expires_on'),
    promisedUntil: date('promised_until'),
    /** Health and custody documents are counted only for readers who may see them. */
    isSensitive: boolean('is_sensitive').notNull(),
    /** Start of the current status. */
    since: instant('since').notNull(),
    /** Count of actions: a decision names the revision it was based on. */
    revision: integer('revision').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.studentId, t.type] }),
    index('document_standings_state_idx').on(t.schoolId, t.state, t.since),
    index('document_standings_expires_idx').on(t.schoolId, t.expiresOn),
    index('document_standings_promised_idx').on(t.schoolId, t.promisedUntil),
    // `expired` is not stored: a day has passed.
    onlyOf(
      'document_standings_state_check',
      t.state,
      documentStates.filter((state) => state !== 'expired'),
    ),
    tenantPolicy('document_standings'),
  ],
)

/** Actions on documents, with person and reason: append-only. The id is permanently that of the command. */
export const documentActions = pgTable(
  'document_deeds',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    studentId: uuid('student_id').notNull(),
    type: text('type').notNull(),
    /** Revision created by it. */
    revision: integer('revision').notNull(),
    act: text('act').$type<DocumentAct>().notNull(),
    state: text('state').$type<StoredState>().notNull(),
    /** File that arrived, if any. */
    documentId: uuid('document_id'),
    byUser: uuid('by_user').$type<UserId>(),
    reason: text('reason'),
    note: text('note'),
    day: date('day'),
    /** Hash of the request: the same id with another request is not a repetition. */
    askedHash: text('asked_hash'),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('document_deeds_revision_key').on(t.schoolId, t.studentId, t.type, t.revision),
    foreignKey({
      name: 'document_deeds_standing_fk',
      columns: [t.schoolId, t.studentId, t.type],
      foreignColumns: [documentStatuses.schoolId, documentStatuses.studentId, documentStatuses.type],
    }),
    ...appendOnlyPolicies('document_deeds'),
    erasePolicy('document_deeds'),
  ],
)

/** Link for a guardian to send what is missing: one for each guardian of a student. */
export const documentLinks = pgTable(
  'document_links',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    studentId: uuid('student_id').notNull(),
    /** SHA-256 of the link's token, hex: reading the table gives no link. */
    tokenHash: text('token_hash').notNull(),
    /** Hashes of links that this guardian's account opened, the latest first: they expire with it. */
    besideHashes: text('beside_hashes').array().notNull().default([]),
    guardian: text('guardian').notNull(),
    email: text('email').notNull(),
    language: text('language').$type<Language>().notNull(),
    askedAt: instant('asked_at').notNull(),
    askedBy: uuid('asked_by').$type<UserId>().notNull(),
    expiresAt: instant('expires_at').notNull(),
    openedAt: instant('opened_at'),
    endedAt: instant('ended_at'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('document_links_token_key').on(t.schoolId, t.tokenHash),
    // Few rows have any.
    index('document_links_beside_idx').on(t.schoolId).where(sql`${t.besideHashes} <> '{}'`),
    uniqueIndex('document_links_guardian_key').on(t.schoolId, t.studentId, t.email),
    tenantPolicy('document_links'),
  ],
)

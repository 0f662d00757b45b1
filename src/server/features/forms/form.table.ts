import {
  customType,
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
import { instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import type { FormDefinition, FormPurpose } from '#shared/forms/form-definition.contract.ts'
import type { FileKind, Language } from '#shared/kernel/fields.ts'
import type { DeviceId, UserId } from '#shared/kernel/ids.ts'

/** A form of a school, by the name it has in addresses. */
export const forms = pgTable(
  'forms',
  {
    schoolId: schoolId(),
    slug: text('slug').notNull(),
    /** The version that people get; null while there is only a draft. */
    publishedVersion: integer('published_version'),
    /** Counts up with all that is done to the working copy and with each version: who has seen an older one changes nothing. */
    revision: integer('revision').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.slug] }), tenantPolicy('forms')],
)

/** Every version there ever was: what was handed in is read with the version it was written under. */
export const formVersions = pgTable(
  'form_versions',
  {
    schoolId: schoolId(),
    slug: text('slug').notNull(),
    version: integer('version').notNull(),
    definition: jsonb('definition').$type<FormDefinition>().notNull(),
    publishedAt: instant('published_at').notNull(),
    /** Null for the forms that a school begins with. */
    publishedBy: uuid('published_by').$type<UserId>(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.slug, t.version] }),
    foreignKey({ columns: [t.schoolId, t.slug], foreignColumns: [forms.schoolId, forms.slug] }),
    tenantPolicy('form_versions'),
  ],
)

/** What was handed in, frozen with the version of its form. */
export const submissions = pgTable(
  'submissions',
  {
    schoolId: schoolId(),
    /** The id of the operation that brought it, minted when the form was opened. */
    id: uuid('id').notNull(),
    reference: text('reference').notNull(),
    slug: text('slug').notNull(),
    version: integer('version').notNull(),
    purpose: text('purpose').$type<FormPurpose>().notNull(),
    answers: jsonb('answers').$type<Answers>().notNull(),
    language: text('language').$type<Language>().notNull(),
    channel: text('channel').$type<'public' | 'kiosk'>().notNull(),
    /** The device or visitor that handed it in: the only one that may ask about it and send its files. */
    senderId: uuid('sender_id').$type<DeviceId>().notNull(),
    startedAt: instant('started_at').notNull(),
    receivedAt: instant('received_at').notNull(),
    /** What staff should look at: `late`, `clock-skew`, `robot` … */
    flags: text('flags').array().notNull(),
    /** What staff find it by, folded, each word after a space; a phone number as its digits. */
    searchText: text('search_text').notNull().default(''),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('submissions_reference_key').on(t.schoolId, t.reference),
    index('submissions_received_idx').on(t.schoolId, t.purpose, t.receivedAt),
    foreignKey({
      columns: [t.schoolId, t.slug, t.version],
      foreignColumns: [formVersions.schoolId, formVersions.slug, formVersions.version],
    }),
    tenantPolicy('submissions'),
  ],
)

/** A file that a submission names, or that came by itself. It counts only as `complete`: all of it there, with the hash that was announced. */
export const submissionFiles = pgTable(
  'submission_files',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    /** Null for what belongs to no form: the documents of a student. */
    submissionId: uuid('submission_id'),
    /** Where in the answers it belongs: `passport`, `children.0.photo`. */
    path: text('path').notNull(),
    name: text('name').notNull(),
    kind: text('kind').$type<FileKind>().notNull(),
    bytes: integer('bytes').notNull(),
    sha256: text('sha256').notNull(),
    state: text('state').$type<'awaited' | 'complete' | 'refused'>().notNull(),
    completedAt: instant('completed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('submission_files_submission_idx').on(t.schoolId, t.submissionId),
    foreignKey({ columns: [t.schoolId, t.submissionId], foreignColumns: [submissions.schoolId, submissions.id] }),
    tenantPolicy('submission_files'),
  ],
)

const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

/** The bytes of a file, piece by piece, as they arrive. */
export const fileChunks = pgTable(
  'file_chunks',
  {
    schoolId: schoolId(),
    fileId: uuid('file_id').notNull(),
    no: integer('no').notNull(),
    data: bytea('data').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.fileId, t.no] }),
    foreignKey({ columns: [t.schoolId, t.fileId], foreignColumns: [submissionFiles.schoolId, submissionFiles.id] }),
    tenantPolicy('file_chunks'),
  ],
)

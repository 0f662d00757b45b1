import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import type { FormDefinition, FormPurpose } from '#shared/forms/form-definition.contract.ts'
import type { FileKind, Language } from '#shared/kernel/fields.ts'
import type { DeviceId, UserId } from '#shared/kernel/ids.ts'

/** Form of a school, by its slug. */
export const forms = pgTable(
  'forms',
  {
    schoolId: schoolId(),
    slug: text('slug').notNull(),
    /** Version served to people; null while there is only a draft. */
    publishedVersion: integer('published_version'),
    /** Increases with every change of the working copy and every version: a change based on an older one is refused. */
    revision: integer('revision').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.slug] }), tenantPolicy('forms')],
)

/** Every version ever published: a submission is read with the version it was written under. */
export const formVersions = pgTable(
  'form_versions',
  {
    schoolId: schoolId(),
    slug: text('slug').notNull(),
    version: integer('version').notNull(),
    definition: jsonb('definition').$type<FormDefinition>().notNull(),
    publishedAt: instant('published_at').notNull(),
    /** Null for the school's initial forms. */
    publishedBy: uuid('published_by').$type<UserId>(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.slug, t.version] }),
    foreignKey({ columns: [t.schoolId, t.slug], foreignColumns: [forms.schoolId, forms.slug] }),
    tenantPolicy('form_versions'),
  ],
)

/** Submissions, frozen with the version of their form. */
export const submissions = pgTable(
  'submissions',
  {
    schoolId: schoolId(),
    /** Id of the submitting operation, minted when the form was opened. */
    id: uuid('id').notNull(),
    reference: text('reference').notNull(),
    slug: text('slug').notNull(),
    version: integer('version').notNull(),
    purpose: text('purpose').$type<FormPurpose>().notNull(),
    answers: jsonb('answers').$type<Answers>().notNull(),
    language: text('language').$type<Language>().notNull(),
    channel: text('channel').$type<'public' | 'kiosk'>().notNull(),
    /** Submitting device or anonymous sender: the only one that may ask about it and send its files. */
    senderId: uuid('sender_id').$type<DeviceId>().notNull(),
    startedAt: instant('started_at').notNull(),
    receivedAt: instant('received_at').notNull(),
    /** Flags for staff: `late`, `clock-skew`, `robot` … */
    flags: text('flags').array().notNull(),
    /** Folded search text, each word after a space; a phone number as its digits. */
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

/** File named by a submission, or sent separately. It counts only as `complete`: completely received, with the announced hash. */
export const submissionFiles = pgTable(
  'submission_files',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    /** Null for files of no form: a student's documents. */
    submissionId: uuid('submission_id'),
    /** Path in the answers: `passport`, `children.0.photo`. */
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

/** Bytes of a file by chunk, as they arrive. */
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

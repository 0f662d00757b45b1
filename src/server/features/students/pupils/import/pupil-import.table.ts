import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, onlyOf, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import {
  type PupilImport,
  type PupilImportCounts,
  type RefusedPupil,
  pupilImportStates,
} from '#shared/students/pupils/pupil-import.contract.ts'
import type { FilePupil } from './pupil-row.rules.ts'

/** Files of pupils that were read; each is deleted after its retention, with its rows. */
export const pupilImports = pgTable(
  'pupil_imports',
  {
    schoolId: schoolId(),
    /** Id of the command that created it. */
    id: uuid('id').notNull(),
    fileName: text('file_name').notNull(),
    state: text('state').$type<PupilImport['state']>().notNull(),
    counts: jsonb('counts').$type<PupilImportCounts>().notNull(),
    refused: jsonb('refused').$type<RefusedPupil[]>().notNull(),
    /** Rows that are imported. */
    done: integer('done').notNull(),
    startedAt: instant('started_at').notNull(),
    startedBy: uuid('started_by').$type<UserId>().notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('pupil_imports_started_idx').on(t.schoolId, t.startedAt),
    onlyOf('pupil_imports_state_check', t.state, pupilImportStates),
    tenantPolicy('pupil_imports'),
  ],
)

/** Rows of a file that are to be written, some hundred in a part; emptied as they are written. */
export const pupilImportParts = pgTable(
  'pupil_import_parts',
  {
    schoolId: schoolId(),
    importId: uuid('import_id').notNull(),
    no: integer('no').notNull(),
    rows: jsonb('rows').$type<FilePupil[]>().notNull(),
    isDone: boolean('is_done').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.importId, t.no] }),
    foreignKey({
      name: 'pupil_import_parts_import_fk',
      columns: [t.schoolId, t.importId],
      foreignColumns: [pupilImports.schoolId, pupilImports.id],
    }),
    tenantPolicy('pupil_import_parts'),
  ],
)

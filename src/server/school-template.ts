import { currentWordings } from './features/consents/wording.service.ts'
import { currentForms } from './features/forms/start-forms.service.ts'
import type { TemplateRow } from './features/school/create-school.service.ts'
import { readSchool } from './features/school/school.service.ts'
import type { Database } from './kernel/db.ts'
import type { StartContent } from './school-start.ts'

/** What new schools take over from a template: its row, its published forms and its consent wordings. */
export interface SchoolTemplate {
  row: TemplateRow
  content: StartContent
}

/** Reads a template school as it is now. @throws AppError tenant.unknown */
export const readTemplate = (db: Database, schoolId: string): Promise<SchoolTemplate> =>
  db.tenant(schoolId, async (tx) => ({
    row: await readSchool(tx, schoolId),
    content: { forms: await currentForms(tx, schoolId), wordings: await currentWordings(tx, schoolId) },
  }))

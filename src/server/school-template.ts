import { currentWordings } from './features/consents/wording.service.ts'
import { currentForms } from './features/forms/start-forms.service.ts'
import type { TemplateRow } from './features/school/create-school.service.ts'
import { readCatalogueCopy } from './features/pos/catalogue/copy-catalogue.service.ts'
import { readSchool } from './features/school/school.service.ts'
import type { Database } from './kernel/db.ts'
import type { Deps } from './kernel/deps.ts'
import { type StartContent, startSteps } from './school-start.ts'

/** What new schools take over from a template: its row, its published forms, its consent wordings and its catalogue. */
export interface SchoolTemplate {
  row: TemplateRow
  content: StartContent
}

/** Reads a template school as it is now. @throws AppError tenant.unknown */
export const readTemplate = (db: Database, schoolId: string): Promise<SchoolTemplate> =>
  db.tenant(schoolId, async (tx) => {
    const row = await readSchool(tx, schoolId)
    const content = {
      forms: await currentForms(tx, schoolId),
      wordings: await currentWordings(tx, schoolId),
      catalogue: { currency: row.currency, copy: await readCatalogueCopy(tx, schoolId) },
    }
    return { row, content }
  })

/** Returns what a school begins with: the product's own defaults, or what a template lends. @throws AppError tenant.unknown */
export async function startOfSchool(deps: Deps, templateId: string | null) {
  if (templateId === null) return { steps: startSteps(deps) }
  const { row, content } = await readTemplate(deps.db, templateId)
  return { template: row, steps: startSteps(deps, content) }
}

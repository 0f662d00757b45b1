import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { writeSheet } from '#server/features/lists/spreadsheet/write-sheet.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { describeFailure } from '#server/http/describe-failure.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { SheetRow } from '#shared/lists/spreadsheet.rules.ts'
import {
  checkPupilImport,
  pupilColumnCodes,
  pupilColumns,
  pupilImports,
  pupilsRefused,
  pupilTemplate,
  runPupilImport,
} from '#shared/students/pupils/pupil-import.contract.ts'
import { requireRightsToRun } from './import-money.service.ts'
import { checkPupilFile } from './check-pupil-file.service.ts'
import { findImport, importView, latestImports, setImport } from './pupil-import.service.ts'
import { runPupils } from './run-pupil-import.service.ts'

const allow = (ctx: SessionCtx) => requirePermission(ctx.session, 'pupils.manage')

/** Continues an import after the call is answered. */
function continueImport({ deps, school: { schoolId } }: SessionCtx, id: string): void {
  runPupils(deps, schoolId, id).catch((error: unknown) =>
    deps.log.error(describeFailure(error), 'an import of pupils stopped'),
  )
}

const sheetName = { en: 'Pupils', ar: 'الطلاب' } as const

async function* noRows(): AsyncGenerator<readonly SheetRow[]> {
  // A template has its headings alone.
}

const templateSheet = (language: Language) => ({
  name: sheetName[language],
  isRightToLeft: language === 'ar',
  columns: pupilColumnCodes.map((code) => ({ head: pupilColumns[code][language], kind: 'text' as const })),
})

export const pupilImportRoutes: Feature = ({ clock }) => [
  route.session(checkPupilImport, async (ctx, asked) => {
    allow(ctx)
    return checkPupilFile(ctx, asked)
  }),
  route.session(pupilImports, async (ctx) => {
    allow(ctx)
    return ctx.tenant(async (tx) => {
      const jobs = []
      for (const job of await latestImports(tx, ctx.school.schoolId)) jobs.push(await importView(tx, job))
      return { jobs }
    })
  }),
  route.session(pupilsRefused, async (ctx, { id }) => {
    allow(ctx)
    return ctx.tenant(async (tx) => ({ refused: (await findImport(tx, ctx.school.schoolId, id)).refused }))
  }),
  route.session(runPupilImport, async (ctx, { id, isRunning }) => {
    allow(ctx)
    const { schoolId } = ctx.school
    const job = await ctx.tenant(async (tx) => {
      if (isRunning) await requireRightsToRun(tx, ctx, id)
      const hasBegun = await setImport(tx, await findImport(tx, schoolId, id), isRunning, clock.nowMs())
      const { counts, ...view } = await importView(tx, await findImport(tx, schoolId, id))
      const facts = { count: counts.new + counts.changed }
      if (hasBegun) await recordAuditEvent(tx, ctx, 'pupils-imported', { about: null, facts })
      return { ...view, counts }
    })
    if (job.state === 'running') continueImport(ctx, id)
    return { job }
  }),
  route.session(pupilTemplate, async (ctx, { language, format }) => {
    allow(ctx)
    return {
      name: `pupils.${format}`,
      kind: format,
      bytes: await writeSheet(templateSheet(language), noRows(), format),
    }
  }),
]

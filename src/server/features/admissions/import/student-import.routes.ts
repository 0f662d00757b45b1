import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { describeFailure } from '#server/http/describe-failure.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { maxImported } from '#shared/admissions/import/import-columns.rules.ts'
import {
  checkImport,
  importJobs,
  importRefused,
  importRows,
  importTemplate,
  startImport,
} from '#shared/admissions/import/student-import.contract.ts'
import { businessDay, type Clock } from '#shared/kernel/time.ts'
import { checkFile } from './check-file.service.ts'
import { findJob, jobView, latestJobs, rowsOfJob, rowViews, setJob } from './import-job.service.ts'
import { refusedSheet, templateSheet } from './import-sheets.ts'
import { runImport } from './run-import.service.ts'

const allow = (ctx: SessionCtx) => requirePermission(ctx.session, 'students.import')

/** Continues a job after the call is answered; problems appear in its rows, or in the log. */
function continueJob({ deps, school: { schoolId } }: SessionCtx, id: string): void {
  runImport(deps, schoolId, id).catch((error: unknown) =>
    deps.log.error(describeFailure(error), 'an import of students stopped'),
  )
}

export const studentImportRoutes: Feature = ({ clock }) => [
  route.session(checkImport, async (ctx, asked) => {
    allow(ctx)
    return checkFile(ctx, asked)
  }),
  route.session(importJobs, async (ctx) => {
    allow(ctx)
    return ctx.tenant(async (tx) => {
      const jobs = []
      for (const job of await latestJobs(tx, ctx.school.schoolId)) jobs.push(await jobView(tx, job))
      return { jobs }
    })
  }),
  route.session(importRows, async (ctx, { id, verdict, seen, limit }) => {
    allow(ctx)
    return ctx.tenant(async (tx) => {
      const job = await findJob(tx, ctx.school.schoolId, id)
      const found = await rowsOfJob(tx, job, { verdict, from: seen, limit: limit + 1 })
      const rows = await rowViews(tx, ctx.school.schoolId, found.slice(0, limit))
      return { rows, next: found.length > limit ? seen + limit : null }
    })
  }),
  route.session(startImport, async (ctx, { id, isRunning }) => {
    allow(ctx)
    const { schoolId } = ctx.school
    const job = await ctx.tenant(async (tx) => {
      const found = await findJob(tx, schoolId, id)
      const hasBegun = await setJob(tx, found, isRunning, clock.nowMs())
      const told = await jobView(tx, await findJob(tx, schoolId, id))
      const facts = { count: told.counts.new, format: told.format }
      if (hasBegun) await recordAuditEvent(tx, ctx, 'students-imported', { about: null, facts })
      return told
    })
    if (job.state === 'running') continueJob(ctx, id)
    return { job }
  }),
  ...fileRoutes(clock),
]

const fileRoutes = (clock: Clock) => [
  route.session(importRefused, async (ctx, { id, language }) => {
    allow(ctx)
    const rows = await ctx.tenant(async (tx) => {
      const job = await findJob(tx, ctx.school.schoolId, id)
      return rowsOfJob(tx, job, { verdict: 'refused', from: 0, limit: maxImported })
    })
    const day = businessDay(clock.nowMs(), ctx.school.timeZone, 0)
    const bytes = await refusedSheet(language, rows)
    return { name: `students-refused-${day}.csv`, kind: 'csv' as const, bytes }
  }),
  route.session(importTemplate, async (ctx, { language, format }) => {
    allow(ctx)
    return { name: `students.${format}`, kind: format, bytes: await templateSheet(language, format) }
  }),
]

import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { csvOf } from '#server/features/lists/spreadsheet/csv.service.ts'
import { xlsxOf } from '#server/features/lists/spreadsheet/xlsx.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { describeFailure } from '#server/http/describe-failure.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import {
  importColumnCodes,
  importColumns,
  maxImported,
  reasonHead,
} from '#shared/admissions/import/import-columns.rules.ts'
import { reasonOf } from '#shared/admissions/import/import-reasons.rules.ts'
import {
  checkImport,
  importJobs,
  importRefused,
  importRows,
  importTemplate,
  startImport,
} from '#shared/admissions/import/student-import.contract.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { businessDay, type Clock } from '#shared/kernel/time.ts'
import type { Sheet, SheetColumn, SheetFormat, SheetRow } from '#shared/lists/spreadsheet.rules.ts'
import { checkFile } from './check-file.service.ts'
import { findJob, jobView, latestJobs, rowsOfJob, rowViews, type StoredRow, setJob } from './import-job.service.ts'
import { runImport } from './run-import.service.ts'

const rowWord = { en: 'Row', ar: 'الصف رقم' } as const
const names = { en: 'Students', ar: 'الطلاب' } as const

const headsIn = (language: Language): SheetColumn[] =>
  importColumnCodes.map((code) => ({ ...importColumns[code], kind: 'text', head: importColumns[code][language] }))

const sheetOf = (language: Language, columns: readonly SheetColumn[]): Sheet => ({
  name: names[language],
  isRightToLeft: language === 'ar',
  columns,
})

/** Creates a file with only the headers. */
const templateSheet = (language: Language, format: SheetFormat): Promise<Uint8Array<ArrayBuffer>> =>
  whole((format === 'csv' ? csvOf : xlsxOf)(sheetOf(language, headsIn(language)), pages([])))

/** Returns rows as in their file, each with its problem; nothing in them is a formula. */
function refusedSheet(language: Language, rows: readonly StoredRow[]): Promise<Uint8Array<ArrayBuffer>> {
  const columns: SheetColumn[] = [{ head: reasonHead[language], kind: 'text' }, ...headsIn(language)]
  const lines = rows.map(
    ({ row, cells, problems }): SheetRow => [
      `${rowWord[language]} ${row} · ${problems.map((problem) => reasonOf(problem, language)).join(' · ')}`,
      ...importColumnCodes.map((code) => cells[code] ?? null),
    ],
  )
  return whole(csvOf(sheetOf(language, columns), pages(lines)))
}

async function* pages(rows: readonly SheetRow[]): AsyncGenerator<readonly SheetRow[]> {
  if (rows.length > 0) yield await Promise.resolve(rows)
}

async function whole(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  const bytes = new Uint8Array(all.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0
  for (const chunk of all) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}

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

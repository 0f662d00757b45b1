import type { z } from 'zod'
import { readSheet, SheetRefused } from '#server/features/lists/spreadsheet/read-sheet.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import {
  type HeadsRead,
  type ImportColumn,
  knownHeads,
  maxImportColumns,
  maxImported,
  readHeads,
} from '#shared/admissions/import/import-columns.rules.ts'
import { type DayOrder, dayOrderOf } from '#shared/lists/day-cell.rules.ts'
import type { ImportCells } from '#shared/admissions/import/import-row.rules.ts'
import type { checkImport, Unreadable } from '#shared/admissions/import/student-import.contract.ts'
import { businessDay, toInstant } from '#shared/kernel/time.ts'
import type { SheetFormat } from '#shared/lists/spreadsheet.rules.ts'
import { homeCountry } from '#shared/school/home-country.rules.ts'
import { checkRows, type RowOfFile } from './check-rows.service.ts'
import { addJob, claimJob, findJob, jobView, keptMs } from './import-job.service.ts'

interface FileOfStudents {
  format: SheetFormat
  heads: HeadsRead
  order: DayOrder
  rows: RowOfFile[]
}

const dayColumns = ['birthDate', 'nextActionOn', 'appliedOn'] as const

/** Parses a file for import, its rows not yet checked; or returns why it is not read. */
function readStudents(bytes: Uint8Array): FileOfStudents | Unreadable {
  try {
    const { format, rows } = readSheet(bytes, { rows: maxImported, columns: maxImportColumns }, knownHeads)
    const [head, ...body] = rows
    const heads = readHeads(head?.cells ?? [])
    if (heads.missing.length > 0) return { why: 'columns-missing', columns: [...heads.missing] }
    if (heads.twice.length > 0) return { why: 'columns-twice', columns: [...heads.twice] }
    if (body.length === 0) return { why: 'empty', columns: [] }
    const read = body.map(({ no, cells, damage }) => ({ row: no, cells: cellsIn(heads.codes, cells), damage }))
    const order = dayOrderOf(read.flatMap(({ cells }) => dayColumns.flatMap((column) => cells[column] ?? [])))
    return { format, heads, order, rows: read }
  } catch (error) {
    if (error instanceof SheetRefused) return { why: error.why, columns: [] }
    throw error
  }
}

function cellsIn(codes: readonly (ImportColumn | null)[], cells: readonly string[]): ImportCells {
  const found: ImportCells = {}
  for (const [no, code] of codes.entries()) {
    const cell = cells[no] ?? ''
    // Implausibly long texts are truncated.
    if (code !== null && cell.trim() !== '') found[code] = cell.slice(0, 1000).toWellFormed().replaceAll('\u0000', '')
  }
  return found
}

/** Reads a file, checks its rows and stores that as a job, once; or returns why the file is not read. */
export async function checkFile(
  ctx: SessionCtx,
  { commandId: id, fileName, data }: z.output<typeof checkImport.body>,
): Promise<z.input<typeof checkImport.reply>> {
  const { schoolId, currency, timeZone } = ctx.school
  const file = readStudents(Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0)))
  if ('why' in file) return { job: null, unreadable: file }
  const nowMs = ctx.deps.clock.nowMs()
  const { format, heads, order, rows } = file
  const setting = { order, today: businessDay(nowMs, timeZone, 0), country: homeCountry(currency) }
  const job = {
    schoolId,
    id,
    fileName,
    format,
    state: 'judged' as const,
    dayOrder: order,
    unknownHeads: [...heads.unknown],
    unusedHeads: [...heads.unused],
    startedAt: toInstant(nowMs),
    startedBy: ctx.session.user.userId,
    expiresAt: toInstant(nowMs + keptMs.judged),
  }
  return ctx.tenant(async (tx) => {
    if (!(await claimJob(tx, schoolId, id))) await addJob(tx, job, await checkRows(tx, schoolId, setting, rows))
    return { job: await jobView(tx, await findJob(tx, schoolId, id)), unreadable: null }
  })
}

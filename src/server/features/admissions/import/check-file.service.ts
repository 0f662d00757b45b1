import type { z } from 'zod'
import { type FileShape, findShape, keepShape } from '#server/features/lists/spreadsheet/import-shape.service.ts'
import { readSheet, SheetRefused } from '#server/features/lists/spreadsheet/read-sheet.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import {
  type HeadsRead,
  type ImportColumn,
  importColumnCodes,
  knownHeads,
  maxImportColumns,
  maxImported,
  readHeads,
} from '#shared/admissions/import/import-columns.rules.ts'
import { type DayOrder, dayOrderOf } from '#shared/lists/day-cell.rules.ts'
import { type HeadMapping, mappingOf, type ReadHead, sampleBelow, shownHead } from '#shared/lists/head-mapping.rules.ts'
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

interface Read {
  /** The headings as they are written, with what each names; none where the file could not be read so far. */
  written: ReadHead<ImportColumn>[]
  file: FileOfStudents | Unreadable
}

/** Parses a file for import, its rows not yet checked; or returns why it is not read. */
function readStudents(bytes: Uint8Array, mapping: HeadMapping<ImportColumn>): Read {
  try {
    const known = (heads: readonly string[]) => knownHeads(heads, mapping)
    const { format, rows } = readSheet(bytes, { rows: maxImported, columns: maxImportColumns }, known)
    const [head, ...body] = rows
    const heads = readHeads(head?.cells ?? [], mapping)
    const written = (head?.cells ?? []).flatMap((text, no) =>
      text.trim() === ''
        ? []
        : [{ head: shownHead(text), sample: sampleBelow(body, no), column: heads.codes[no] ?? null }],
    )
    return { written, file: studentsIn(format, heads, body) }
  } catch (error) {
    if (error instanceof SheetRefused) return { written: [], file: { why: error.why, columns: [] } }
    throw error
  }
}

type SheetRows = ReturnType<typeof readSheet>['rows']

function studentsIn(format: SheetFormat, heads: HeadsRead, body: SheetRows): FileOfStudents | Unreadable {
  if (heads.missing.length > 0) return { why: 'columns-missing', columns: [...heads.missing] }
  if (heads.twice.length > 0) return { why: 'columns-twice', columns: [...heads.twice] }
  if (body.length === 0) return { why: 'empty', columns: [] }
  const read = body.map(({ no, cells, damage }) => ({ row: no, cells: cellsIn(heads.codes, cells), damage }))
  const order = dayOrderOf(read.flatMap(({ cells }) => dayColumns.flatMap((column) => cells[column] ?? [])))
  return { format, heads, order, rows: read }
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
  { commandId: id, fileName, data, columns }: z.output<typeof checkImport.body>,
): Promise<z.input<typeof checkImport.reply>> {
  const { schoolId, currency, timeZone } = ctx.school
  const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0))
  const plain = readStudents(bytes, {})
  const shape: FileShape = { schoolId, list: 'students', heads: plain.written.map(({ head }) => head) }
  const mapping = columns ? mappingOf(columns) : await ctx.tenant((tx) => findShape(tx, shape, importColumnCodes))
  const isMapped = Object.keys(mapping).length > 0
  const { file, written: heads } = isMapped ? readStudents(bytes, mapping) : plain
  const said = { heads, isRemembered: isMapped && !columns }
  if ('why' in file) return { job: null, unreadable: file, ...said }
  const nowMs = ctx.deps.clock.nowMs()
  const { format, heads: read, order, rows } = file
  const { profile } = await ctx.tenant((tx) => readSchool(tx, schoolId))
  const today = businessDay(nowMs, timeZone, 0)
  const setting = { order, today, country: homeCountry(currency), grades: profile.grades }
  const job = {
    schoolId,
    id,
    fileName,
    format,
    state: 'judged' as const,
    dayOrder: order,
    unknownHeads: [...read.unknown],
    unusedHeads: [...read.unused],
    startedAt: toInstant(nowMs),
    startedBy: ctx.session.user.userId,
    expiresAt: toInstant(nowMs + keptMs.judged),
  }
  return ctx.tenant(async (tx) => {
    if (!(await claimJob(tx, schoolId, id))) await addJob(tx, job, await checkRows(tx, schoolId, setting, rows))
    if (columns) await keepShape(tx, shape, { mapping, savedAt: job.startedAt, savedBy: job.startedBy })
    return { job: await jobView(tx, await findJob(tx, schoolId, id)), unreadable: null, ...said }
  })
}

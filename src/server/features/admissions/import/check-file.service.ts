import type { z } from 'zod'
import { readSheet, SheetRefused } from '#server/features/lists/spreadsheet/read-sheet.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import {
  type HeadMapping,
  type HeadsRead,
  type ImportColumn,
  knownHeads,
  maxImportColumns,
  maxImported,
  readHeads,
  shapeOf,
} from '#shared/admissions/import/import-columns.rules.ts'
import { type DayOrder, dayOrderOf } from '#shared/lists/day-cell.rules.ts'
import type { ImportCells } from '#shared/admissions/import/import-row.rules.ts'
import type { checkImport, HeadOfFile, Unreadable } from '#shared/admissions/import/student-import.contract.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import { foldText } from '#shared/kernel/text/search.rules.ts'
import { businessDay, toInstant } from '#shared/kernel/time.ts'
import type { SheetFormat } from '#shared/lists/spreadsheet.rules.ts'
import { homeCountry } from '#shared/school/home-country.rules.ts'
import { checkRows, type RowOfFile } from './check-rows.service.ts'
import { addJob, claimJob, findJob, jobView, keptMs } from './import-job.service.ts'
import { findShape, keepShape } from './import-shape.service.ts'

interface FileOfStudents {
  format: SheetFormat
  heads: HeadsRead
  order: DayOrder
  rows: RowOfFile[]
}

const dayColumns = ['birthDate', 'nextActionOn', 'appliedOn'] as const

interface Read {
  /** The headings as they are written, with what each names; none where the file could not be read so far. */
  written: HeadOfFile[]
  file: FileOfStudents | Unreadable
}

/** Parses a file for import, its rows not yet checked; or returns why it is not read. */
function readStudents(bytes: Uint8Array, mapping: HeadMapping): Read {
  try {
    const known = (heads: readonly string[]) => knownHeads(heads, mapping)
    const { format, rows } = readSheet(bytes, { rows: maxImported, columns: maxImportColumns }, known)
    const [head, ...body] = rows
    const heads = readHeads(head?.cells ?? [], mapping)
    const written = (head?.cells ?? []).flatMap((text, no) =>
      text.trim() === '' ? [] : [{ head: shown(text), sample: sampleOf(body, no), column: heads.codes[no] ?? null }],
    )
    return { written, file: studentsIn(format, heads, body) }
  } catch (error) {
    if (error instanceof SheetRefused) return { written: [], file: { why: error.why, columns: [] } }
    throw error
  }
}

type SheetRows = ReturnType<typeof readSheet>['rows']

const shown = (text: string): string => text.trim().slice(0, 200).toWellFormed()
const sampleOf = (rows: SheetRows, no: number): string =>
  shown(rows.map(({ cells }) => cells[no] ?? '').find((cell) => cell.trim() !== '') ?? '').slice(0, 80)

function studentsIn(format: SheetFormat, heads: HeadsRead, body: SheetRows): FileOfStudents | Unreadable {
  if (heads.missing.length > 0) return { why: 'columns-missing', columns: [...heads.missing] }
  if (heads.twice.length > 0) return { why: 'columns-twice', columns: [...heads.twice] }
  if (body.length === 0) return { why: 'empty', columns: [] }
  const read = body.map(({ no, cells, damage }) => ({ row: no, cells: cellsIn(heads.codes, cells), damage }))
  const order = dayOrderOf(read.flatMap(({ cells }) => dayColumns.flatMap((column) => cells[column] ?? [])))
  return { format, heads, order, rows: read }
}

/** Returns the mapping that was asked for, or the one a person has made for a file of the same shape. */
async function mappingFor(
  ctx: SessionCtx,
  columns: z.output<typeof checkImport.body>['columns'],
  written: readonly HeadOfFile[],
): Promise<HeadMapping> {
  if (columns) return Object.fromEntries(columns.map(({ head, column }) => [foldText(head), column]))
  return (await ctx.tenant((tx) => findShape(tx, ctx.school.schoolId, shapeHash(written)))) ?? {}
}

const shapeHash = (written: readonly HeadOfFile[]): string => sha256Hex(shapeOf(written.map(({ head }) => head)))

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
  const mapping = await mappingFor(ctx, columns, plain.written)
  const isMapped = Object.keys(mapping).length > 0
  const { file, written: heads } = isMapped ? readStudents(bytes, mapping) : plain
  const said = { heads, isRemembered: isMapped && !columns }
  if ('why' in file) return { job: null, unreadable: file, ...said }
  const nowMs = ctx.deps.clock.nowMs()
  const { format, heads: read, order, rows } = file
  const setting = { order, today: businessDay(nowMs, timeZone, 0), country: homeCountry(currency) }
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
    const shape = { schoolId, shape: shapeHash(heads), mapping, savedAt: job.startedAt, savedBy: job.startedBy }
    if (columns) await keepShape(tx, shape)
    return { job: await jobView(tx, await findJob(tx, schoolId, id)), unreadable: null, ...said }
  })
}

import type { z } from 'zod'
import { type FileShape, findShape, keepShape } from '#server/features/lists/spreadsheet/import-shape.service.ts'
import { type MappedColumns, readMappedColumns } from '#server/features/lists/spreadsheet/read-columns.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { foldText } from '#shared/kernel/text/search.rules.ts'
import { businessDay, toInstant } from '#shared/kernel/time.ts'
import { dayOrderOf } from '#shared/lists/day-cell.rules.ts'
import { type HeadMapping, mappingOf } from '#shared/lists/head-mapping.rules.ts'
import { homeCountry } from '#shared/school/home-country.rules.ts'
import { guardianHeads } from '#shared/students/guardian-heads.rules.ts'
import {
  type checkPupilImport,
  maxPupilRows,
  maxRefusedListed,
  type PupilColumn,
  type PupilImportChecked,
  pupilColumnCodes,
  pupilColumns,
  type RefusedPupil,
} from '#shared/students/pupils/pupil-import.contract.ts'
import { classYear } from '../../classes/class.service.ts'
import { asPupilFile } from '../../one-roster/read-roster.ts'
import { requireMoneyRights } from './import-money.service.ts'
import { planPupils } from './plan-pupils.rules.ts'
import { type ImportJobRow, importView, isImport, keptMs, nameOf } from './pupil-import.service.ts'
import { pupilImportParts, pupilImports } from './pupil-import.table.ts'
import { type FilePupil, readPupilRow } from './pupil-row.rules.ts'
import { readRosterFacts } from './roster-facts.service.ts'

/* Headings by which schools' own lists name a pupil and its guardian, besides those of our template. */

const guardianParts: Readonly<Record<string, PupilColumn>> = {
  guardian1NameEn: 'guardianName',
  guardian1NameAr: 'guardianName',
  guardian1Phone: 'guardianPhone',
  guardian1Email: 'guardianEmail',
}

const pupilWords: Readonly<Partial<Record<PupilColumn, readonly string[]>>> = {
  admissionNo: [
    'admission no',
    'student number',
    'student no',
    'student ID',
    'pupil number',
    'رقم الطالب',
    'الرقم المدرسي',
  ],
  nameEn: ['name', 'student name', 'pupil name', 'full name', 'English name'],
  nameAr: ['Arabic name', 'name in Arabic', 'اسم الطالب', 'الاسم', 'الاسم الكامل'],
  grade: ['year group', 'المرحلة', 'الصف الدراسي'],
  classEn: ['section', 'class section', 'class name'],
  birthDate: ['date of birth', 'DOB', 'birthday', 'الميلاد'],
  cardNo: ['card', 'card no', 'البطاقة'],
  guardianName: ['parent', 'father', 'mother', 'الأب', 'الأم'],
}

/** Columns by such a heading, folded. */
const otherPupilHeads: ReadonlyMap<string, PupilColumn> = new Map([
  ...guardianHeads.flatMap(([head, code]): [string, PupilColumn][] => {
    const column = guardianParts[code]
    return column ? [[foldText(head), column]] : []
  }),
  ...Object.entries(pupilWords).flatMap(([column, heads]) =>
    heads.map((head): [string, PupilColumn] => [foldText(head), column as PupilColumn]),
  ),
])

/** Rows written in one transaction. Tills and others wait for it no longer than a moment. */
const rowsPerPart = 250
const listColumns = {
  columns: pupilColumns,
  required: ['admissionNo'],
  maxRows: maxPupilRows,
  otherHeads: otherPupilHeads,
} as const

type Asked = z.output<typeof checkPupilImport.body>

interface MappedFile extends MappedColumns<PupilColumn> {
  shape: FileShape
  mapping: HeadMapping<PupilColumn>
  isRemembered: boolean
}

/** Reads a file by its headings, by what is said of them now, or by what a person has said of a file of the same shape. */
async function readMapped(ctx: SessionCtx, { data, columns }: Asked): Promise<MappedFile> {
  const bytes = asPupilFile(Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0)))
  const plain = readMappedColumns<PupilColumn>(bytes, listColumns, {})
  const shape: FileShape = {
    schoolId: ctx.school.schoolId,
    list: 'pupils',
    heads: plain.heads.map(({ head }) => head),
  }
  const mapping = columns ? mappingOf(columns) : await ctx.tenant((tx) => findShape(tx, shape, pupilColumnCodes))
  const isMapped = Object.keys(mapping).length > 0
  const read = isMapped ? readMappedColumns(bytes, listColumns, mapping) : plain
  return { ...read, shape, mapping, isRemembered: isMapped && !columns }
}

type Rows = Exclude<MappedFile['rows'], { why: unknown }>

/** Reads the rows; those with a problem are refused. */
async function readRows(rows: Rows, ctx: SessionCtx, nowMs: number) {
  const { schoolId, currency, timeZone } = ctx.school
  const order = dayOrderOf(rows.flatMap(({ cells }) => cells.birthDate ?? []))
  const { profile } = await ctx.tenant((tx) => readSchool(tx, schoolId))
  const today = businessDay(nowMs, timeZone, 0)
  const setting = { order, today, country: homeCountry(currency), currency, grades: profile.grades }
  const refused: RefusedPupil[] = []
  const files: FilePupil[] = []
  for (const { row, cells, isDamaged } of rows) {
    const { pupil, problems } = readPupilRow(row, cells, setting)
    if (isDamaged) refused.push({ row, name: pupil.admissionNo, problems: [{ column: null, why: 'damaged' }] })
    else if (problems.length > 0) refused.push({ row, name: nameOf(pupil), problems })
    else files.push(pupil)
  }
  return { files, refused }
}

/**
 * Reads a file, judges its rows and keeps those to be written, once for each command; or returns why the file is not read.
 * @throws AppError access.denied
 */
export async function checkPupilFile(ctx: SessionCtx, asked: Asked): Promise<PupilImportChecked> {
  const { commandId: id, fileName, columns } = asked
  const { schoolId } = ctx.school
  const { heads, rows, shape, mapping, isRemembered } = await readMapped(ctx, asked)
  const said = { heads, isRemembered }
  if ('why' in rows) return { job: null, unreadable: rows, ...said }
  const nowMs = ctx.deps.clock.nowMs()
  const { files, refused } = await readRows(rows, ctx, nowMs)
  requireMoneyRights(ctx, files)
  return ctx.tenant(async (tx) => {
    const [known] = await tx.select().from(pupilImports).where(isImport(schoolId, id))
    if (known) return { job: await importView(tx, known), unreadable: null, ...said }
    const facts = await readRosterFacts(tx, schoolId, await classYear(tx, schoolId, nowMs), files)
    const plan = planPupils(files, facts)
    for (const { file, problems } of plan.refused) refused.push({ row: file.row, name: nameOf(file), problems })
    const added = plan.written.filter((each) => each.known === undefined).length
    const job: ImportJobRow = {
      schoolId,
      id,
      fileName,
      state: 'checked',
      counts: { new: added, changed: plan.written.length - added, same: plan.same, refused: refused.length },
      refused: refused.toSorted((one, other) => one.row - other.row).slice(0, maxRefusedListed),
      done: 0,
      startedAt: toInstant(nowMs),
      startedBy: ctx.session.user.userId,
      expiresAt: toInstant(nowMs + keptMs.checked),
    }
    await tx.insert(pupilImports).values(job)
    await keepParts(
      tx,
      job,
      plan.written.map(({ file }) => file),
    )
    if (columns) await keepShape(tx, shape, { mapping, savedAt: job.startedAt, savedBy: job.startedBy })
    return { job: await importView(tx, job), unreadable: null, ...said }
  })
}

async function keepParts(tx: Tx, { schoolId, id }: ImportJobRow, written: readonly FilePupil[]): Promise<void> {
  for (let at = 0, no = 0; at < written.length; at += rowsPerPart, no += 1)
    await tx
      .insert(pupilImportParts)
      .values({ schoolId, importId: id, no, rows: written.slice(at, at + rowsPerPart), isDone: false })
}

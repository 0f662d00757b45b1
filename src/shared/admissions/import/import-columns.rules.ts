import { foldText } from '#shared/kernel/text/search.rules.ts'
import { type HeadMapping, saidOf } from '#shared/lists/head-mapping.rules.ts'
import type { CellKind } from '#shared/lists/spreadsheet.rules.ts'
import { type GuardianColumn, guardianColumns } from '#shared/students/guardian-columns.rules.ts'
import { type StudentColumn, studentColumns } from '#shared/students/student-columns.rules.ts'
import { guardianHeads } from '#shared/students/guardian-heads.rules.ts'

/*
 * The columns of a student import: those of the export, plus the child's identity number. Health,
 * custody, learning support and religion are not among them.
 */

/** Export columns that the system computes; an import ignores them. */
const ownColumns = ['outcome', 'statusSince', 'owner'] as const satisfies readonly StudentColumn[]

type ImportOfStudent = Exclude<StudentColumn, (typeof ownColumns)[number]>
export type ImportColumn = ImportOfStudent | 'identityNumber' | GuardianColumn

interface Words {
  readonly kind: CellKind
  readonly en: string
  readonly ar: string
  readonly width?: number
}

const isOwn = (code: string) => ownColumns.some((own) => own === code)
const ofStudents = Object.entries(studentColumns).filter(([code]) => !isOwn(code))

/** Import columns by code, in the order of the empty template. */
export const importColumns = Object.fromEntries<Words>([
  ...ofStudents,
  ['identityNumber', { kind: 'text', en: 'Identity number', ar: 'رقم الهوية', width: 20 }],
  ...Object.entries(guardianColumns),
] as [string, Words][]) as Readonly<Record<ImportColumn, Words>>

export const importColumnCodes = Object.keys(importColumns) as [ImportColumn, ...ImportColumn[]]

/** Most students in one file; a larger one is imported in parts. */
export const maxImported = 5000
export const maxImportColumns = 200
export const maxImportBytes = 4 * 2 ** 20

/** Heading of the column with the reason a row was refused; it comes back with the corrected rows. */
export const reasonHead = { en: 'Reason not imported', ar: 'سبب عدم الاستيراد' } as const
/** Its heading in files that were saved by earlier releases. */
const formerReasonHead = 'Why it was not brought in'

const byHead = new Map<string, ImportColumn | null>([
  ...guardianHeads.map(([head, code]) => [foldText(head), code] as const),
  ...[...headsOf('why', reasonHead), foldText(formerReasonHead)].map((head) => [head, null] as const),
  ...ownColumns.flatMap((code) => headsOf(code, studentColumns[code]).map((head) => [head, null] as const)),
  ...importColumnCodes.flatMap((code) => headsOf(code, importColumns[code]).map((head) => [head, code] as const)),
])

function headsOf(code: string, { en, ar }: { en: string; ar: string }): string[] {
  return [code, en, ar].map(foldText)
}

/** The columns recognised in a file. */
export interface HeadsRead {
  /** By column index from 0; null for a column that is not imported. */
  codes: readonly (ImportColumn | null)[]
  /** Unknown headings, as written. */
  unknown: readonly string[]
  /** Columns of an export that are not imported, as written. */
  unused: readonly string[]
  missing: readonly ImportColumn[]
  twice: readonly ImportColumn[]
}

type Mapping = HeadMapping<ImportColumn>

/** Returns what a heading names: by what a person said of it, else by its words; undefined for an unknown one. */
function columnOf(head: string, mapping: Mapping): ImportColumn | null | undefined {
  const said = saidOf(mapping, head)
  return said === undefined ? byHead.get(foldText(head)) : said
}

/** Counts the known headings. */
export const knownHeads = (heads: readonly string[], mapping: Mapping = {}): number =>
  heads.filter((head) => columnOf(head, mapping) !== undefined).length

/**
 * Reads headings in either language, in any order, also as codes, and those that a person has mapped. A name in one script and
 * the birth date are required.
 */
export function readHeads(heads: readonly string[], mapping: Mapping = {}): HeadsRead {
  const columns = heads.map((head) => columnOf(head, mapping))
  const codes = columns.map((column) => column ?? null)
  const has = (code: ImportColumn) => codes.includes(code)
  const written = (column: null | undefined) => heads.filter((head, no) => head.trim() !== '' && columns[no] === column)
  return {
    codes,
    unknown: written(undefined),
    unused: written(null),
    missing: [
      ...(has('nameEn') || has('nameAr') ? [] : (['nameEn'] as const)),
      ...(has('birthDate') ? [] : (['birthDate'] as const)),
    ],
    twice: importColumnCodes.filter((code) => codes.filter((each) => each === code).length > 1),
  }
}

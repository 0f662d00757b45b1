import { foldText } from '#shared/kernel/text/search.rules.ts'
import { type CellKind, sheetProblems } from '#shared/lists/spreadsheet.rules.ts'
import { type StudentColumn, studentColumns } from '#shared/students/student-columns.rules.ts'

/*
 * The columns in which a school brings students in: those of the export, and beside them what an export does not tell: the number
 * of the child's papers and who looks after it. Nothing of health, custody, learning support or religion is among them.
 */

/** What of an export is what the house itself has found out, and is not taken from a file. */
const ownColumns = ['outcome', 'statusSince', 'owner'] as const satisfies readonly StudentColumn[]

const guardianParts = {
  NameEn: { en: 'name in English', ar: 'الاسم بالإنجليزية', width: 28 },
  NameAr: { en: 'name in Arabic', ar: 'الاسم بالعربية', width: 28 },
  Relation: { en: 'relation', ar: 'صلة القرابة', width: 14 },
  Phone: { en: 'phone', ar: 'الهاتف', width: 18 },
  Email: { en: 'email', ar: 'البريد الإلكتروني', width: 26 },
  Language: { en: 'language', ar: 'اللغة', width: 12 },
} as const

/** Two parents. */
export const guardianPlaces = [1, 2] as const
export type GuardianPlace = (typeof guardianPlaces)[number]
export type GuardianPart = keyof typeof guardianParts
export const guardianColumn = (place: GuardianPlace, part: GuardianPart) => `guardian${place}${part}` as const

type ImportOfStudent = Exclude<StudentColumn, (typeof ownColumns)[number]>
export type ImportColumn = ImportOfStudent | 'identityNumber' | `guardian${GuardianPlace}${GuardianPart}`

interface Words {
  readonly kind: CellKind
  readonly en: string
  readonly ar: string
  readonly width?: number
}

const isOwn = (code: string) => ownColumns.some((own) => own === code)
const ofStudents = Object.entries(studentColumns).filter(([code]) => !isOwn(code))
const ofGuardians = guardianPlaces.flatMap((place) =>
  Object.entries(guardianParts).map(([part, { en, ar, width }]) => [
    `guardian${place}${part}`,
    { kind: 'text', en: `Guardian ${place}: ${en}`, ar: `ولي الأمر ${place}: ${ar}`, width },
  ]),
)

/** By their codes, in the order of the empty file that a school fills in. */
export const importColumns = Object.fromEntries<Words>([
  ...ofStudents,
  ['identityNumber', { kind: 'text', en: 'Identity number', ar: 'رقم الهوية', width: 20 }],
  ...ofGuardians,
] as [string, Words][]) as Readonly<Record<ImportColumn, Words>>

export const importColumnCodes = Object.keys(importColumns) as [ImportColumn, ...ImportColumn[]]

/** Why a whole file is not read. */
export const unreadableSheets = [...sheetProblems, 'columns-missing', 'columns-twice'] as const
export type UnreadableSheet = (typeof unreadableSheets)[number]

/** Students in one file; a larger one is brought in parts. */
export const mostImported = 5000
export const widestImport = 200
export const largestImport = 4 * 2 ** 20

/** The head of the column that says why a row was refused: it comes back with the rows that were mended. */
export const reasonHead = { en: 'Why it was not brought in', ar: 'سبب عدم الاستيراد' } as const

const byHead = new Map<string, ImportColumn | null>([
  ...headsOf('why', reasonHead).map((head) => [head, null] as const),
  ...ownColumns.flatMap((code) => headsOf(code, studentColumns[code]).map((head) => [head, null] as const)),
  ...importColumnCodes.flatMap((code) => headsOf(code, importColumns[code]).map((head) => [head, code] as const)),
])

function headsOf(code: string, { en, ar }: { en: string; ar: string }): string[] {
  return [code, en, ar].map(foldText)
}

/** What each column of a file is. */
export interface HeadsRead {
  /** By the place of the column from 0; null for one that is not taken. */
  codes: readonly (ImportColumn | null)[]
  /** Heads that say nothing to us, as they are written. */
  unknown: readonly string[]
  /** Columns of an export that are not taken from a file, as they are written. */
  unused: readonly string[]
  missing: readonly ImportColumn[]
  twice: readonly ImportColumn[]
}

/** How many of these are heads that are known here. */
export const knownHeads = (heads: readonly string[]): number =>
  heads.filter((head) => byHead.has(foldText(head))).length

/** Reads the heads in either language, in any order, also as codes. One name in either script and the day of birth have to be there. */
export function readHeads(heads: readonly string[]): HeadsRead {
  const codes = heads.map((head) => byHead.get(foldText(head)) ?? null)
  const has = (code: ImportColumn) => codes.includes(code)
  const written = heads.filter((head) => head.trim() !== '')
  return {
    codes,
    unknown: written.filter((head) => !byHead.has(foldText(head))),
    unused: written.filter((head) => byHead.get(foldText(head)) === null),
    missing: [
      ...(has('nameEn') || has('nameAr') ? [] : (['nameEn'] as const)),
      ...(has('birthDate') ? [] : (['birthDate'] as const)),
    ],
    twice: importColumnCodes.filter((code) => codes.filter((each) => each === code).length > 1),
  }
}

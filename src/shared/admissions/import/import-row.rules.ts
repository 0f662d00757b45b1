import { readIdentityNumber } from '#shared/forms/people/identity-number.rules.ts'
import { latinDigits } from '#shared/kernel/digits.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { type DayOrder, parseDay } from '#shared/lists/day-cell.rules.ts'
import { emailIn, isInScript, phoneIn } from '#shared/lists/person-cells.rules.ts'
import type { NamedGrade } from '#shared/school/grades/grade-names.rules.ts'
import { gradeIn } from '#shared/school/grades/grade-words.rules.ts'
import { toSingleLine } from '#shared/kernel/text/one-line.rules.ts'
import type { PhoneCountry } from '#shared/kernel/text/phone.rules.ts'
import { parseReference } from '#shared/kernel/text/reference-number.rules.ts'
import type { Day } from '#shared/kernel/time.ts'
import { type GuardianPlace, guardianColumn, guardianPlaces } from '#shared/students/guardian-columns.rules.ts'
import type { GuardianContact } from '#shared/students/student-record.rules.ts'
import type { StudentStatus } from '#shared/students/student-status.rules.ts'
import type { ImportColumn } from './import-columns.rules.ts'
import { countryIn, languageIn, relationIn, sourceIn, statusIn } from './import-words.rules.ts'

/** Problems of a cell or a row; the texts are in `student-import`. */
export const importProblems = [
  'quotes',
  'cells',
  'characters',
  'missing',
  'no-name',
  'too-long',
  'script',
  'reference',
  'reference-of-another',
  'day',
  'day-to-come',
  'year',
  'grade',
  'country',
  'language',
  'relation',
  'phone',
  'email',
  'status',
  'status-later',
  'age-rule',
  'identity-number',
  'guardian-name',
  'twice',
  'not-kept',
] as const
export type ImportWrong = (typeof importProblems)[number]

export interface ImportProblem {
  /** Null when the problem concerns the whole row. */
  column: ImportColumn | null
  why: ImportWrong
  /** For `twice`: the row of the file with the same child. */
  row?: number | undefined
}

export interface ImportGuardian extends GuardianContact {
  place: GuardianPlace
}

/** A row as it would be imported; null for what the file does not state. */
export interface ImportValues {
  reference: string | null
  nameLatin: string | null
  nameArabic: string | null
  birthDate: Day | null
  status: StudentStatus
  grade: string | null
  entryYear: number | null
  nationality: string | null
  source: string | null
  campus: string
  stream: string
  language: Language | null
  nextActionOn: Day | null
  appliedOn: Day | null
  identityNumber: string | null
  guardians: ImportGuardian[]
}

export interface ImportSetting {
  order: DayOrder
  today: Day
  country: PhoneCountry
  /** Those that the school has set. */
  grades?: readonly NamedGrade[] | undefined
}

export type ImportCells = Partial<Record<ImportColumn, string>>

/** Reads one row. Returns all its problems, not only the first; values with a problem are left out. */
export function readImportRow(
  cells: ImportCells,
  setting: ImportSetting,
): { values: ImportValues; problems: ImportProblem[] } {
  const problems: ImportProblem[] = []
  const reader = cellReader(cells, problems)
  const { text, read } = reader
  const day = (column: ImportColumn) => read(column, 'day', (said) => parseDay(said, setting.order))
  const past = (column: ImportColumn) => {
    const found = day(column)
    if (found === null || found <= setting.today) return found
    problems.push({ column, why: 'day-to-come' })
    return null
  }
  const values: ImportValues = {
    reference: read('reference', 'reference', parseReference),
    nameLatin: name(reader, 'nameEn', false),
    nameArabic: name(reader, 'nameAr', true),
    birthDate: past('birthDate'),
    status: read('status', 'status', statusIn) ?? 'new',
    grade: read('grade', 'grade', (said) => gradeIn(said, setting.grades)),
    entryYear: read('entryYear', 'year', yearIn),
    nationality: read('nationality', 'country', countryIn),
    source: sourceIn(text('source', 60)),
    campus: text('campus', 40) ?? '',
    stream: text('stream', 40) ?? '',
    language: read('language', 'language', languageIn),
    nextActionOn: day('nextActionOn'),
    appliedOn: past('appliedOn'),
    identityNumber: read('identityNumber', 'identity-number', identityIn),
    guardians: guardianPlaces.flatMap((place) => guardian(reader, place, setting) ?? []),
  }
  const isNamed = text('nameEn', 160) !== null || text('nameAr', 160) !== null
  if (!isNamed) problems.push({ column: null, why: 'no-name' })
  if ((cells.birthDate ?? '').trim() === '') problems.push({ column: 'birthDate', why: 'missing' })
  return { values, problems: distinct(problems) }
}

const distinct = (problems: readonly ImportProblem[]): ImportProblem[] =>
  problems.filter((one, at) => problems.findIndex(({ column, why }) => column === one.column && why === one.why) === at)

type CellReader = ReturnType<typeof cellReader>

function cellReader(cells: ImportCells, problems: ImportProblem[]) {
  const text = (column: ImportColumn, most: number): string | null => {
    const said = toSingleLine(cells[column] ?? '')
    if (said === '') return null
    if (said.length <= most) return said
    problems.push({ column, why: 'too-long' })
    return null
  }
  /** Parses a cell; null when it is empty, or cannot be parsed, which is recorded as a problem. */
  const read = <T>(column: ImportColumn, why: ImportWrong, meaning: (said: string) => T | undefined): T | null => {
    const said = text(column, 254)
    if (said === null) return null
    const found = meaning(said)
    if (found !== undefined) return found
    problems.push({ column, why })
    return null
  }
  return { text, read, problems }
}

/** Reads a name in one script, so that swapped columns are noticed before they are printed on every letter. */
function name({ text, problems }: CellReader, column: ImportColumn, isArabic: boolean): string | null {
  const said = text(column, 160)
  if (said === null) return null
  if (isInScript(said, isArabic)) return said
  problems.push({ column, why: 'script' })
  return null
}

function guardian(reader: CellReader, place: GuardianPlace, { country }: ImportSetting): ImportGuardian | undefined {
  const { read } = reader
  const found: ImportGuardian = {
    place,
    nameLatin: name(reader, guardianColumn(place, 'NameEn'), false),
    nameArabic: name(reader, guardianColumn(place, 'NameAr'), true),
    relation: read(guardianColumn(place, 'Relation'), 'relation', relationIn),
    phone: read(guardianColumn(place, 'Phone'), 'phone', (said) => phoneIn(said, country)),
    email: read(guardianColumn(place, 'Email'), 'email', emailIn),
    language: read(guardianColumn(place, 'Language'), 'language', languageIn),
  }
  const { nameLatin, nameArabic, phone, email } = found
  return nameLatin === null && nameArabic === null && phone === null && email === null ? undefined : found
}

/** Parses an entry year: "2026", "2026/27" and "2026-2027" are the same. */
function yearIn(said: string): number | undefined {
  const found = /^(\d{4})(?:\s*[-/–]\s*(?:\d{2}|\d{4}))?$/.exec(latinDigits(said))
  const year = Number(found?.[1] ?? Number.NaN)
  return year >= 2000 && year <= 2200 ? year : undefined
}

/** Accepts what could be an identity number; there are no official rules by which to refuse more. */
function identityIn(said: string): string | undefined {
  const number = readIdentityNumber(said).toUpperCase()
  return /^[A-Z0-9]{5,30}$/.test(number) && /\d/.test(number) ? number : undefined
}

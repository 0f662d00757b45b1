import { readSheet } from '#server/features/lists/spreadsheet/read-sheet.service.ts'
import { Email } from '#shared/identity/account.contract.ts'
import { countryDefaults } from '#shared/school/country-defaults.rules.ts'
import { NewSchool } from '#shared/school/new-school.contract.ts'
import { schoolCodeProblem } from '#shared/school/school-code.rules.ts'

const required = ['code', 'name_en', 'name_ar', 'country'] as const
const optional = [
  'currency',
  'time_zone',
  'language',
  'grades',
  'regulator',
  'admin_email',
  'admin_name_en',
  'admin_name_ar',
] as const
type Column = (typeof required | typeof optional)[number]
const columns: readonly string[] = [...required, ...optional]

/** A school of the file, with its first administrator where the file names one. */
export interface FileSchool {
  line: number
  school: NewSchool
  administrator: { name: { en: string; ar: string }; email: string } | undefined
}

/** A row that creates nothing, with a sentence that says why. */
interface RefusedRow {
  line: number
  code: string
  reason: string
}

export interface SchoolFile {
  schools: FileSchool[]
  refused: RefusedRow[]
}

const limits = { rows: 10_000, columns: 50 }

/**
 * Reads a list of schools, CSV or workbook, by the names of its columns; fields that are empty follow from the country.
 * @throws Error with one sentence when a column is missing; SheetRefused when the file can't be read
 */
export function readSchoolFile(bytes: Uint8Array): SchoolFile {
  const named = (cells: readonly string[]) => cells.map((cell) => cell.trim().toLowerCase())
  const { rows } = readSheet(bytes, limits, (heads) => named(heads).filter((head) => columns.includes(head)).length)
  const [header, ...rest] = rows
  const heads = named(header?.cells ?? [])
  const missing = required.filter((name) => !heads.includes(name))
  if (missing.length > 0) throw new Error(`The file lacks the columns: ${missing.join(', ')}.`)
  const file: SchoolFile = { schools: [], refused: [] }
  const lines = new Map<string, number>()
  for (const { no: line, cells, damage } of rest) {
    const of = (name: Column) => cells[heads.indexOf(name)]?.trim() ?? ''
    const code = of('code')
    const row = damage ? `the row is damaged (${damage})` : readRow(line, of)
    const earlier = lines.get(code)
    if (typeof row === 'string') file.refused.push({ line, code, reason: row })
    else if (earlier !== undefined) file.refused.push({ line, code, reason: `line ${earlier} has the same code` })
    else {
      lines.set(code, line)
      file.schools.push(row)
    }
  }
  return file
}

/** What a field must be, for the sentence about a row. */
const wanted: Record<string, string> = {
  code: 'code must be 2 to 31 letters a-z, digits and single hyphens, beginning with a letter',
  name: 'name_en and name_ar must both be given, up to 100 characters each',
  country: 'country must be two capital letters, e.g. QA',
  currency: 'currency is not one that the server knows',
  timeZone: 'time_zone must be a name such as Asia/Qatar',
  language: 'language must be en or ar',
  grades: 'grades must be grades (KG and 1 to 12) or years (FS and Years 1 to 13)',
  regulator: 'regulator must be one of the country, e.g. abu-dhabi in AE, or none',
}

/** Returns the school of a row, or why it is refused. */
function readRow(line: number, of: (name: Column) => string): FileSchool | string {
  const country = of('country')
  const defaults = countryDefaults(country)
  const parsed = NewSchool.safeParse({
    code: of('code'),
    name: { en: of('name_en'), ar: of('name_ar') },
    country,
    currency: of('currency') || defaults.currency,
    timeZone: of('time_zone') || defaults.timeZone,
    language: of('language') || defaults.language,
    grades: of('grades') || undefined,
    regulator: of('regulator') || undefined,
  })
  if (schoolCodeProblem(of('code')) === 'reserved') return `code ${of('code')} is reserved for the server itself`
  if (!parsed.success) return wanted[String(parsed.error.issues[0]?.path[0])] ?? 'the row is not readable'
  const school = parsed.data
  if (of('admin_email') === '') return { line, school, administrator: undefined }
  const email = Email.safeParse(of('admin_email'))
  if (!email.success) return 'admin_email is no email address'
  const name = { en: of('admin_name_en'), ar: of('admin_name_ar') }
  if (name.en === '' && name.ar === '') return 'admin_name_en or admin_name_ar must be given beside admin_email'
  return { line, school, administrator: { name, email: email.data } }
}

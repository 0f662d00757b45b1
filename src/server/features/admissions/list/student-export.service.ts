import { and, eq, type SQL, sql } from 'drizzle-orm'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { type ListedGuardian, listedGuardians } from '#server/features/students/record/guardian-contact.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import { students } from '#server/features/students/student.table.ts'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import { relationWords } from '#shared/admissions/import/import-words.rules.ts'
import type { StudentFilter } from '#shared/admissions/student.contract.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import type { Cell, Sheet, SheetRow } from '#shared/lists/spreadsheet.rules.ts'
import { type ExportColumn, exportColumns, isGuardianColumn } from '#shared/students/export-columns.rules.ts'
import {
  type GuardianColumn,
  type GuardianPart,
  guardianColumns,
  guardianPlaces,
} from '#shared/students/guardian-columns.rules.ts'
import {
  languageWords,
  outcomeWords,
  type StudentColumn,
  sourceWords,
  statusWords,
  studentSources,
} from '#shared/students/student-columns.rules.ts'
import type { StudentOutcome, StudentStatus } from '#shared/students/student-status.rules.ts'
import { inOrder, matchingStudents, type StudentSort } from './student-list.service.ts'

export interface ExportRequest {
  schoolId: string
  timeZone: string
  filter: StudentFilter
  sort: StudentSort
  /** Only these, whatever the filter says. */
  ids?: readonly string[] | undefined
  columns: readonly ExportColumn[]
  language: Language
}

/** Days are computed in the database: by the school's clock, whatever the driver. */
interface Raw extends Record<string, unknown> {
  reference: string
  nameEn: string | null
  nameAr: string | null
  status: StudentStatus
  outcome: StudentOutcome | null
  statusSince: string
  grade: string | null
  entryYear: number | null
  birthDate: string | null
  nationality: string | null
  source: string | null
  campus: string
  stream: string
  language: Language
  ownerId: UserId | null
  nextActionOn: string | null
  appliedOn: string
  /** In their order; null of a student without any, and where no column asks for them. */
  guardians: ListedGuardian[] | null
}

/** Returns the spreadsheet's definition, before its rows. */
export const exportSheet = ({ columns, language }: Pick<ExportRequest, 'columns' | 'language'>): Sheet => ({
  name: language === 'ar' ? 'الطلاب' : 'Students',
  isRightToLeft: language === 'ar',
  columns: columns.map((code) => ({ ...exportColumns[code], head: exportColumns[code][language] })),
})

const pageSize = 2000

/**
 * Yields all students of the filter at one moment, page by page: a cursor sees the students as they were when it was opened, and
 * never more than a page of them is in memory. `count` is called with each page.
 */
export async function* exportRows(
  tx: Tx,
  asked: ExportRequest,
  count: (rows: number) => void,
): AsyncGenerator<readonly SheetRow[]> {
  await tx.execute(sql`declare students_out no scroll cursor for ${selected(asked)}`)
  for (;;) {
    const { rows } = await tx.execute<Raw>(sql.raw(`fetch forward ${pageSize} from students_out`))
    if (rows.length === 0) break
    count(rows.length)
    yield await written(tx, asked, rows)
  }
  await tx.execute(sql`close students_out`)
}

const selected = ({ schoolId, timeZone, filter, ids, sort, columns }: ExportRequest): SQL => {
  const these = ids
    ? and(eq(students.schoolId, schoolId), sql`${students.id} = any(${uuidList(ids)})`)
    : matchingStudents(schoolId, filter)
  const guardians = columns.some(isGuardianColumn) ? listedGuardians(guardianPlaces.length) : sql`null`
  const dayOf = (instant: unknown) => sql`(${instant} at time zone ${timeZone}::text)::date::text`
  return sql`
    select ${students.reference} as reference, ${students.nameLatin} as "nameEn", ${students.nameArabic} as "nameAr",
      ${students.status} as status, ${students.outcome} as outcome, ${dayOf(students.statusSince)} as "statusSince",
      ${students.grade} as grade, ${students.entryYear} as "entryYear", ${students.birthDate}::text as "birthDate",
      ${students.nationality} as nationality, ${students.source} as source, ${students.campus} as campus,
      ${students.stream} as stream, ${students.language} as language, ${students.ownerId} as "ownerId",
      ${students.nextActionOn}::text as "nextActionOn", ${dayOf(students.appliedAt)} as "appliedOn",
      ${guardians} as guardians
    from ${students} where ${these} order by ${inOrder(sort)}`
}

async function written(tx: Tx, { schoolId, columns, language }: ExportRequest, rows: readonly Raw[]) {
  const owners = columns.includes('owner') ? new Set(rows.flatMap(({ ownerId }) => ownerId ?? [])) : []
  const staff = await findPeople(tx, schoolId, owners)
  const { statusLabels = [] } = (await readSchool(tx, schoolId)).profile
  const own = new Map(statusLabels.map(({ status, label }) => [status, label]))
  const countries = new Intl.DisplayNames([language], { type: 'region' })
  const country = (code: string) => (/^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code)
  const cells: Record<StudentColumn, (row: Raw) => Cell> = {
    reference: ({ reference }) => formatReference(reference),
    nameEn: ({ nameEn }) => nameEn,
    nameAr: ({ nameAr }) => nameAr,
    status: ({ status }) => (own.get(status) ?? statusWords[status])[language],
    outcome: ({ outcome }) => outcome && outcomeWords[outcome][language],
    statusSince: ({ statusSince }) => statusSince,
    grade: ({ grade }) => grade,
    entryYear: ({ entryYear }) => entryYear,
    birthDate: ({ birthDate }) => birthDate,
    nationality: ({ nationality }) => nationality && country(nationality),
    source: ({ source }) => sourceName(source, language),
    campus: ({ campus }) => campus,
    stream: ({ stream }) => stream,
    language: (row) => languageWords[row.language][language],
    owner: ({ ownerId }) => (ownerId && staff.get(ownerId)?.name[language]) ?? null,
    nextActionOn: ({ nextActionOn }) => nextActionOn,
    appliedOn: ({ appliedOn }) => appliedOn,
  }
  return rows.map((row) =>
    columns.map((code) => (isGuardianColumn(code) ? guardianCell(row, code, language) : cells[code](row))),
  )
}

/** A source that every school has, in words; any other is a code of the school's own form. */
function sourceName(source: string | null, language: Language): string | null {
  const known = studentSources.find((each) => each === source)
  return known ? sourceWords[known][language] : source
}

function guardianCell({ guardians }: Raw, code: GuardianColumn, language: Language): Cell {
  const { place, part } = guardianColumns[code]
  const guardian = guardians?.[place - 1]
  return guardian ? guardianCells[part](guardian, language) : null
}

const guardianCells: Record<GuardianPart, (of: ListedGuardian, language: Language) => Cell> = {
  NameEn: ({ nameLatin }) => nameLatin,
  NameAr: ({ nameArabic }) => nameArabic,
  Relation: ({ relation }, language) => relation && (relationWords[relation][language === 'ar' ? 1 : 0] ?? relation),
  Phone: ({ phone }) => phone,
  Email: ({ email }) => email,
  Language: (of, language) => of.language && languageWords[of.language][language],
}

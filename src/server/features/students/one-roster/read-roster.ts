import { type FileRow, readColumns } from '#server/features/lists/spreadsheet/read-columns.service.ts'
import { openZip, type ZipRead } from '#server/features/lists/spreadsheet/zip-read.service.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { isInScript } from '#shared/lists/person-cells.rules.ts'
import { maxPupilRows, type PupilColumn, pupilColumns } from '#shared/students/pupils/pupil-import.contract.ts'
import { csvLine } from './roster-files.rules.ts'

/** Reads a file of the exchange by its headers; undefined for a missing one, which some exchanges need not have. */
function fileIn<Column extends string>(
  zip: ZipRead,
  name: string,
  columns: readonly Column[],
): FileRow<Column>[] | undefined {
  const bytes = zip.read(`${name}.csv`)
  if (bytes === undefined) return undefined
  const heads = columns.map((each): [string, Bilingual] => [each, { en: each, ar: each }])
  const rows = readColumns<Column>(bytes, {
    columns: Object.fromEntries(heads) as Record<Column, Bilingual>,
    required: [],
    maxRows: maxPupilRows,
  })
  return 'why' in rows ? [] : rows
}

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

/**
 * Converts a OneRoster exchange into a file of pupils as the import reads it: each user who is a student in the row that it has in
 * `users.csv`, so that a refused row is found there. What is marked to be deleted is left out: leaving is noted by people.
 * @returns the bytes as they are where they are no such exchange
 */
export function asPupilFile(bytes: Uint8Array): Uint8Array {
  if (!isZip(bytes)) return bytes
  const zip = openZipOrNone(bytes)
  if (!zip || zip.read('manifest.csv') === undefined) return bytes
  const users = fileIn(zip, 'users', userColumns) ?? []
  const students = studentIds(zip)
  const places = placesOf(zip)
  const birthDates = new Map(
    fileIn(zip, 'demographics', ['sourcedId', 'birthDate'])?.map(({ cells }) => [cells.sourcedId, cells.birthDate]),
  )
  const heads: readonly PupilColumn[] = ['admissionNo', 'nameEn', 'nameAr', 'grade', 'classEn', 'classAr', 'birthDate']
  const lines: string[] = []
  for (const { row, cells } of users) {
    if (cells.status?.toLowerCase() === 'tobedeleted') continue
    if (students && !students.has(cells.sourcedId ?? '')) continue
    const place = places.get(cells.sourcedId ?? '')
    const pupil: Partial<Record<PupilColumn, string | undefined>> = {
      admissionNo: cells.identifier ?? cells.username,
      ...namesOf(cells),
      grade: place?.grade ?? (cells.grades && ourGrade(cells.grades)),
      classEn: place?.title,
      classAr: place?.titleArabic,
      birthDate: birthDates.get(cells.sourcedId),
    }
    lines[row] = csvLine(heads.map((head) => pupil[head] ?? ''))
  }
  const text = Array.from({ length: Math.max(0, lines.length - 2) }, (_, at) => lines[at + 2] ?? '\r\n').join('')
  return new TextEncoder().encode(csvLine(heads.map((head) => pupilColumns[head].en)) + text)
}

const userColumns = [
  'sourcedId',
  'status',
  'username',
  'givenName',
  'familyName',
  'identifier',
  'grades',
  'metadata.fullName',
  'metadata.fullNameArabic',
] as const
type UserCells = FileRow<(typeof userColumns)[number]>['cells']

function openZipOrNone(bytes: Uint8Array): ZipRead | undefined {
  try {
    return openZip(bytes)
  } catch {
    // Judged by who reads workbooks, which are archives as well.
    return undefined
  }
}

/** Names by the script that they are in: as this server wrote them, else of their parts. A pupil known by one name alone has it in both. */
function namesOf(cells: UserCells): { nameEn: string | undefined; nameAr: string | undefined } {
  const { givenName = '', familyName = '' } = cells
  const parts = [givenName, familyName === '-' ? '' : familyName].join(' ').trim()
  const [full, arabic] = [cells['metadata.fullName'], cells['metadata.fullNameArabic']]
  const said = [full, arabic].filter((name) => name !== undefined)
  const names = said.length > 0 ? said : [parts]
  return {
    nameEn: names.find((name) => isInScript(name, false)),
    nameAr: names.find((name) => isInScript(name, true)),
  }
}

/** Ids of users who are students; undefined where no file says so. */
function studentIds(zip: ZipRead): Set<string | undefined> | undefined {
  const roles = fileIn(zip, 'roles', ['userSourcedId', 'role'])
  return (
    roles &&
    new Set(
      roles.filter(({ cells }) => cells.role?.toLowerCase() === 'student').map(({ cells }) => cells.userSourcedId),
    )
  )
}

interface RosterPlace {
  grade: string | undefined
  title: string | undefined
  titleArabic: string | undefined
}

/** The homeroom of each user. Classes of subjects are none: a pupil is in many of them. */
function placesOf(zip: ZipRead): Map<string, RosterPlace> {
  const columns = ['sourcedId', 'title', 'grades', 'classType', 'metadata.titleArabic', 'metadata.grade'] as const
  const homerooms = new Map<string | undefined, RosterPlace>()
  for (const { cells } of fileIn(zip, 'classes', columns) ?? []) {
    if (cells.classType?.toLowerCase() !== 'homeroom') continue
    const grade = cells['metadata.grade'] ?? (cells.grades && ourGrade(cells.grades))
    homerooms.set(cells.sourcedId, { grade, title: cells.title, titleArabic: cells['metadata.titleArabic'] })
  }
  const places = new Map<string, RosterPlace>()
  for (const { cells } of fileIn(zip, 'enrollments', ['classSourcedId', 'userSourcedId', 'role', 'status']) ?? []) {
    const place = homerooms.get(cells.classSourcedId)
    if (
      place &&
      cells.role?.toLowerCase() === 'student' &&
      cells.userSourcedId !== undefined &&
      cells.status !== 'tobedeleted'
    )
      places.set(cells.userSourcedId, place)
  }
  return places
}

/**
 * Reads the first grade of a list, whose numbers are grades and no years of the British kind; one that we do not know stays as it
 * is, and its row is refused.
 */
function ourGrade(grades: string): string {
  const [first = ''] = grades.split(',').map((each) => each.trim())
  if (first === 'PK') return 'KG1'
  return first === 'KG' ? 'KG2' : first.replace(/^0?(?=\d+$)/, 'Grade ')
}

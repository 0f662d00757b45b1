import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { Day } from '#shared/kernel/time.ts'
import { absentFiles, type RosterFile, type RosterRow, rosterHeaders } from './one-roster.types.ts'

/** Roles of the binding that staff have. Classes have no teachers here, and the binding has no word for other staff. */
export type StaffRosterRole = 'principal' | 'siteAdministrator'

/** What a school tells of itself, its classes and pupils. */
export interface Roster {
  school: { id: string; code: string; name: Bilingual }
  year: { firstYear: number; startsOn: Day; endsOn: Day }
  classes: readonly { id: string; grade: string; name: Bilingual }[]
  pupils: readonly {
    id: string
    admissionNo: string
    name: Bilingual
    /** Class of this school year; null for none. */
    classId: string | null
    birthDate: Day | null
  }[]
  /** People for whom the binding has a role. */
  staff: readonly { id: string; name: Bilingual; email: string; role: StaffRosterRole }[]
  withBirthDates: boolean
}

const kindergartenGrades: ReadonlyMap<string, string> = new Map([
  ['KG1', 'PK'],
  ['KG2', 'KG'],
])

/** Returns the code of a grade as the binding lists them (CEDS); empty for a grade that it does not know. */
export function cedsGrade(grade: string): string {
  const known = kindergartenGrades.get(grade)
  if (known !== undefined) return known
  return /^(?:[1-9]|1[0-3])$/.test(grade) ? grade.padStart(2, '0') : ''
}

/** Splits a name into its last word and those before; both files and people need two. */
function splitName(name: string): { givenName: string; familyName: string } {
  const words = name.trim().split(/\s+/)
  const familyName = words.length > 1 ? (words.pop() ?? '') : '-'
  return { givenName: words.join(' '), familyName }
}

/** Writes one line of CSV, exactly as given: other programs read it, not people. */
export const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`

const fileOf = <File extends RosterFile>(file: File, rows: readonly RosterRow<NoInfer<File>>[]): string =>
  csvFile(rosterHeaders[file], rows)

function csvFile(headers: readonly string[], rows: readonly object[]): string {
  const cellOf = (row: object, header: string): string => {
    const cell: unknown = Reflect.get(row, header)
    return typeof cell === 'string' ? cell : ''
  }
  return csvLine(headers) + rows.map((row) => csvLine(headers.map((header) => cellOf(row, header)))).join('')
}

function manifestOf(files: readonly string[], withBirthDates: boolean): string {
  const absent = [...absentFiles, ...(withBirthDates ? [] : ['demographics'])]
  const named = [...files.map((name) => [name, 'bulk']), ...absent.map((name) => [name, 'absent'])]
  const rows = [
    ['propertyName', 'value'],
    ['manifest.version', '1.0'],
    ['oneroster.version', '1.2'],
    ...named.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)).map(([name = '', mode = '']) => [`file.${name}`, mode]),
    ['source.systemName', 'Bawaba'],
    ['source.systemCode', 'bawaba'],
  ]
  return rows.map(csvLine).join('')
}

const yearIdOf = ({ school, year }: Roster): string => `${school.id}-${year.firstYear}`
const courseIdOf = (roster: Roster, grade: string): string => `${yearIdOf(roster)}-${grade}`

const academicSessions = (roster: Roster) => [
  {
    sourcedId: yearIdOf(roster),
    title: `${roster.year.firstYear}–${roster.year.firstYear + 1}`,
    type: 'schoolYear',
    startDate: roster.year.startsOn,
    endDate: roster.year.endsOn,
    schoolYear: String(roster.year.firstYear + 1),
  },
]

const courses = (roster: Roster) =>
  [...new Set(roster.classes.map(({ grade }) => grade))].toSorted().map((grade) => ({
    sourcedId: courseIdOf(roster, grade),
    schoolYearSourcedId: yearIdOf(roster),
    title: grade,
    courseCode: grade,
    grades: cedsGrade(grade),
    orgSourcedId: roster.school.id,
  }))

const classRows = (roster: Roster) =>
  roster.classes.map(({ id, grade, name }) => ({
    sourcedId: id,
    title: name.en,
    grades: cedsGrade(grade),
    courseSourcedId: courseIdOf(roster, grade),
    classCode: name.en,
    classType: 'homeroom',
    schoolSourcedId: roster.school.id,
    termSourcedIds: yearIdOf(roster),
    'metadata.titleArabic': name.ar,
    'metadata.grade': grade,
  }))

function users({ school, classes, pupils, staff }: Roster): RosterRow<'users'>[] {
  const byId = new Map(classes.map((each) => [each.id, each]))
  const ofPupils = pupils.map(({ id, admissionNo, name, classId }) => ({
    sourcedId: id,
    enabledUser: 'true',
    username: admissionNo,
    ...splitName(name.en || name.ar),
    identifier: admissionNo,
    grades: cedsGrade(byId.get(classId ?? '')?.grade ?? ''),
    primaryOrgSourcedId: school.id,
    'metadata.fullName': name.en,
    'metadata.fullNameArabic': name.ar,
  }))
  // After the pupils: the import names rows by their number. The names that people sign in with stay here.
  const ofStaff = staff.map(({ id, name, email }) => ({
    sourcedId: id,
    enabledUser: 'true',
    username: email,
    ...splitName(name.en || name.ar),
    email,
    primaryOrgSourcedId: school.id,
    'metadata.fullName': name.en,
    'metadata.fullNameArabic': name.ar,
  }))
  return [...ofPupils, ...ofStaff]
}

const roles = ({ school, pupils, staff }: Roster) =>
  [...pupils.map(({ id }) => ({ id, role: 'student' })), ...staff].map(({ id, role }) => ({
    sourcedId: `${id}-${role}`,
    userSourcedId: id,
    roleType: 'primary',
    role,
    orgSourcedId: school.id,
  }))

function enrollments({ school, year, classes, pupils }: Roster) {
  const known = new Set(classes.map(({ id }) => id))
  return pupils.flatMap(({ id, classId }) =>
    classId !== null && known.has(classId)
      ? [
          {
            sourcedId: `${id}-${year.firstYear}`,
            classSourcedId: classId,
            schoolSourcedId: school.id,
            userSourcedId: id,
            role: 'student',
            primary: 'false',
          },
        ]
      : [],
  )
}

/** Writes the files of an exchange, by name. Everything is told each time (bulk), so status and dates of change stay empty. */
export function rosterFiles(roster: Roster): Record<string, string> {
  const { school, pupils, withBirthDates } = roster
  const files: Record<string, string> = {
    'orgs.csv': fileOf('orgs', [
      { sourcedId: school.id, name: school.name.en, type: 'school', identifier: school.code },
    ]),
    'academicSessions.csv': fileOf('academicSessions', academicSessions(roster)),
    'courses.csv': fileOf('courses', courses(roster)),
    'classes.csv': fileOf('classes', classRows(roster)),
    'users.csv': fileOf('users', users(roster)),
    'roles.csv': fileOf('roles', roles(roster)),
    'enrollments.csv': fileOf('enrollments', enrollments(roster)),
  }
  if (withBirthDates) {
    const known = pupils.filter(({ birthDate }) => birthDate !== null)
    files['demographics.csv'] = fileOf(
      'demographics',
      known.map(({ id, birthDate }) => ({ sourcedId: id, birthDate: birthDate ?? '' })),
    )
  }
  const names = Object.keys(files).map((name) => name.replace('.csv', ''))
  return { 'manifest.csv': manifestOf(names, withBirthDates), ...files }
}

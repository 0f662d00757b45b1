import { guardiansReachedBy } from '#server/features/students/record/guardian-contact.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { guardianColumn } from '#shared/students/guardian-columns.rules.ts'
import {
  type ImportCells,
  type ImportProblem,
  type ImportSetting,
  type ImportWrong,
  readImportRow,
} from '#shared/admissions/import/import-row.rules.ts'
import type { ImportRow, ImportVerdict } from '#shared/admissions/import/student-import.contract.ts'
import { mayBeShortlisted } from '../file/import-student.service.ts'
import { childKeys, isSameChild } from './child-keys.ts'
import { joinGuardians, siblingRows } from './import-guardians.rules.ts'
import { lookUp } from './known-students.service.ts'
import type { StoredValues } from './student-import.table.ts'

/** Row of a file, cells by column code. */
export interface RowOfFile {
  row: number
  cells: ImportCells
  damage: ImportWrong | undefined
}

export interface CheckedRow {
  row: number
  cells: ImportCells
  values: StoredValues | null
  verdict: ImportVerdict
  problems: ImportProblem[]
  known: ImportRow['known']
  joined: number
  siblings: number
}

/** Checks every row of a file by itself, against the others, and against the school's students. Writes nothing. */
export async function checkRows(
  tx: Tx,
  schoolId: string,
  setting: ImportSetting,
  rows: readonly RowOfFile[],
): Promise<CheckedRow[]> {
  const read = rows.map(({ cells }) => readImportRow(cells, setting))
  const known = await lookUp(
    tx,
    schoolId,
    read.map(({ values }) => values),
  )
  const first = firstOccurrences(
    rows,
    read.map(({ values }) => values),
  )
  const parents = read.map(({ values }) => values.guardians)
  const reached = await guardiansReachedBy(tx, schoolId, parents.flat())
  const joined = joinGuardians(parents, reached)
  const inFile = siblingRows(joined)
  const judged: CheckedRow[] = []
  for (const [no, of] of rows.entries()) {
    const { values, problems } = read[no] ?? readImportRow({}, setting)
    const guardians = joined[no] ?? []
    const found = of.damage === undefined ? known(values) : undefined
    const isKnown = typeof found === 'object'
    const all = of.damage
      ? [{ column: null, why: of.damage }]
      : [
          ...problems,
          ...guardians.filter(isNameless).map(namelessProblem),
          ...(found === 'reference-of-another' ? [{ column: 'reference' as const, why: found }] : []),
          ...duplicates(first[no]),
          ...(await statusProblems(tx, schoolId, values)),
        ]
    const verdict = isKnown ? 'known' : all.length > 0 ? 'refused' : 'new'
    const here = new Set(siblingsHere(guardians, reached).filter((id) => !isKnown || id !== found.student_id))
    judged.push({
      row: of.row,
      cells: of.cells,
      values: of.damage ? null : { ...values, guardians },
      verdict,
      problems: isKnown ? [] : all,
      known: isKnown ? found : null,
      joined: guardians.filter(({ joins }) => joins !== null).length,
      siblings: here.size + (inFile[no]?.length ?? 0),
    })
  }
  return judged
}

type Guardian = StoredValues['guardians'][number]

const isNameless = ({ nameLatin, nameArabic }: Guardian) => nameLatin === null && nameArabic === null
const namelessProblem = ({ place }: Guardian): ImportProblem => ({
  column: guardianColumn(place, 'NameEn'),
  why: 'guardian-name',
})

/** Returns the first row of each child of the file. */
function firstOccurrences(rows: readonly RowOfFile[], values: readonly Parameters<typeof childKeys>[0][]) {
  const seen = new Map<string, { child: (typeof values)[number]; row: number }[]>()
  return values.map((child, no) => {
    const keys = childKeys(child)
    const before = keys.flatMap((key) => seen.get(key) ?? []).find((each) => isSameChild(each.child, child))
    for (const key of keys) seen.set(key, [...(seen.get(key) ?? []), { child, row: rows[no]?.row ?? 0 }])
    return before?.row
  })
}

const duplicates = (first: number | undefined): ImportProblem[] =>
  first === undefined ? [] : [{ column: null, why: 'twice', row: first }]

/** Statuses that cannot be imported: a seat is offered by people, and the reason a file was closed is not in a list. */
async function statusProblems(
  tx: Tx,
  schoolId: string,
  values: Omit<StoredValues, 'guardians'>,
): Promise<ImportProblem[]> {
  const { status } = values
  if (status === 'new' || status === 'waiting') return []
  if (status !== 'shortlisted') return [{ column: 'status', why: 'status-later' }]
  return (await mayBeShortlisted(tx, schoolId, values)) ? [] : [{ column: 'status', why: 'age-rule' }]
}

function siblingsHere(
  guardians: readonly Guardian[],
  reached: Awaited<ReturnType<typeof guardiansReachedBy>>,
): string[] {
  const has = ({ phone, email }: Pick<Guardian, 'phone' | 'email'>) =>
    guardians.some(
      (each) =>
        (each.phone !== null && each.phone === phone) || (each.email !== null && each.email === email?.toLowerCase()),
    )
  return guardians.length === 0 ? [] : reached.filter(has).map(({ studentId }) => studentId)
}

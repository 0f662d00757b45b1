import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { ImportValues } from '#shared/admissions/import/import-row.rules.ts'
import type { ImportRow } from '#shared/admissions/import/student-import.contract.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import { type KnownStudent, studentsKnown, studentsLike } from '../file/import-student.service.ts'
import { childKeys, isSameChild } from './child-keys.ts'
import { studentIdentityNumbers } from './student-import.table.ts'

type Values = Omit<ImportValues, 'guardians'>
type Known = NonNullable<ImportRow['known']>

const hashOf = (schoolId: string, number: string) => sha256Hex(`${schoolId}|${number}`)

/**
 * Returns the matching students of the school: by the reference, by the number of a document in an earlier list, or by name and
 * birth date. A reference with another child's name does not match: siblings share one, and typing slips.
 */
export async function lookUp(
  tx: Tx,
  schoolId: string,
  rows: readonly Values[],
): Promise<(values: Values) => Known | 'reference-of-another' | undefined> {
  const { registered, born } = await studentsLike(tx, schoolId, {
    references: rows.flatMap(({ reference }) => reference ?? []),
    days: rows.flatMap(({ birthDate }) => birthDate ?? []),
  })
  const byReference = Map.groupBy(registered, ({ reference }) => reference)
  const byName = Map.groupBy(
    born.flatMap((student) => childKeys(unnumbered(student)).map((key) => ({ key, student }))),
    ({ key }) => key,
  )
  const byNumber = await numbered(tx, schoolId, rows)
  return (values) => {
    const children = values.reference === null ? [] : (byReference.get(values.reference) ?? [])
    const child = children.find((each) => isSame(each, values))
    if (child) return seen(child, 'reference')
    const numbersChild =
      values.identityNumber === null ? undefined : byNumber.get(hashOf(schoolId, values.identityNumber))
    if (numbersChild) return seen(numbersChild, 'identity-number')
    const namesake = childKeys(unnumbered(values))
      .flatMap((key) => byName.get(key) ?? [])
      .find(({ student }) => isSameChild(unnumbered(student), values))
    if (namesake) return seen(namesake.student, 'name-and-birth-date')
    return children.length > 0 ? 'reference-of-another' : undefined
  }
}

/** Stored students have no comparable document number. */
const unnumbered = <T extends object>(child: T) => ({ ...child, identityNumber: null })

const seen = ({ id, reference }: KnownStudent, by: Known['by']): Known => ({
  student_id: id,
  registration_id: reference,
  by,
})

/** A list may have more or less data on a child than its file; one name or the birth date has to be the same. */
function isSame(student: KnownStudent, values: Values): boolean {
  if (student.birthDate !== null && student.birthDate === values.birthDate) {
    // Twins share application and birth date.
    const given = (name: string | null) => name?.toLowerCase().split(' ')[0]
    const differ = (a: string | null, b: string | null) => a !== null && b !== null && given(a) !== given(b)
    return !differ(student.nameLatin, values.nameLatin) && !differ(student.nameArabic, values.nameArabic)
  }
  const day = '0000-00-00'
  const names = childKeys({ ...unnumbered(student), birthDate: day })
  return childKeys({ ...unnumbered(values), birthDate: day }).some((key) => names.includes(key))
}

async function numbered(tx: Tx, schoolId: string, rows: readonly Values[]): Promise<Map<string, KnownStudent>> {
  const hashes = rows.flatMap(({ identityNumber }) => (identityNumber === null ? [] : hashOf(schoolId, identityNumber)))
  if (hashes.length === 0) return new Map()
  const found = await tx
    .select()
    .from(studentIdentityNumbers)
    .where(
      and(
        eq(studentIdentityNumbers.schoolId, schoolId),
        inArray(studentIdentityNumbers.numberHash, [...new Set(hashes)]),
      ),
    )
  const children = await studentsKnown(
    tx,
    schoolId,
    found.map(({ studentId }) => studentId),
  )
  const byId = new Map(children.map((child) => [child.id, child]))
  return new Map(
    found.flatMap(({ numberHash, studentId }) => {
      const child = byId.get(studentId)
      return child ? [[numberHash, child] as const] : []
    }),
  )
}

/** Stores a document for later matching, without the number itself. */
export async function saveNumber(tx: Tx, schoolId: string, studentId: string, number: string): Promise<void> {
  await tx.insert(studentIdentityNumbers).values({ schoolId, studentId, numberHash: hashOf(schoolId, number) })
}

// chunk: desk-parts
import type { NamedStudent } from '#shared/students/seat.contract.ts'
import type { StudentRow } from '#shared/students/student-row.contract.ts'

/** What is said in place of a name, by its key in `students`. */
export const unnamed = ({ erasedAt }: Pick<StudentRow, 'erasedAt'>) => (erasedAt === null ? 'noName' : 'erasedName')

/** The name in the reader's own script first, then the other; either may be missing, and sometimes both. */
export function namesOf(
  { student_name: latin, student_name_ar: arabic }: Pick<NamedStudent, 'student_name' | 'student_name_ar'>,
  lng: string,
): string[] {
  const names = lng === 'ar' ? [arabic, latin] : [latin, arabic]
  return names.filter((name) => name !== null && name !== '') as string[]
}

import { and, asc, eq, like, or, type SQL, sql } from 'drizzle-orm'
import { students } from '#server/features/students/student.table.ts'
import type { Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import { readCashNumber } from '#shared/admissions/desk-cash.rules.ts'
import { readReference } from '#shared/kernel/text/reference-number.rules.ts'
import { searchWords } from '#shared/kernel/text/search.rules.ts'
import { ofCashNumber } from '../fees/student-cash.service.ts'

/**
 * Every word begins a word of a name or of the reference; a reference may also be typed in any of the ways it is written, and
 * the number of a receipt for cash finds whom it was for.
 */
export function saying(text: string): SQL | undefined {
  const cashNumber = readCashNumber(text)
  if (cashNumber !== undefined) return ofCashNumber(cashNumber)
  const words = searchWords(text)
  const reference = readReference(text)
  // Folded words are letters and digits alone: nothing in them means anything to `like`.
  const inWords = and(...words.map((word) => like(students.searchText, `% ${word}%`)))
  return reference === undefined ? inWords : or(eq(students.reference, reference), inWords)
}

/** A few students by what somebody has typed: first those whose name begins with it. */
export async function searchStudents(tx: Tx, schoolId: string, text: string, limit: number): Promise<Student[]> {
  const words = searchWords(text)
  if (words.length === 0) return []
  const isBeginning = sql`${students.sortName} like ${`${words.join(' ')}%`}`
  return tx
    .select()
    .from(students)
    .where(and(eq(students.schoolId, schoolId), saying(text)))
    .orderBy(sql`${isBeginning} desc`, asc(students.sortName), asc(students.id))
    .limit(limit)
}

import { and, asc, eq, like, or, type SQL, sql } from 'drizzle-orm'
import { students } from '#server/features/students/student.table.ts'
import type { Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import { readCashNumber } from '#shared/admissions/desk-cash.rules.ts'
import { parseReference } from '#shared/kernel/text/reference-number.rules.ts'
import { searchWords } from '#shared/kernel/text/search.rules.ts'
import { ofCashNumber } from '../fees/student-cash.service.ts'

/**
 * Returns the search condition: every word begins a word of a name or of the reference; a reference may also be typed in any
 * spelling, and a cash receipt's number finds its student.
 */
export function matchingText(text: string): SQL | undefined {
  const cashNumber = readCashNumber(text)
  if (cashNumber !== undefined) return ofCashNumber(cashNumber)
  const words = searchWords(text)
  const reference = parseReference(text)
  // Folded words hold letters and digits only: nothing in them is special to `like`.
  const inWords = and(...words.map((word) => like(students.searchText, `% ${word}%`)))
  return reference === undefined ? inWords : or(eq(students.reference, reference), inWords)
}

/** Searches a few students by typed text: those whose name begins with it come first. */
export async function searchStudents(tx: Tx, schoolId: string, text: string, limit: number): Promise<Student[]> {
  const words = searchWords(text)
  if (words.length === 0) return []
  const isBeginning = sql`${students.sortName} like ${`${words.join(' ')}%`}`
  return tx
    .select()
    .from(students)
    .where(and(eq(students.schoolId, schoolId), matchingText(text)))
    .orderBy(sql`${isBeginning} desc`, asc(students.sortName), asc(students.id))
    .limit(limit)
}

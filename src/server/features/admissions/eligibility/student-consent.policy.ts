import { and, eq, ne } from 'drizzle-orm'
import { unansweredRequests } from '#server/features/consents/open-requests.service.ts'
import { students } from '#server/features/students/student.table.ts'
import type { Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { MessageId } from '#shared/kernel/errors.ts'

/** Blocks while a consent request about this child is unanswered; without a request there is no blocker. */
export async function consentBlocker(tx: Tx, student: Student): Promise<MessageId | undefined> {
  const { schoolId, submissionId } = student
  if (submissionId === null) return undefined
  const asks = await unansweredRequests(tx, schoolId, submissionId)
  if (asks.length === 0) return undefined
  const isAbout = await aboutChild(tx, student)
  return asks.some(({ subject }) => isAbout(subject)) ? 'student.consents-open' : undefined
}

/**
 * Returns a function telling whether a request about a name concerns this child: of siblings in one application, only their own
 * does.
 */
export async function aboutChild(tx: Tx, student: Child): Promise<(subject: string) => boolean> {
  const { schoolId, id, submissionId } = student
  if (submissionId === null) return () => true
  const siblings = await tx
    .select({ nameLatin: students.nameLatin, nameArabic: students.nameArabic })
    .from(students)
    .where(and(eq(students.schoolId, schoolId), eq(students.submissionId, submissionId), ne(students.id, id)))
  const own = namesIn([student])
  const others = namesIn(siblings)
  return (subject) => own.has(fold(subject)) || !others.has(fold(subject))
}

type Child = Pick<Student, 'schoolId' | 'id' | 'submissionId' | 'nameLatin' | 'nameArabic'>

/** Normalises names and addresses for comparing. */
export const fold = (name: string): string => name.trim().replaceAll(/\s+/g, ' ').toLowerCase()

interface Person {
  name: string
  email: string
}

/** Returns whether a request was made to this person; of two who share an address, the one it names. */
export function isOf(
  { email, guardian }: { email: string; guardian: string },
  person: Person,
  people: readonly Person[],
): boolean {
  if (fold(email) !== fold(person.email)) return false
  const isShared = email === '' || people.filter((each) => fold(each.email) === fold(email)).length > 1
  return !isShared || fold(guardian) === fold(person.name)
}

const namesIn = (rows: readonly Pick<Student, 'nameLatin' | 'nameArabic'>[]): Set<string> =>
  new Set(
    rows.flatMap(({ nameLatin, nameArabic }) => [nameLatin, nameArabic].flatMap((name) => (name ? fold(name) : []))),
  )

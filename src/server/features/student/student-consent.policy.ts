import { and, eq, ne } from 'drizzle-orm'
import { unansweredAsks } from '#server/features/consent/open-asks.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { students } from './student.table.ts'
import type { Student } from './student.view.ts'

/** Somebody was asked for consent about this child, and has not answered; whom nobody was asked about hinders nobody. */
export async function consentHindrance(tx: Tx, student: Student): Promise<MessageId | undefined> {
  const { schoolId, id, submissionId } = student
  if (submissionId === null) return undefined
  const asks = await unansweredAsks(tx, schoolId, submissionId)
  if (asks.length === 0) return undefined
  const siblings = await tx
    .select({ nameLatin: students.nameLatin, nameArabic: students.nameArabic })
    .from(students)
    .where(and(eq(students.schoolId, schoolId), eq(students.submissionId, submissionId), ne(students.id, id)))
  const own = namesIn([student])
  const others = namesIn(siblings)
  // An ask names the child that it is about: of brothers and sisters in one application, only theirs.
  const isAbout = (subject: string) => own.has(fold(subject)) || !others.has(fold(subject))
  return asks.some(({ subject }) => isAbout(subject)) ? 'student.consents-open' : undefined
}

const fold = (name: string): string => name.trim().replaceAll(/\s+/g, ' ').toLowerCase()

const namesIn = (rows: readonly Pick<Student, 'nameLatin' | 'nameArabic'>[]): Set<string> =>
  new Set(
    rows.flatMap(({ nameLatin, nameArabic }) => [nameLatin, nameArabic].flatMap((name) => (name ? fold(name) : []))),
  )

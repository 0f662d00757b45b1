import type { Tx } from '#server/kernel/db.ts'
import type { FormStudent } from '#shared/forms/form-students.rules.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { type Random, type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import { foldText } from '#shared/kernel/text/search.rules.ts'
import type { Instant } from '#shared/kernel/time.ts'
import { students } from './student.table.ts'
import { studentChanges } from './student-change.table.ts'

type NewStudent = typeof students.$inferInsert

/** Longest part of a name used for sorting; it is part of the next page's key. */
const sortLength = 120

/** Computes a student's search and sort texts, after every change of a name or the reference. */
export const foundBy = ({
  nameLatin,
  nameArabic,
  reference,
}: Pick<NewStudent, 'nameLatin' | 'nameArabic' | 'reference'>) => {
  const words = foldText([nameLatin, nameArabic, reference, formatReference(reference)].join(' '))
  return { sortName: foldText(nameLatin ?? nameArabic ?? '').slice(0, sortLength), searchText: ` ${words}` }
}

interface Application {
  schoolId: string
  submissionId: string
  reference: string
  language: Language
  at: Instant
  nowMs: number
  random: Random
}

/** Staff who make files of a form that was no application. */
export interface MadeByStaff {
  by: UserId
  ownerId: UserId
}

/**
 * Adds one student for each child of a submitted form, with the first row of its history; `place` is its index in the form, where
 * not all of them get a file. @returns their ids, in order
 */
export async function addApplicants(
  tx: Tx,
  { schoolId, submissionId, reference, language, at, nowMs, random }: Application,
  children: readonly (FormStudent & { place?: number })[],
  personIds: readonly string[],
  staff?: MadeByStaff,
): Promise<string[]> {
  if (children.length === 0) return []
  const rows = children.map(({ subject, place: ownPlace, ...child }, index) => ({
    schoolId,
    id: uuidv7(nowMs, random),
    reference,
    origin: staff ? ('desk' as const) : ('form' as const),
    ownerId: staff?.ownerId ?? null,
    submissionId,
    place: ownPlace ?? index,
    personId: (subject === null ? undefined : personIds[subject]) ?? null,
    ...child,
    language,
    status: 'new' as const,
    statusSince: at,
    appliedAt: at,
    revision: 1,
    ...foundBy({ ...child, reference }),
  }))
  await tx.insert(students).values(rows)
  await tx.insert(studentChanges).values(
    rows.map(({ id }) => ({
      schoolId,
      id: uuidv7(nowMs, random),
      studentId: id,
      revision: 1,
      toStatus: 'new' as const,
      mover: staff ? ('officer' as const) : ('family' as const),
      byUser: staff?.by ?? null,
      decidedAt: at,
      recordedAt: at,
    })),
  )
  return rows.map(({ id }) => id)
}

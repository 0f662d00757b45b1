import { foundBy } from '#server/features/students/student.service.ts'
import { students } from '#server/features/students/student.table.ts'
import { studentChanges } from '#server/features/students/student-change.table.ts'
import type { Tx } from '#server/kernel/db.ts'
import { closedByOf } from '#shared/students/student-status.rules.ts'
import type { DemoSchool, DemoStudent } from './demo-types.ts'

/** The students as if taken over from the list of another system, with everything that was decided there. */
export async function writeStudents(tx: Tx, { id: schoolId, students: demo }: DemoSchool): Promise<void> {
  await tx.insert(students).values(demo.map((student) => rowOf(schoolId, student)))
  await tx.insert(studentChanges).values(
    demo.flatMap(({ id: studentId, changes }) =>
      changes.map(({ from, to, at, ...change }, index) => ({
        schoolId,
        studentId,
        revision: index + 1,
        fromStatus: from,
        toStatus: to,
        decidedAt: at,
        recordedAt: at,
        ...change,
      })),
    ),
  )
}

function rowOf(schoolId: string, { changes, name, ...student }: DemoStudent): typeof students.$inferInsert {
  const [first, last] = [changes[0], changes.at(-1)]
  if (!first || !last) throw new Error(`student ${student.reference} has no history`)
  const names = { nameLatin: name.en, nameArabic: name.ar }
  return {
    schoolId,
    origin: 'import',
    ...student,
    ...names,
    ...foundBy({ ...names, reference: student.reference }),
    status: last.to,
    statusSince: last.at,
    heldFrom: last.to === 'on-hold' ? last.from : null,
    reviewOn: last.reviewOn,
    outcome: last.outcome,
    closedBy: last.outcome && closedByOf[last.outcome],
    appliedAt: first.at,
    revision: changes.length,
  }
}

import { and, eq, isNull, notInArray, sql } from 'drizzle-orm'
import type { HandOver } from '#server/features/identity/staff/leave.service.ts'
import { countFilters, giveFilters } from '#server/features/lists/saved-filters/saved-filter.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { hasPermission } from '#shared/kernel/roles.ts'
import { studentTasks } from './record/student-record.table.ts'
import { students } from './student.table.ts'
import { studentProposals } from './student-change.table.ts'

const filesOf = (schoolId: string, userId: UserId) =>
  and(
    eq(students.schoolId, schoolId),
    eq(students.ownerId, userId),
    notInArray(students.status, ['rejected', 'confirmed']),
    isNull(students.erasedAt),
  )

const tasksOf = (schoolId: string, userId: UserId) =>
  and(eq(studentTasks.schoolId, schoolId), eq(studentTasks.ownerId, userId), isNull(studentTasks.doneAt))

/**
 * What a colleague holds of students, and how it goes to another: open files and tasks by name, saved filters. Proposals that wait
 * for a second person keep the name of who made them: any other person with the right may still decide.
 */
export const studentHandOver: HandOver = {
  count: async (tx: Tx, schoolId, userId) => ({
    files: await tx.$count(students, filesOf(schoolId, userId)),
    tasks: await tx.$count(studentTasks, tasksOf(schoolId, userId)),
    proposals: await tx.$count(
      studentProposals,
      and(
        eq(studentProposals.schoolId, schoolId),
        eq(studentProposals.byUser, userId),
        eq(studentProposals.state, 'open'),
      ),
    ),
    filters: await countFilters(tx, { schoolId, userId }),
  }),
  give: async (tx, schoolId, from, to) => {
    // Who has one of these files open sees that it has changed, as after any other step.
    await tx
      .update(students)
      .set({ ownerId: to, revision: sql`${students.revision} + 1` })
      .where(filesOf(schoolId, from))
    await tx.update(studentTasks).set({ ownerId: to }).where(tasksOf(schoolId, from))
    if (to !== null) await giveFilters(tx, { schoolId, userId: from }, to)
  },
  mayHave: (roles) => hasPermission(roles, 'students.decide'),
}

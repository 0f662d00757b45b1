import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/time.ts'
import { studentTasks } from './student-record.table.ts'

export type TaskRow = typeof studentTasks.$inferSelect
type NewTask = typeof studentTasks.$inferInsert

/** Returns the tasks about a student by due day, including finished ones. */
export const tasksOf = (tx: Tx, schoolId: string, studentId: string): Promise<TaskRow[]> =>
  tx
    .select()
    .from(studentTasks)
    .where(and(eq(studentTasks.schoolId, schoolId), eq(studentTasks.studentId, studentId)))
    .orderBy(asc(studentTasks.dueOn), asc(studentTasks.id))

/** Returns the open tasks about any of these students, by due day. */
export const openTasksOf = (tx: Tx, schoolId: string, studentIds: readonly string[]): Promise<TaskRow[]> =>
  studentIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(studentTasks)
        .where(
          and(
            eq(studentTasks.schoolId, schoolId),
            inArray(studentTasks.studentId, [...studentIds]),
            isNull(studentTasks.doneAt),
          ),
        )
        .orderBy(asc(studentTasks.dueOn), asc(studentTasks.id))

/** Creates a task, once. @throws AppError request.invalid when its id belongs to another */
export async function keepTask(tx: Tx, task: NewTask): Promise<void> {
  const kept = await tx.insert(studentTasks).values(task).onConflictDoNothing().returning({ id: studentTasks.id })
  if (kept.length > 0) return
  const there = await findTask(tx, task.schoolId, task.id)
  const isSame =
    there?.studentId === task.studentId &&
    there.task === task.task &&
    there.dueOn === task.dueOn &&
    there.ownerId === (task.ownerId ?? null)
  if (!isSame) throw new AppError('request.invalid', { field: 'taskId' })
}

async function findTask(tx: Tx, schoolId: string, id: string): Promise<TaskRow | undefined> {
  const [task] = await tx
    .select()
    .from(studentTasks)
    .where(and(eq(studentTasks.schoolId, schoolId), eq(studentTasks.id, id)))
  return task
}

/** Marks a task as done; the first person counts. @throws AppError request.not-found */
export async function finish(
  tx: Tx,
  {
    schoolId,
    studentId,
    taskId,
    by,
    at,
  }: { schoolId: string; studentId: string; taskId: string; by: UserId; at: Instant },
): Promise<void> {
  const task = await findTask(tx, schoolId, taskId)
  if (task?.studentId !== studentId) throw new AppError('request.not-found', { field: 'taskId' })
  await tx
    .update(studentTasks)
    .set({ doneBy: by, doneAt: at })
    .where(and(eq(studentTasks.schoolId, schoolId), eq(studentTasks.id, taskId), isNull(studentTasks.doneAt)))
}

/** Selects the first due day of each student's open tasks, as rows of `student_id` and `due_on`. */
export const openTaskDays = (schoolId: string): SQL =>
  sql`select student_id, min(due_on) as due_on from ${studentTasks} where school_id = ${schoolId} and done_at is null group by student_id`

/** Selects ids of students with open tasks of this person, for `in (…)`. */
export const studentsWithTasksOf = (schoolId: string, userId: UserId): SQL =>
  sql`select student_id from ${studentTasks} where school_id = ${schoolId} and done_at is null and owner_id = ${userId}`

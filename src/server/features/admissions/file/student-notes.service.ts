import type { z } from 'zod'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { addStrike, keepNote, notesOf } from '#server/features/students/record/note.service.ts'
import { finish, keepTask, tasksOf } from '#server/features/students/record/task.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { hasPermission } from '#shared/kernel/roles.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type {
  addNote,
  addTask,
  finishTask,
  StudentNote,
  StudentTask,
  strikeNote,
} from '#shared/students/student-notes.contract.ts'
import { noteView, taskView } from './student-file.view.ts'
import { requireStudent } from './student-record.service.ts'
import { lockStudent } from './student-row.service.ts'

/** Returns notes and tasks. @throws AppError request.not-found */
export async function readNotes(
  tx: Tx,
  schoolId: string,
  studentId: string,
): Promise<{ notes: StudentNote[]; tasks: StudentTask[] }> {
  await requireStudent(tx, schoolId, studentId)
  const notes = await notesOf(tx, schoolId, studentId)
  const tasks = await tasksOf(tx, schoolId, studentId)
  const staff = await findPeople(tx, schoolId, [
    ...notes.flatMap(({ note, strike }) => [note.byUser, ...(strike ? [strike.byUser] : [])]),
    ...tasks.flatMap(({ byUser, ownerId, doneBy }) => [byUser, ownerId ?? [], doneBy ?? []].flat()),
  ])
  const open = tasks.filter(({ doneAt }) => doneAt === null)
  const done = tasks.filter(({ doneAt }) => doneAt !== null).toReversed()
  return {
    notes: notes.map((row) => noteView(row, staff)),
    tasks: [...open, ...done].map((row) => taskView(row, staff)),
  }
}

const byOf = ({ deps, school, session }: SessionCtx) => ({
  schoolId: school.schoolId,
  byUser: session.user.userId,
  at: toInstant(deps.clock.nowMs()),
})

/** Adds a note. @throws the errors of `addNote` in the contract */
export async function writeNote(tx: Tx, ctx: SessionCtx, asked: z.output<typeof addNote.body>): Promise<void> {
  const { student_id: studentId, noteId, way, text } = asked
  await lockStudent(tx, ctx.school.schoolId, studentId)
  await keepNote(tx, { ...byOf(ctx), id: noteId, studentId, way, text })
}

/** Strikes out a note. @throws the errors of `strikeNote` in the contract */
export async function strike(tx: Tx, ctx: SessionCtx, asked: z.output<typeof strikeNote.body>): Promise<void> {
  await addStrike(tx, { ...byOf(ctx), studentId: asked.student_id, noteId: asked.noteId, reason: asked.because })
}

/** Adds a task. @throws the errors of `addTask` in the contract */
export async function giveTask(tx: Tx, ctx: SessionCtx, asked: z.output<typeof addTask.body>): Promise<void> {
  const { student_id: studentId, taskId, task, dueOn, owner } = asked
  const by = byOf(ctx)
  await lockStudent(tx, by.schoolId, studentId)
  const person = owner && (await findPeople(tx, by.schoolId, [owner])).get(owner)
  if (owner && (!person || person.disabledMs !== undefined || !hasPermission(person.roles, 'students.decide')))
    throw new AppError('request.invalid', { field: 'owner' })
  await keepTask(tx, { ...by, id: taskId, studentId, task, dueOn, ownerId: owner })
}

/** Finishes a task. @throws the errors of `finishTask` in the contract */
export async function closeTask(tx: Tx, ctx: SessionCtx, asked: z.output<typeof finishTask.body>): Promise<void> {
  const { schoolId, byUser: by, at } = byOf(ctx)
  await finish(tx, { schoolId, studentId: asked.student_id, taskId: asked.taskId, by, at })
}

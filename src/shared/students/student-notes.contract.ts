import { z } from 'zod'
import { Colleague } from '#shared/identity/colleague.contract.ts'
import { endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Day, DayInput, Instant, OpId, UserId, Uuid } from '#shared/kernel/fields.ts'

/** What a note is about: a remark, or how the family was spoken with. */
export const noteWays = ['remark', 'call', 'no-answer', 'meeting', 'message'] as const

export const StudentNote = z.object({
  id: Uuid,
  way: z.enum(noteWays),
  text: z.string(),
  by: Colleague,
  at: Instant,
  /** Struck out: it stays, with who did that and why. */
  struck: z.object({ by: Colleague, at: Instant, reason: z.string() }).nullable(),
})
export type StudentNote = z.infer<typeof StudentNote>

export const StudentTask = z.object({
  id: Uuid,
  task: z.string(),
  dueOn: Day,
  owner: Colleague.nullable(),
  by: Colleague,
  at: Instant,
  done: z.object({ by: Colleague, at: Instant }).nullable(),
})
export type StudentTask = z.infer<typeof StudentTask>

/** Notes, the newest first, and tasks: the open ones by their day, then those that are done. @throws AppError access.denied, request.not-found */
export const studentNotes = endpoint({
  method: 'post',
  path: '/student/notes',
  audience: 'session',
  body: z.object({ student_id: Uuid }),
  reply: z.object({ notes: z.array(StudentNote), tasks: z.array(StudentTask) }),
})

/** Writes a note, for good. Its id is made where it is written: sent again it is no second one. @throws AppError access.denied, request.not-found, student.erased */
export const addNote = endpoint({
  method: 'post',
  path: '/student/note_add',
  audience: 'session',
  body: z.object({
    student_id: Uuid,
    noteId: OpId,
    way: z.enum(noteWays),
    text: z.string().trim().min(1).max(4000),
  }),
  reply: Nothing,
})

/** Strikes a note out; the first who does it counts. @throws AppError access.denied, request.not-found */
export const strikeNote = endpoint({
  method: 'post',
  path: '/student/note_strike',
  audience: 'session',
  body: z.object({ student_id: Uuid, noteId: OpId, because: z.string().trim().min(1).max(500) }),
  reply: Nothing,
})

/** Gives somebody something to do. Sent again it is no second one. @throws AppError access.denied, request.not-found, request.invalid, student.erased */
export const addTask = endpoint({
  method: 'post',
  path: '/student/task_add',
  audience: 'session',
  body: z.object({
    student_id: Uuid,
    taskId: OpId,
    task: z.string().trim().min(1).max(300),
    dueOn: DayInput,
    owner: UserId.nullable(),
  }),
  reply: Nothing,
})

/** Says that it is done; the first who says so counts. @throws AppError access.denied, request.not-found */
export const finishTask = endpoint({
  method: 'post',
  path: '/student/task_done',
  audience: 'session',
  body: z.object({ student_id: Uuid, taskId: OpId }),
  reply: Nothing,
})

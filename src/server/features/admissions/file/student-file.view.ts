import type { Person } from '#server/features/identity/sessions/people.service.ts'
import type { NoteRow } from '#server/features/students/record/note.service.ts'
import type { TaskRow } from '#server/features/students/record/task.service.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { StudentNote, StudentTask } from '#shared/students/student-notes.contract.ts'

export type Staff = ReadonlyMap<UserId, Person>

/** Returns a colleague; without a name where the account is gone. */
export const colleague = (userId: UserId, staff: Staff) => ({
  userId,
  name: staff.get(userId)?.name ?? { en: '–', ar: '–' },
})

export const noteView = ({ note, strike }: NoteRow, staff: Staff): StudentNote => ({
  id: note.id,
  way: note.way,
  text: note.text,
  by: colleague(note.byUser, staff),
  at: note.at,
  struck: strike && { by: colleague(strike.byUser, staff), at: strike.at, reason: strike.reason },
})

export const taskView = (row: TaskRow, staff: Staff): StudentTask => ({
  id: row.id,
  task: row.task,
  dueOn: row.dueOn,
  owner: row.ownerId && colleague(row.ownerId, staff),
  by: colleague(row.byUser, staff),
  at: row.at,
  done: row.doneAt !== null && row.doneBy !== null ? { by: colleague(row.doneBy, staff), at: row.doneAt } : null,
})

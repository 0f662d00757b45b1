import type { z } from 'zod'
import type { MessageId } from '#shared/kernel/errors.ts'
import type { addNote, addTask } from './student-notes.contract.ts'

/** What somebody wrote into a student's file: a note, or something to do by a day. Each is sent under its own id. */
export type StudentWriting =
  | { kind: 'note'; asked: z.input<typeof addNote.body> }
  | { kind: 'task'; asked: z.input<typeof addTask.body> }

export type PendingWriting = StudentWriting & {
  keptAtMs: number
  /** Why the server would not take it; null while it waits for the network. */
  problem: MessageId | null
}

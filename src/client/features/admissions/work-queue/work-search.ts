import type { Permission } from '#shared/kernel/roles.ts'
import { type WorkQueue, workQueues } from '#shared/students/student-next.rules.ts'

/** What the address of the work list says; what was handed in is one of its lists, and opened there. */
export interface WorkAddress {
  list?: unknown
  purpose?: unknown
  open?: unknown
  /** Of the work list of documents: what they wait for. */
  papers?: unknown
}

/** What the desk looks through: a queue, the documents one by one, or everything that was received. */
export type WorkListName = WorkQueue | 'papers' | 'received'

/** The list that is open. */
export function readWorkList({ list, purpose, open }: WorkAddress): WorkListName {
  if (list === 'received' || purpose !== undefined || open !== undefined) return 'received'
  if (list === 'papers') return 'papers'
  return workQueues.find((each) => each === list) ?? 'due-today'
}

/** What the lists ask for that are no queues: who may not see them is shown the queues. */
export const listAsks = { papers: 'documents.see', received: 'submissions.see' } as const satisfies Record<
  Exclude<WorkListName, WorkQueue>,
  Permission
>

import { type WorkQueue, workQueues } from '#shared/rules/student-next.rules.ts'

/** What the address of the work list says; what was handed in is one of its lists, and opened there. */
export interface WorkAddress {
  list?: unknown
  purpose?: unknown
  open?: unknown
}

/** The list that is open: a queue, or everything that was received. */
export function readWorkList({ list, purpose, open }: WorkAddress): WorkQueue | 'received' {
  if (list === 'received' || purpose !== undefined || open !== undefined) return 'received'
  return workQueues.find((each) => each === list) ?? 'due-today'
}

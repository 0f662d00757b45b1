import type { Day } from '#shared/kernel/time.ts'
import type { StudentStatus } from './student-status.rules.ts'

/** What is to be done next with a file, and by which day. A task has words; the others say themselves what they are. */
export interface NextStep {
  of: 'action' | 'review' | 'task' | 'notice'
  on: Day
  task: string | null
}

interface Standing {
  status: StudentStatus
  /** The file's own next action. */
  nextActionOn: Day | null
  /** Until when a hold stands. */
  reviewOn: Day | null
}

/**
 * What is due first: of the file's next action, the day on which its hold is looked at again, and its open tasks. Derived
 * whenever somebody looks, so that nothing is kept twice.
 */
export function nextStep(
  { status, nextActionOn, reviewOn }: Standing,
  tasks: readonly { dueOn: Day; task: string }[],
): NextStep | null {
  const steps: NextStep[] = [
    ...tasks.map(({ dueOn, task }) => ({ of: 'task' as const, on: dueOn, task })),
    ...(nextActionOn === null ? [] : [{ of: 'action' as const, on: nextActionOn, task: null }]),
    ...(status === 'on-hold' && reviewOn !== null ? [{ of: 'review' as const, on: reviewOn, task: null }] : []),
  ]
  return steps.toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0))[0] ?? null
}

/** What waits for the desk, in the order in which it is shown. */
export const workQueues = [
  'unassigned',
  'due-today',
  'overdue',
  'no-next-date',
  'offer-ending',
  'documents',
  'refunds',
  'notices',
  'canteen-notes',
  'mine',
] as const
export type WorkQueue = (typeof workQueues)[number]

/** Of an offer that ends within so many days the desk wants to know. */
export const offerSoonDays = 3

import { z } from 'zod'
import { endpoint } from '#shared/kernel/endpoint.ts'
import { Day, Instant } from '#shared/kernel/fields.ts'
import { workQueues } from './student-next.rules.ts'
import { StudentRow } from './student-row.contract.ts'

/** A file that waits for somebody, with what is to be done next. */
const WorkRow = z.object({
  student: StudentRow,
  next: z
    .object({
      /** The file's own next action, the day of its hold, or a task, which has words, or what the regulator is to be told of a refusal. */
      of: z.enum(['action', 'review', 'task', 'notice']),
      on: Day,
      task: z.string().nullable(),
    })
    .nullable(),
  /** When the offer that is out ends. */
  offerEndsAt: Instant.nullable(),
})
export type WorkRow = z.infer<typeof WorkRow>

/**
 * What waits for the desk: how many in each queue, and those of one of them, what is due first before the rest. Days are the
 * school's. Counts and rows come of the same conditions in the same transaction. @throws AppError access.denied, request.invalid
 */
export const studentWork = endpoint({
  method: 'post',
  path: '/student/work',
  audience: 'session',
  body: z.object({
    queue: z.enum(workQueues).default('due-today'),
    after: z.string().max(100).optional(),
    limit: z.int().min(1).max(100).default(50),
  }),
  reply: z.object({
    today: Day,
    counts: z.record(z.enum(workQueues), z.int()),
    rows: z.array(WorkRow),
    next: z.string().nullable(),
  }),
})
export type StudentWork = z.infer<typeof studentWork.reply>

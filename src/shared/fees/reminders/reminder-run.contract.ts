import { z } from 'zod'
import { Colleague } from '#shared/identity/colleague.contract.ts'
import { endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Instant, OpId, Uuid } from '#shared/kernel/fields.ts'

/** Reminders to all who were due when a person sent them, with how far that is. */
export const ReminderRun = z.object({
  runId: Uuid,
  state: z.enum(['running', 'stopped', 'done']),
  startedAt: Instant,
  by: Colleague,
  /** Payers who owed something, and how many of them are worked through: who is not to be reminded gets none. */
  payers: z.int(),
  done: z.int(),
  sent: z.int(),
  failed: z.int(),
})
export type ReminderRun = z.infer<typeof ReminderRun>

const run = { method: 'post', audience: 'session', reply: z.object({ run: ReminderRun }) } as const

/** Starts sending to all who are due now; the server goes on with it in the background, also after a restart. @throws AppError access.denied */
export const startReminders = endpoint({ ...run, path: '/fees/reminder_run_start', body: z.object({ newRunId: OpId }) })

/** Stops a run; what was sent stays. @throws AppError access.denied, request.not-found */
export const stopReminders = endpoint({ ...run, path: '/fees/reminder_run_stop', body: z.object({ runId: Uuid }) })

/** Goes on with a stopped run. @throws AppError access.denied, request.not-found */
export const resumeReminders = endpoint({ ...run, path: '/fees/reminder_run_resume', body: z.object({ runId: Uuid }) })

/** Lists the latest ten runs. @throws AppError access.denied */
export const reminderRuns = endpoint({
  method: 'get',
  path: '/fees/reminder_runs',
  audience: 'session',
  body: Nothing,
  reply: z.object({ runs: z.array(ReminderRun) }),
})

import { z } from 'zod'
import { endpoint } from '#shared/kernel/endpoint.ts'
import { Revision, Uuid } from '#shared/kernel/fields.ts'

/** How far the school has come with an application for work; `new` until somebody has said otherwise. */
export const WorkStatus = z.enum(['new', 'in-review', 'interview', 'offered', 'hired', 'declined'])
export type WorkStatus = z.infer<typeof WorkStatus>

/** `revision` counts the changes: who makes the next one names the one they have seen. */
export const WorkStanding = z.object({ status: WorkStatus, revision: z.int() })
export type WorkStanding = z.infer<typeof WorkStanding>

/**
 * Says how an application for work stands. The same again changes nothing.
 * @throws AppError access.denied, request.not-found, form.changed-elsewhere
 */
export const setWorkStatus = endpoint({
  method: 'post',
  path: '/forms/work_status',
  audience: 'session',
  body: z.object({ id: Uuid, seen: Revision, status: WorkStatus }),
  reply: z.object({ work: WorkStanding }),
})

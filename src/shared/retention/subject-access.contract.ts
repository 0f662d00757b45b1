import { z } from 'zod'
import { Colleague } from '#shared/identity/colleague.contract.ts'
import { endpoint, FileReply } from '#shared/kernel/endpoint.ts'
import { Instant, Language, OpId, Uuid } from '#shared/kernel/fields.ts'

/*
 * Subject access: everything that an erasure of a child would reach, as one file for the family that asks what the school holds. It
 * is put together in the background and kept for some days.
 */

/** Days for which a finished file can be fetched. */
export const accessDays = 7

export const SubjectAccess = z.object({
  id: Uuid,
  language: Language,
  state: z.enum(['running', 'done']),
  /** Entries of the file that are ready, and how many there will be; 0 before they are counted. */
  done: z.int(),
  total: z.int(),
  startedAt: Instant,
  /** From when on it is gone. */
  endsAt: Instant,
  by: Colleague,
})
export type SubjectAccess = z.infer<typeof SubjectAccess>

/**
 * Begins to put the file together; repeating the command begins no second one.
 * @throws AppError access.denied, auth.step-up-needed, request.not-found, student.erased
 */
export const startSubjectAccess = endpoint({
  method: 'post',
  path: '/retention/access_start',
  audience: 'session',
  stepUp: true,
  body: z.object({ commandId: OpId, student_id: Uuid, language: Language }),
  reply: z.object({ access: SubjectAccess }),
})

/** Lists the files of a child that are there or under way, the newest first. @throws AppError access.denied */
export const subjectAccesses = endpoint({
  method: 'post',
  path: '/retention/access_list',
  audience: 'session',
  body: z.object({ student_id: Uuid }),
  reply: z.object({ accesses: z.array(SubjectAccess) }),
})

/** Returns a finished file. @throws AppError access.denied, auth.step-up-needed, request.not-found */
export const subjectAccessFile = endpoint({
  method: 'post',
  path: '/retention/access_file',
  audience: 'session',
  stepUp: true,
  body: z.object({ id: Uuid }),
  reply: FileReply,
  isFile: true,
})

import { z } from 'zod'
import { Bilingual, endpoint, FileReply, Nothing } from '#shared/kernel/endpoint.ts'
import { Instant, OpId, UserId, Uuid } from '#shared/kernel/fields.ts'
import { StudentFilter } from './student.contract.ts'

/*
 * Bulk letters: a job with a row for each student. It continues without the person who started it, can be stopped and
 * resumed, and survives a server restart.
 */

/** Kinds of bulk letter. Each suits one status only: waiting, rejected by the school, applied. */
export const LetterJobKind = z.enum(['waiting-list', 'rejection', 'admission-form'])
export type LetterJobKind = z.infer<typeof LetterJobKind>

export const maxLetters = 1000

/** The audience: students by id, or all that a list's filter finds. */
const Audience = z.union([z.object({ ids: z.array(Uuid).min(1).max(maxLetters) }), z.object({ filter: StudentFilter })])

/**
 * A student without a letter, and why: the missing fields of the letter, or `standing` when the status makes it
 * untrue.
 */
const MissingValue = z.object({
  student_id: Uuid,
  registration_id: z.string(),
  student_name: z.string().nullable(),
  student_name_ar: z.string().nullable(),
  lacks: z.array(z.string()).min(1),
})

export const LetterJob = z.object({
  id: Uuid,
  kind: LetterJobKind,
  /** `done` also when some letters could not be issued; those are in `lacking`. */
  state: z.enum(['running', 'stopped', 'done']),
  total: z.int(),
  issued: z.int(),
  /** Number of students without a letter, and the first two hundred of them. */
  lackingCount: z.int(),
  lacking: z.array(MissingValue),
  /** Progress of the requested PDF file; null when none is being prepared. */
  making: z.object({ done: z.int(), total: z.int() }).nullable(),
  startedAt: Instant,
  by: z.object({ userId: UserId, name: Bilingual }),
})
export type LetterJob = z.infer<typeof LetterJob>

const Asked = { kind: LetterJobKind, whom: Audience }

/**
 * Counts who would get a letter and lists who lacks what; issues nothing. @throws AppError access.denied,
 * letter.too-many
 */
export const checkLetterJob = endpoint({
  method: 'post',
  path: '/letters/check',
  audience: 'session',
  body: z.object(Asked),
  reply: z.object({ total: z.int(), ready: z.int(), lackingCount: z.int(), lacking: z.array(MissingValue) }),
})

/**
 * Starts a job; repeating the command starts no second one.
 * @throws AppError access.denied, letter.too-many, request.not-found (no students)
 */
export const startLetterJob = endpoint({
  method: 'post',
  path: '/letters/start',
  audience: 'session',
  body: z.object({ ...Asked, commandId: OpId }),
  reply: z.object({ job: LetterJob }),
})

/** Lists the latest jobs, newest first. @throws AppError access.denied */
export const letterJobs = endpoint({
  method: 'get',
  path: '/letters/jobs',
  audience: 'session',
  body: Nothing,
  reply: z.object({ jobs: z.array(LetterJob) }),
})

/** Stops a job after the letter being issued, or resumes it. @throws AppError access.denied, request.not-found */
export const changeLetterJob = endpoint({
  method: 'post',
  path: '/letters/change',
  audience: 'session',
  body: z.object({ id: Uuid, isRunning: z.boolean() }),
  reply: z.object({ job: LetterJob }),
})

/**
 * Returns everything a job has issued so far: `zip`, one PDF per letter, identical to those issued, with their
 * hashes; `print`, the pages of all letters in one PDF; `print-both-sides`, the same with an empty page where a
 * letter would begin on the back of the one before. `leavesOut` skips the letters that cannot be rendered.
 * @throws AppError access.denied, request.not-found (nothing issued yet), letter.not-made, letter.differs (`field`
 * lists the references of all letters that cannot be rendered)
 */
export const letterJobFile = endpoint({
  method: 'post',
  path: '/letters/file',
  audience: 'session',
  body: z.object({
    id: Uuid,
    as: z.enum(['zip', 'print', 'print-both-sides']).default('zip'),
    leavesOut: z.boolean().default(false),
  }),
  reply: FileReply,
  isFile: true,
})

import { z } from 'zod'
import { Bilingual, endpoint, FileReply, Nothing } from '#shared/kernel/endpoint.ts'
import { Instant, OpId, UserId, Uuid } from '#shared/kernel/fields.ts'
import { StudentFilter } from './student.contract.ts'

/*
 * Letters for many at once: a job with a row for each student. It goes on without whoever began it, is stopped and resumed, and
 * survives the server's end.
 */

/** What is issued for many. Each is only for students who stand where it says: waiting, refused by the school, applied. */
export const LetterJobKind = z.enum(['waiting-list', 'rejection', 'admission-form'])
export type LetterJobKind = z.infer<typeof LetterJobKind>

export const mostLetters = 1000

/** By name, or whoever a list's filter finds. */
const Whom = z.union([z.object({ ids: z.array(Uuid).min(1).max(mostLetters) }), z.object({ filter: StudentFilter })])

/** Somebody who gets no letter, and what stands against it: fields of the letter, or `standing` where it would be untrue. */
const Lacking = z.object({
  student_id: Uuid,
  registration_id: z.string(),
  student_name: z.string().nullable(),
  student_name_ar: z.string().nullable(),
  lacks: z.array(z.string()).min(1),
})

export const LetterJob = z.object({
  id: Uuid,
  kind: LetterJobKind,
  /** `done` also when some could not be issued: they are in `lacking`. */
  state: z.enum(['running', 'stopped', 'done']),
  total: z.int(),
  issued: z.int(),
  /** How many of all got none, and the first two hundred of them. */
  lackingCount: z.int(),
  lacking: z.array(Lacking),
  /** How many papers of the file that somebody is having made are done; null while nobody is. */
  making: z.object({ done: z.int(), total: z.int() }).nullable(),
  startedAt: Instant,
  by: z.object({ userId: UserId, name: Bilingual }),
})
export type LetterJob = z.infer<typeof LetterJob>

const Asked = { kind: LetterJobKind, whom: Whom }

/** Says who would get a letter and who lacks what; issues nothing. @throws AppError access.denied, letter.too-many */
export const checkLetterJob = endpoint({
  method: 'post',
  path: '/letters/check',
  audience: 'session',
  body: z.object(Asked),
  reply: z.object({ total: z.int(), ready: z.int(), lackingCount: z.int(), lacking: z.array(Lacking) }),
})

/** Begins a job; the same command again begins no second one. @throws AppError access.denied, letter.too-many, request.not-found for nobody */
export const startLetterJob = endpoint({
  method: 'post',
  path: '/letters/start',
  audience: 'session',
  body: z.object({ ...Asked, commandId: OpId }),
  reply: z.object({ job: LetterJob }),
})

/** The latest jobs, the newest first. @throws AppError access.denied */
export const letterJobs = endpoint({
  method: 'get',
  path: '/letters/jobs',
  audience: 'session',
  body: Nothing,
  reply: z.object({ jobs: z.array(LetterJob) }),
})

/** Stops a job after the letter that is being issued, or lets it go on. @throws AppError access.denied, request.not-found */
export const changeLetterJob = endpoint({
  method: 'post',
  path: '/letters/change',
  audience: 'session',
  body: z.object({ id: Uuid, isRunning: z.boolean() }),
  reply: z.object({ job: LetterJob }),
})

/**
 * Everything that a job has issued so far: `zip`, a PDF for each letter, which are those that were issued, with their hashes.
 * `print`, the pages of all in one PDF for the printer, one letter after the other; `print-both-sides`, with an empty page where the
 * next letter would begin on the back of the one before. `leavesOut`: without the letters that can't be made.
 * @throws AppError access.denied, request.not-found while there is nothing; letter.not-made, letter.differs, where `field` has the
 * references of all that can't be made
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

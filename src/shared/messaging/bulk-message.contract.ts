import { z } from 'zod'
import { StudentFilter } from '#shared/admissions/student.contract.ts'
import { Bilingual, endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Instant, Language, OpId, UserId, Uuid } from '#shared/kernel/fields.ts'
import { type LetterField, letterFields } from '#shared/kernel/letter/letter-fields.rules.ts'
import { StudentRow } from '#shared/students/student-row.contract.ts'
import { MessageText } from './student-message.contract.ts'

/*
 * One message to many families. Each guardian gets it once, whatever the number of their children. It waits a little before it
 * leaves, goes on without the person who began it, is stopped and resumed, and survives the server's end.
 */

export const maxRecipients = 1000

/** By name, or everyone a list's filter finds. */
const Audience = z.union([
  z.object({ ids: z.array(Uuid).min(1).max(maxRecipients) }),
  z.object({ filter: StudentFilter }),
])

/** Why somebody gets none. `no-consent`: of what is no child's business, and the family did not agree to news. */
export const NotTold = z.enum(['no-address', 'no-consent', 'missing'])

const NamedStudent = StudentRow.pick({
  student_id: true,
  registration_id: true,
  student_name: true,
  student_name_ar: true,
})

const Left = z.object({
  students: z.array(NamedStudent),
  /** The guardian; null where nobody is named. */
  name: z.string().nullable(),
  why: NotTold,
  /** What is not known, where that is why. */
  field: z.enum(Object.keys(letterFields) as [LetterField]).nullable(),
})
export type Left = z.infer<typeof Left>

const Asked = {
  whom: Audience,
  words: MessageText,
  /** Whether it is about their child: then nobody has to have agreed to it. Else only who wants news gets it. */
  isNecessary: z.boolean(),
}

/** Who would get it, and who would not and why; sends nothing. @throws AppError access.denied, letter.too-many, request.not-found for nobody */
export const checkMany = endpoint({
  method: 'post',
  path: '/messages/many_check',
  audience: 'session',
  body: z.object(Asked),
  reply: z.object({
    students: z.int(),
    /** Mails: one for each guardian. */
    total: z.int(),
    /** How many mails fewer there are because a guardian has several of these children. */
    joined: z.int(),
    leftCount: z.int(),
    /** The first hundred. */
    left: z.array(Left),
    /** The first hundred of who gets it, to look at what each would read. */
    recipients: z.array(z.object({ name: z.string(), language: Language, students: z.array(NamedStudent) })),
  }),
})

export const BulkMessage = z.object({
  id: Uuid,
  title: Bilingual,
  isNecessary: z.boolean(),
  /** `withdrawn` before anything left; `done` also where some could not be told. */
  state: z.enum(['running', 'stopped', 'done', 'withdrawn']),
  total: z.int(),
  sent: z.int(),
  leftCount: z.int(),
  startedAt: Instant,
  /** Nothing leaves before. */
  leavesAt: Instant,
  by: z.object({ userId: UserId, name: Bilingual }),
})
export type BulkMessage = z.infer<typeof BulkMessage>

/** Begins it; the same command again begins no second one. @throws like `checkBulkMessage` */
export const startMany = endpoint({
  method: 'post',
  path: '/messages/many_start',
  audience: 'session',
  body: z.object({ ...Asked, commandId: OpId }),
  reply: z.object({ message: BulkMessage }),
})

/** The latest, the newest first. @throws AppError access.denied */
export const manyMessages = endpoint({
  method: 'get',
  path: '/messages/many',
  audience: 'session',
  body: Nothing,
  reply: z.object({ messages: z.array(BulkMessage), now: Instant }),
})

/**
 * Stops it after the mails that are being written, lets it go on, or takes it back before anything has left.
 * @throws AppError access.denied, request.not-found, message.over
 */
export const changeMany = endpoint({
  method: 'post',
  path: '/messages/many_change',
  audience: 'session',
  body: z.object({ id: Uuid, manyDeed: z.enum(['stop', 'resume', 'withdraw']) }),
  reply: z.object({ message: BulkMessage }),
})

// chunk: students
import { z } from 'zod'
import { Colleague } from '#shared/identity/colleague.contract.ts'
import { endpoint } from '#shared/kernel/endpoint.ts'
import { DayInput, Instant, UserId, Uuid, Year } from '#shared/kernel/fields.ts'
import { offlineWays } from '#shared/students/status-transition.types.ts'
import { StudentOutcome, StudentRow, StudentStatus } from '#shared/students/student-row.contract.ts'

/** What a list is narrowed by; parts that are absent narrow nothing. Within one part any of its values will do. */
export const StudentFilter = z.object({
  status: z.array(StudentStatus).max(9).optional(),
  grade: z.array(z.string().max(20)).max(30).optional(),
  entryYear: z.array(Year).max(10).optional(),
  nationality: z.array(z.string().max(60)).max(50).optional(),
  source: z.array(z.string().max(60)).max(50).optional(),
  /** `none` finds files that nobody has taken on. */
  owner: z.union([UserId, z.literal('none')]).optional(),
  /** Next action due on or before this day. */
  dueBy: DayInput.optional(),
  /** A name in either script, a reference, or the beginning of one. */
  text: z.string().trim().max(100).optional(),
})
export type StudentFilter = z.infer<typeof StudentFilter>

export const studentSorts = ['newest', 'oldest', 'name', 'waiting-longest', 'due'] as const

/**
 * A page of students, and how many of each status there are: of all that the filter's other parts find, so that the counts
 * of the nine make the total. Each comes once, whatever happens between two pages, in the orders that nothing changes (newest,
 * oldest, name); by `waiting-longest` and `due` anyone who moves on comes again further down. @throws AppError access.denied
 */
export const studentList = endpoint({
  method: 'post',
  path: '/student/student_list',
  audience: 'session',
  public: { scope: 'students.read', name: 'listStudents' },
  body: z.object({
    filter: StudentFilter.default({}),
    sort: z.enum(studentSorts).default('newest'),
    /** What the page before said comes next. */
    after: z.string().max(300).optional(),
    limit: z.int().min(1).max(200).default(50),
  }),
  reply: z.object({
    students: z.array(StudentRow),
    next: z.string().nullable(),
    /** Of the whole list, told with its first page: null with those after it. */
    about: z
      .object({
        counts: z.record(StudentStatus, z.int()),
        total: z.int(),
        /** What the filter's lists may be filled with: the values that this school's students have. */
        known: z.object({
          grade: z.array(z.string()),
          entryYear: z.array(z.int()),
          nationality: z.array(z.string()),
          source: z.array(z.string()),
        }),
      })
      .nullable(),
  }),
})

/** One step of a student's way. Written once and never changed. */
export const StatusChange = z.object({
  id: Uuid,
  from: StudentStatus.nullable(),
  to: StudentStatus,
  outcome: StudentOutcome.nullable(),
  /** In which capacity; the person who did it by name, null for a family or the clock. */
  mover: z.enum(['officer', 'registrar', 'head', 'finance', 'family', 'clock']),
  by: Colleague.nullable(),
  approvedBy: Colleague.nullable(),
  reason: z.string().nullable(),
  note: z.string().nullable(),
  /** By the clock of the person who did it, and by the server's. */
  decidedAt: Instant,
  recordedAt: Instant,
})
export type StatusChange = z.infer<typeof StatusChange>

/** A step that this person may ask for now, and what they have to say with it. */
export const OpenTransition = z.object({
  to: StudentStatus,
  outcome: StudentOutcome.nullable(),
  says: z.array(z.enum(['reason', 'review-on', 'decline-reason', 'offer', 'out-of-order', 'override'])),
  /** It is the family's word, which staff write down because it was said by telephone or at the desk. */
  forFamily: z.boolean(),
  /** Another person has to agree before it counts. */
  needsApproval: z.boolean(),
  /** What may be done with it without a network (`Offline` of the rules). */
  offline: z.enum(offlineWays),
  /** What is missing as yet, as ids of messages that say what to do; empty when it may be taken. */
  hindrances: z.array(z.string()),
})

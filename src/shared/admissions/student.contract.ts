// chunk: students
import { z } from 'zod'
import { Colleague } from '#shared/identity/colleague.contract.ts'
import { endpoint } from '#shared/kernel/endpoint.ts'
import { Day, Instant, Language, Minor, OpId, UserId, Uuid } from '#shared/kernel/fields.ts'
import { offlineWays } from '#shared/students/status-transitions.rules.ts'
import { StudentOutcome, StudentRow, StudentStatus } from '#shared/students/student-row.contract.ts'
import { AgeCheckResult } from './age-check.contract.ts'
import { StaffOffer } from './offers/offer.contract.ts'
import { StudentChange } from './student-change.contract.ts'
import { StudentChecks } from './student-checks.contract.ts'
import { WaitlistEntry } from './waiting-list.contract.ts'

/** What a list is narrowed by; parts that are absent narrow nothing. Within one part any of its values will do. */
export const StudentFilter = z.object({
  status: z.array(StudentStatus).max(9).optional(),
  grade: z.array(z.string().max(20)).max(30).optional(),
  entryYear: z.array(z.int()).max(10).optional(),
  nationality: z.array(z.string().max(60)).max(50).optional(),
  source: z.array(z.string().max(60)).max(50).optional(),
  /** `none` finds whoever nobody has taken on. */
  owner: z.union([UserId, z.literal('none')]).optional(),
  /** Next action due on or before this day. */
  dueBy: Day.optional(),
  /** A name in either script, a reference, or the beginning of one. */
  text: z.string().trim().max(100).optional(),
})
export type StudentFilter = z.infer<typeof StudentFilter>

export const studentSorts = ['newest', 'oldest', 'name', 'waiting-longest', 'due'] as const

/**
 * A page of students, and how many of each status there are: of all that the filter's other parts find, so that the counts
 * of the nine make the total. Each comes once, whatever happens between two pages, in the orders that nothing changes (newest,
 * oldest, name); by `waiting-longest` and `due` whoever moves on comes again further down. @throws AppError access.denied
 */
export const studentList = endpoint({
  method: 'post',
  path: '/student/student_list',
  audience: 'session',
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
  /** In which capacity; whoever did it by name, null for a family or the clock. */
  mover: z.enum(['officer', 'registrar', 'head', 'finance', 'family', 'clock']),
  by: Colleague.nullable(),
  approvedBy: Colleague.nullable(),
  reason: z.string().nullable(),
  note: z.string().nullable(),
  /** By the clock of whoever did it, and by the server's. */
  decidedAt: Instant,
  recordedAt: Instant,
})
export type StatusChange = z.infer<typeof StatusChange>

/** A step that this person may ask for now, and what they have to say with it. */
export const OpenTransition = z.object({
  to: StudentStatus,
  outcome: StudentOutcome.nullable(),
  says: z.array(z.enum(['reason', 'review-on', 'decline-reason', 'offer', 'out-of-order'])),
  /** It is the family's word, which staff write down because it was said by telephone or at the desk. */
  forFamily: z.boolean(),
  /** Another person has to agree before it counts. */
  needsApproval: z.boolean(),
  /** What may be done with it without a network (`Offline` of the rules). */
  offline: z.enum(offlineWays),
  /** What is missing as yet, as ids of messages that say what to do; empty when it may be taken. */
  hindrances: z.array(z.string()),
})

/** The file of one student, with the steps that whoever asks may take. @throws AppError access.denied, request.not-found */
export const studentData = endpoint({
  method: 'post',
  path: '/student/student_data',
  audience: 'session',
  query: ['student_id'],
  body: z.object({ student_id: Uuid }),
  reply: z.object({
    student: StudentRow,
    /** The application as it was handed in, frozen; null for a student who came by another way. */
    submissionId: Uuid.nullable(),
    history: z.array(StatusChange),
    /** Every version, the newest first. */
    offers: z.array(StaffOffer),
    /** Who may sign, as the application says; for whoever may offer a seat now, for others nobody. */
    guardians: z.array(z.object({ name: z.string(), email: z.string(), language: Language })),
    /** What the regulator says of money, for whoever may offer a seat now; null for others and where nothing is capped. */
    money: z
      .object({
        depositPercent: z.number().nullable(),
        depositMonths: z.int().nullable(),
        applicationFee: Minor.nullable(),
      })
      .nullable(),
    ...WaitlistEntry.shape,
    age: AgeCheckResult.nullable(),
    ...StudentChecks.shape,
    moves: z.array(OpenTransition),
    /** Asked for by somebody, and waiting for another's word. */
    proposals: z.array(
      z.object({
        id: Uuid,
        to: StudentStatus,
        outcome: StudentOutcome.nullable(),
        by: Colleague,
        reason: z.string(),
        at: Instant,
        /** Otherwise it was made without a network: whoever may take the step says that it still holds, its maker too. */
        needsAnother: z.boolean(),
      }),
    ),
  }),
})

/**
 * Takes one step, or, where another has to agree, proposes it; or changes who looks after the file and until when. The same
 * command again changes nothing and is answered as before.
 * @throws AppError access.denied, request.not-found, student.changed (somebody was faster), student.no-such-move,
 * student.reason-missing, student.note-missing (the reason `other` without words), student.review-day, student.proposed (it waits already), student.proposal-over, student.needs-another,
 * student.out-of-order (of the waiting list, without a note why), student.offer-missing (offered by a `move`), student.seat-held, student.no-live-offer (a formality before acceptance), student.offer-signed (a form asked for after all), offer.deposit, offer.early, offer.fee (the regulator's), offer.last-day, offer.over, offer.paused, offer.receipt-known, student.fee-most,
 * and what hinders the step (`OpenMove.hindrances`)
 */
export const studentUpdate = endpoint({
  method: 'patch',
  path: '/student/student_update',
  audience: 'session',
  query: ['student_id'],
  body: z.object({
    student_id: Uuid,
    /** Made where the decision was made, once for each. */
    commandId: OpId,
    /** The revision that was decided on. */
    revision: z.int(),
    decidedAt: Instant,
    change: StudentChange,
  }),
  reply: z.object({
    student: StudentRow,
    /** Set when the step waits for another's word. */ proposalId: Uuid.nullable(),
  }),
})

/** How many came how far by the end of a day, and who they are together. @throws AppError access.denied */
export const studentFunnel = endpoint({
  method: 'get',
  path: '/student/funnel',
  audience: 'session',
  body: z.object({
    asOf: Day.optional(),
    entryYear: z.coerce.number().int().optional(),
    grade: z.string().max(20).optional(),
    nationality: z.string().max(60).optional(),
    source: z.string().max(60).optional(),
  }),
  reply: z.object({
    asOf: Day,
    /** How many had ever reached each stage, or one after it, by then; in the order of the way. */
    stages: z.array(
      z.object({
        stage: z.enum(['enquired', 'applied', 'shortlisted', 'offered', 'accepted', 'booked', 'confirmed']),
        /** Null for enquiries of some: an enquiry names several children, each with a year and a grade of their own. */
        reached: z.int().nullable(),
        /** Median days from the stage before; null where nobody has come so far, and for the first two. */
        medianDays: z.number().nullable(),
      }),
    ),
    byGrade: z.array(z.object({ grade: z.string().nullable(), count: z.int() })),
    bySource: z.array(z.object({ source: z.string().nullable(), count: z.int() })),
    byNationality: z.array(z.object({ nationality: z.string().nullable(), count: z.int() })),
  }),
})

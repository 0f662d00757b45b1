// chunk: students
import { z } from 'zod'
import { Colleague } from '#shared/identity/colleague.contract.ts'
import { Bilingual, endpoint } from '#shared/kernel/endpoint.ts'
import { Day, DayInput, Instant, InstantInput, Int4, Language, Minor, OpId, Uuid, Year } from '#shared/kernel/fields.ts'
import { StudentOutcome, StudentRow, StudentStatus } from '#shared/students/student-row.contract.ts'
import { StaffOffer } from './offers/offer.contract.ts'
import { feeKinds } from './offers/offer-money.rules.ts'
import { Readiness } from './readiness.contract.ts'
import { OpenTransition, StatusChange } from './student.contract.ts'
import { StudentChange } from './student-change.contract.ts'
import { AgeCheckResult, StudentChecks } from './student-checks.contract.ts'
import { WaitlistEntry } from './waiting-list.contract.ts'

/** The file of one student, with the steps that the person who asks may take. @throws AppError access.denied, request.not-found */
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
    /** Who may sign, as the application says; for the person who may offer a seat now, for others nobody. */
    guardians: z.array(z.object({ name: z.string(), email: z.string(), language: Language })),
    /** What the regulator says of money, for the person who may offer a seat now; null for others and where nothing is capped. */
    money: z
      .object({
        depositPercent: z.number().nullable(),
        depositMonths: z.int().nullable(),
        applicationFee: Minor.nullable(),
      })
      .nullable(),
    /** Yearly fees by the approved schedule of the entry year; for the person who may offer a seat now, empty without one. */
    scheduledFees: z.array(z.object({ of: z.enum(feeKinds), label: Bilingual, amount: Minor })).default([]),
    ...WaitlistEntry.shape,
    age: AgeCheckResult.nullable(),
    ...StudentChecks.shape,
    moves: z.array(OpenTransition),
    /** How far it is to an offer; null for a file that was erased, and by a server of before. */
    readiness: Readiness.nullable().default(null),
    /** Asked for by somebody, and waiting for another's word. */
    proposals: z.array(
      z.object({
        id: Uuid,
        to: StudentStatus,
        outcome: StudentOutcome.nullable(),
        by: Colleague,
        reason: z.string(),
        at: Instant,
        /** Otherwise it was made without a network: anyone who may take the step says that it still holds, its maker too. */
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
 * student.out-of-order (of the waiting list, without a note why), student.override-note (an offer before what the school asks for, without one), student.offer-missing (offered by a `move`), student.seat-held, student.no-live-offer (a formality before acceptance), student.offer-signed (a form asked for after all), offer.deposit, offer.early, offer.fee (the regulator's), offer.last-day, offer.over, offer.paused, offer.receipt-known, student.fee-most,
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
    revision: Int4,
    decidedAt: InstantInput,
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
    asOf: DayInput.optional(),
    entryYear: z.coerce.number().pipe(Year).optional(),
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

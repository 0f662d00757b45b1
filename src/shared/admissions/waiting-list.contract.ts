import { z } from 'zod'
import { Bilingual, endpoint } from '#shared/kernel/endpoint.ts'
import { Day, Instant, UserId, Year } from '#shared/kernel/fields.ts'
import { NamedStudent, Place, SeatCategorySeats } from '#shared/students/seat.contract.ts'
import { claimKinds, claimStates, positionCauses } from './waiting-list.rules.ts'

/*
 * The waiting list of a place: who comes next, and why. Positions are renumbered whenever somebody comes or leaves, a claim is
 * judged or the rules change, and every one is kept with its reason.
 */

/** Why a child stands where it does: a sentence by its id, with what is said in it. The words stand in `admissions.json`. */
export const PositionReason = z.object({
  id: z.enum(['claim', 'date']),
  claim: z.enum(claimKinds).nullable(),
  verifiedOn: Day.nullable(),
  /** The day of the application. */
  since: Day,
})
export type PositionReason = z.infer<typeof PositionReason>

/** Where one student stands on the list of their place, and what may bring them forward. */
export const WaitlistEntry = z.object({
  /** Null for a child on no list. */
  line: z
    .object({
      position: z.int(),
      total: z.int(),
      reason: PositionReason,
      /** The child who is first, where it is another one. */
      next: NamedStudent.nullable(),
    })
    .nullable(),
  /** Every position there was, the latest first: written once, never changed. */
  positions: z.array(
    z.object({
      no: z.int(),
      /** Null when they left the list. */
      position: z.int().nullable(),
      total: z.int(),
      reason: PositionReason.nullable(),
      cause: z.enum(positionCauses),
      at: Instant,
      place: Place,
    }),
  ),
  /** What staff have found, and what the application states and nobody has looked at (by nobody). */
  claims: z.array(
    z.object({
      claim: z.enum(claimKinds),
      state: z.enum(claimStates),
      note: z.string(),
      verifiedOn: Day.nullable(),
      by: z.object({ userId: UserId, name: Bilingual }).nullable(),
      at: Instant.nullable(),
    }),
  ),
})

/** The waiting list of one place, the next child first. @throws AppError access.denied */
export const waitingList = endpoint({
  method: 'get',
  path: '/seat/waiting',
  audience: 'session',
  body: z.object({
    campus: z.string().max(40).default(''),
    entryYear: z.coerce.number().pipe(Year),
    grade: z.string().min(1).max(20),
    stream: z.string().max(40).default(''),
  }),
  reply: z.object({
    /** Null for a place that nobody asks for. */
    place: SeatCategorySeats.nullable(),
    children: z.array(NamedStudent.extend({ position: z.int(), reason: PositionReason })),
  }),
})

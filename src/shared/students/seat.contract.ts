// chunk: desk-calls
import { z } from 'zod'
import { endpoint } from '#shared/kernel/endpoint.ts'
import { Revision, Uuid, Year } from '#shared/kernel/fields.ts'

/*
 * Seats: how many children a school takes in, place by place. A place is a campus, a year, a grade and a stream; seats are held
 * by offers and made firm by payment, in the transaction of the step that does it.
 */

/** Campus and stream by the school's own codes; empty where it has only one. */
const PlaceCode = z.string().trim().max(40)

/** For what a seat is counted. */
export const Place = z.object({
  campus: PlaceCode.default(''),
  /** By the first calendar year of the school year. */
  entryYear: z.int().min(2000).max(2200),
  grade: z.string().trim().min(1).max(20),
  stream: PlaceCode.default(''),
})
export type Place = z.infer<typeof Place>

/** A student, where a place or another one is spoken of. */
export const NamedStudent = z.object({
  student_id: Uuid,
  registration_id: z.string(),
  student_name: z.string().nullable(),
  student_name_ar: z.string().nullable(),
})
export type NamedStudent = z.infer<typeof NamedStudent>

const seatNumber = z.int().min(0).max(10_000)

/** How the seats of one place stand. Taken are `held` and `firm`; never more than `seats` and `overOffer` together. */
export const SeatCategorySeats = Place.extend({
  seats: seatNumber,
  /** How many offers more may be out than there are seats, because some families go elsewhere; the head agrees to it. */
  overOffer: seatNumber,
  /** By offers that are out or accepted. */
  held: z.int(),
  /** By families who have paid, and pupils who are confirmed. */
  firm: z.int(),
  /** Students on the waiting list of this place. */
  waiting: z.int(),
  /** Who is to be offered a free seat next; null where none is free or nobody waits. */
  next: NamedStudent.nullable(),
  /** Counts the changes of the capacity: anyone who changes it names the one that they have seen. */
  revision: z.int(),
})
export type SeatCategorySeats = z.infer<typeof SeatCategorySeats>

/** The seats of every place, also of those that students ask for and nobody has counted yet (revision 0). @throws AppError access.denied */
export const seatList = endpoint({
  method: 'get',
  path: '/seat/list',
  audience: 'session',
  public: { scope: 'students.read', name: 'listSeats' },
  body: z.object({ entryYear: z.coerce.number().pipe(Year).optional() }),
  reply: z.object({ places: z.array(SeatCategorySeats) }),
})

/**
 * Says how many seats a place has. Never fewer than are taken.
 * @throws AppError access.denied (an over-offer is the head's to change), seat.changed (somebody was faster), seat.below-taken
 */
export const seatSet = endpoint({
  method: 'post',
  path: '/seat/set',
  audience: 'session',
  body: z.object({ place: Place, seats: seatNumber, overOffer: seatNumber, revision: Revision }),
  reply: z.object({ place: SeatCategorySeats }),
})

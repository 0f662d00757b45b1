import type { z } from 'zod'
import { studentsByPlace } from '#server/features/students/student-count.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { waitingList } from '#shared/admissions/waiting-list.contract.ts'
import type { Place, PlaceSeats } from '#shared/students/seat.contract.ts'
import { namedStudent } from '../waiting-list/student-claim.service.ts'
import { lineAt, linesOf } from '../waiting-list/student-line.service.ts'
import { countedPlaces, placeKey } from './seat.service.ts'

/** Whose plan, and by which days its lists are reckoned. */
interface PlanBy {
  schoolId: string
  timeZone: string
}

/** How the seats of each place stand, also of those that children ask for and nobody has counted; by year, campus and grade. */
export async function seatPlan(tx: Tx, by: PlanBy, entryYear: number | undefined, only?: Place): Promise<PlaceSeats[]> {
  const { schoolId } = by
  const plan = new Map<string, PlaceSeats>()
  const none = { seats: 0, overOffer: 0, held: 0, firm: 0, waiting: 0, next: null, revision: 0 }
  for (const place of await countedPlaces(tx, schoolId, entryYear)) {
    const { campus, grade, stream, seats, overOffer, held, firm, revision } = place
    const of = { campus, entryYear: place.entryYear, grade, stream }
    plan.set(placeKey(place), { ...of, seats, overOffer, held, firm, waiting: 0, next: null, revision })
  }
  for (const { waiting, ...place } of await studentsByPlace(tx, schoolId, entryYear)) {
    plan.set(placeKey(place), { ...none, ...place, ...plan.get(placeKey(place)), waiting })
  }
  for (const { place, children } of await linesOf(tx, by, entryYear)) {
    const known = plan.get(placeKey(place))
    const [first] = children
    if (known && first && isFree(known)) plan.set(placeKey(place), { ...known, next: namedStudent(first.student) })
  }
  if (only) return [plan.get(placeKey(only)) ?? []].flat()
  return [...plan.values()].toSorted(
    (a, b) =>
      a.entryYear - b.entryYear ||
      compare(a.campus, b.campus) ||
      gradeRank(a.grade) - gradeRank(b.grade) ||
      compare(a.grade, b.grade) ||
      compare(a.stream, b.stream),
  )
}

/** The waiting list of one place, with how its seats stand. */
export async function waitingAt(tx: Tx, by: PlanBy, place: Place): Promise<z.input<typeof waitingList.reply>> {
  const [seats] = await seatPlan(tx, by, place.entryYear, place)
  const { children } = await lineAt(tx, by, place)
  return {
    place: seats ?? null,
    children: children.map(({ student, at: { position, reason } }) => ({
      ...namedStudent(student),
      position,
      reason,
    })),
  }
}

const isFree = ({ seats, overOffer, held, firm }: PlaceSeats): boolean => seats + overOffer > held + firm

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Grades that are numbers after those that are not, by their number. */
const gradeRank = (grade: string): number => (/^\d+$/.test(grade) ? Number(grade) : 0)

import { countedPlaces, placeKey } from '#server/features/seat/seat.service.ts'
import { studentsByPlace } from '#server/features/student/student-count.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Place, PlaceSeats } from '#shared/contract/seat.ts'

/** How the seats of each place stand, also of those that children ask for and nobody has counted; by year, campus and grade. */
export async function seatPlan(
  tx: Tx,
  schoolId: string,
  entryYear: number | undefined,
  only?: Place,
): Promise<PlaceSeats[]> {
  const plan = new Map<string, PlaceSeats>()
  const none = { seats: 0, overOffer: 0, held: 0, firm: 0, waiting: 0, revision: 0 }
  for (const place of await countedPlaces(tx, schoolId, entryYear)) {
    const { campus, grade, stream, seats, overOffer, held, firm, revision } = place
    const of = { campus, entryYear: place.entryYear, grade, stream }
    plan.set(placeKey(place), { ...of, seats, overOffer, held, firm, waiting: 0, revision })
  }
  for (const { waiting, ...place } of await studentsByPlace(tx, schoolId, entryYear)) {
    plan.set(placeKey(place), { ...none, ...place, ...plan.get(placeKey(place)), waiting })
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

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Grades that are numbers after those that are not, by their number. */
const gradeRank = (grade: string): number => (/^\d+$/.test(grade) ? Number(grade) : 0)

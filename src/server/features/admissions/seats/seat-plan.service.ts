import type { z } from 'zod'
import { studentsByPlace } from '#server/features/students/student-count.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { waitingList } from '#shared/admissions/waiting-list.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { Place, PlaceSeats } from '#shared/students/seat.contract.ts'
import { namedStudent } from '../waiting-list/student-claim.service.ts'
import { lineAt, linesOf } from '../waiting-list/student-line.service.ts'
import { countedPlaces, countTaken, isPlace, lockPlace, placeKey } from './seat.service.ts'
import { seatPlaces } from './seat.table.ts'

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

interface Capacity {
  place: Place
  seats: number
  overOffer: number
  /** The one that was seen. */
  revision: number
}

interface By {
  schoolId: string
  userId: UserId
  nowMs: number
  maySetSeats: boolean
  mayOverOffer: boolean
}

/**
 * Says how many seats a place has, under the lock under which seats are taken. The same again changes nothing.
 * @returns whether anything changed
 * @throws AppError access.denied, seat.changed, seat.below-taken
 */
export async function setCapacity(tx: Tx, by: By, { place, seats, overOffer, revision }: Capacity): Promise<boolean> {
  const { schoolId, userId, nowMs } = by
  const before = await lockPlace(tx, { schoolId, nowMs }, place)
  const here = isPlace(seatPlaces, schoolId, place)
  const isSame = before.seats === seats && before.overOffer === overOffer
  if (isSame && before.revision > 0 && before.revision === revision + 1) return false
  if (before.revision !== revision) throw new AppError('seat.changed')
  const isDenied = (before.seats !== seats && !by.maySetSeats) || (before.overOffer !== overOffer && !by.mayOverOffer)
  if (isDenied) throw new AppError('access.denied')
  if (seats + overOffer < (await countTaken(tx, schoolId, place))) throw new AppError('seat.below-taken')
  const changed = { seats, overOffer, revision: revision + 1, changedBy: userId, changedAt: toInstant(nowMs) }
  await tx.update(seatPlaces).set(changed).where(here)
  return true
}

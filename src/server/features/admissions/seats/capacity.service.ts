import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { Place } from '#shared/students/seat.contract.ts'
import { countTaken, isPlace, lockPlace } from './seat.service.ts'
import { seatPlaces } from './seat.table.ts'

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

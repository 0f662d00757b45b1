import { eq } from 'drizzle-orm'
import { setReturned } from '#server/features/pos/roster/leave-pupil.service.ts'
import { findInactive } from '#server/features/pos/roster/list-pupils.service.ts'
import { lockPlaces, placePupils } from '#server/features/pos/roster/place-pupils.service.ts'
import { lockRoster } from '#server/features/pos/roster/roster.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { canonicalJson } from '#shared/kernel/hash.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { classPromotionMoves, classPromotions, schoolClasses } from './class.table.ts'
import { type PromotionBy, placeOf } from './promotion.service.ts'
import { isInTime, isPromotion, latestPromotion, movesOf } from './standing-promotion.service.ts'

/**
 * Takes a promotion back; pupils whom it made leave are at the school again, also those whose account is closed since.
 * @returns what it was @throws AppError request.not-found, promotion.changed
 */
export async function takeBack(tx: Tx, by: PromotionBy, id: string) {
  const { schoolId, nowMs, byUser } = by
  await lockRoster(tx, schoolId)
  const [found] = await tx.select().from(classPromotions).where(isPromotion(schoolId, id))
  if (!found) throw new AppError('request.not-found', { field: 'id' })
  if (found.undoneAt !== null) return undefined
  const latest = await latestPromotion(tx, schoolId)
  if (latest?.id !== id || !isInTime(found, nowMs)) throw new AppError('promotion.changed')
  const moves = await tx.select().from(classPromotionMoves).where(movesOf(schoolId, id))
  const places = await lockPlaces(
    tx,
    schoolId,
    moves.map(({ customerId }) => customerId),
  )
  const now = new Map(places.map((place) => [place.customerId, canonicalJson({ ...placeOf(place) })]))
  if (moves.some(({ customerId, after }) => now.get(customerId) !== canonicalJson({ ...after })))
    throw new AppError('promotion.changed')
  await checkClasses(
    tx,
    schoolId,
    moves.flatMap(({ before }) => before.classId ?? []),
  )
  await tx
    .update(classPromotions)
    .set({ undoneAt: toInstant(nowMs), undoneBy: byUser })
    .where(isPromotion(schoolId, id))
  const madeLeave = moves.filter(({ before, after }) => before.leftOn === null && after.leftOn !== null)
  const closed = await findInactive(
    tx,
    schoolId,
    madeLeave.map(({ customerId }) => customerId),
  )
  for (const customerId of closed) await setReturned(tx, by, customerId)
  await placePupils(
    tx,
    schoolId,
    moves.map(({ customerId, before }) => ({ customerId, ...before })),
  )
  return { fromYear: found.fromYear, count: moves.length }
}

/** Checks that no class has been removed. @throws AppError promotion.changed */
async function checkClasses(tx: Tx, schoolId: string, ids: readonly string[]): Promise<void> {
  const rows = await tx.select({ id: schoolClasses.id }).from(schoolClasses).where(eq(schoolClasses.schoolId, schoolId))
  const known = new Set(rows.map(({ id }) => id))
  if (ids.some((id) => !known.has(id))) throw new AppError('promotion.changed')
}

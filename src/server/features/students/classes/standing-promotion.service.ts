import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { dayMs } from '#shared/kernel/time.ts'
import type { Promotion } from '#shared/students/pupils/class.contract.ts'
import { classPromotionMoves, classPromotions } from './class.table.ts'

/** Time in which a promotion can be undone. */
const undoMs = 14 * dayMs

export const isPromotion = (schoolId: string, id: string) =>
  and(eq(classPromotions.schoolId, schoolId), eq(classPromotions.id, id))

export const movesOf = (schoolId: string, id: string) =>
  and(eq(classPromotionMoves.schoolId, schoolId), eq(classPromotionMoves.promotionId, id))

/** Whether a promotion can still be undone. */
export const isInTime = ({ madeAt }: { madeAt: string }, nowMs: number) => nowMs - Date.parse(madeAt) < undoMs

/** Returns the latest promotion that is not undone. */
export async function latestPromotion(tx: Tx, schoolId: string) {
  const [latest] = await tx
    .select()
    .from(classPromotions)
    .where(and(eq(classPromotions.schoolId, schoolId), isNull(classPromotions.undoneAt)))
    .orderBy(desc(classPromotions.fromYear))
    .limit(1)
  return latest
}

/** Returns whether a promotion that can still be undone would put pupils back into a class. */
export async function isNeededForUndo(tx: Tx, schoolId: string, classId: string, nowMs: number): Promise<boolean> {
  const latest = await latestPromotion(tx, schoolId)
  if (!latest || !isInTime(latest, nowMs)) return false
  const isOfClass = sql`${classPromotionMoves.before}->>'classId' = ${classId}`
  return (await tx.$count(classPromotionMoves, and(movesOf(schoolId, latest.id), isOfClass))) > 0
}

/** Returns the latest promotion that stands. */
export async function promotionView(tx: Tx, schoolId: string, nowMs: number): Promise<Promotion | null> {
  const latest = await latestPromotion(tx, schoolId)
  if (!latest) return null
  const { id, fromYear, madeAt, madeBy } = latest
  const people = await findPeople(tx, schoolId, [madeBy])
  const count = await tx.$count(classPromotionMoves, movesOf(schoolId, id))
  const by = people.get(madeBy)?.name ?? { en: '–', ar: '–' }
  return { id, fromYear, madeAt, by, count, canUndo: isInTime(latest, nowMs) }
}

import { and, eq, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import {
  lockPlaces,
  type PlacedPupil,
  placePupils,
  pupilsOfClasses,
} from '#server/features/pos/roster/place-pupils.service.ts'
import { lockRoster } from '#server/features/pos/roster/roster.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { givenRows } from '#server/kernel/given-rows.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { canonicalJson, sha256Hex } from '#shared/kernel/hash.ts'
import type { Random, UserId } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { gradeOf } from '#shared/school/grades/grade-names.rules.ts'
import type { PromotionPreview, promoteClasses } from '#shared/students/pupils/class.contract.ts'
import { nextClassName, nextGrade } from '#shared/students/pupils/promotion.rules.ts'
import { addClasses, classesOf, classYear, schoolGrades } from './class.service.ts'
import { classPromotionMoves, classPromotions, type PlaceInSchool } from './class.table.ts'

export interface PromotionBy {
  schoolId: string
  nowMs: number
  random: Random
  byUser: UserId
}

/** Says where each class would go, and who is in it. Changes nothing. */
export async function previewOf(
  tx: Tx,
  { schoolId, nowMs }: Pick<PromotionBy, 'schoolId' | 'nowMs'>,
): Promise<PromotionPreview> {
  const fromYear = await classYear(tx, schoolId, nowMs)
  const classes = await classesOf(tx, schoolId, fromYear)
  const pupils = await pupilsOfClasses(
    tx,
    schoolId,
    classes.map(({ id }) => id),
  )
  const grades = await schoolGrades(tx, schoolId)
  const byClass = Map.groupBy(pupils, ({ classId }) => classId)
  return {
    fromYear,
    classes: classes.map(({ id, grade, name }) => {
      const next = nextGrade(grades, grade)
      return {
        id,
        grade,
        name,
        to: next ? { grade: next.code, name: nextClassName(name, gradeOf(grades, grade), next) } : null,
        isUnknownGrade: next === undefined,
        pupils: (byClass.get(id) ?? []).map(({ customerId, name: own, admissionNo }) => ({
          customerId,
          name: own,
          admissionNo,
        })),
      }
    }),
    preview: seenOf(pupils),
  }
}

/** Tells one state of the classes from another. */
const seenOf = (pupils: readonly PlacedPupil[]): string =>
  sha256Hex(canonicalJson(pupils.map(({ customerId, classId }) => `${customerId} ${classId}`).toSorted()))

const isStanding = (schoolId: string, fromYear: number) =>
  and(eq(classPromotions.schoolId, schoolId), eq(classPromotions.fromYear, fromYear), isNull(classPromotions.undoneAt))

export const placeOf = ({ customerId: _pupil, ...place }: PlacedPupil): PlaceInSchool => place

/**
 * Moves all pupils into the classes of the next year. @returns how many go on, stay and leave; `isNew` false where this command
 * did it before @throws AppError promotion.changed
 */
export async function promote(
  tx: Tx,
  by: PromotionBy,
  { commandId, fromYear, moves, staying, lastDay, preview }: z.output<typeof promoteClasses.body>,
) {
  const { schoolId, nowMs, byUser } = by
  await lockRoster(tx, schoolId)
  const [before] = await tx.select().from(classPromotions).where(isStanding(schoolId, fromYear))
  if (before?.id === commandId) return { ...(await countMoves(tx, before, new Set(staying).size)), isNew: false }
  const classes = new Map((await classesOf(tx, schoolId, fromYear)).map((each) => [each.id, each]))
  const known = await pupilsOfClasses(tx, schoolId, [...classes.keys()])
  const isCurrent = fromYear === (await classYear(tx, schoolId, nowMs))
  const said = new Map(moves.map(({ classId, to }) => [classId, to]))
  const isWhole = [...classes.keys()].every((id) => said.has(id))
  if (before || !isCurrent || !isWhole || seenOf(known) !== preview) throw new AppError('promotion.changed')
  const stays = new Set(staying)
  const year = fromYear + 1
  const own = known.filter(({ customerId }) => stays.has(customerId)).map(({ classId }) => classId)
  await addClasses(tx, by, [
    ...moves.flatMap(({ to }) => (to ? [{ year, ...to }] : [])),
    ...[...classes.values()].filter(({ id }) => own.includes(id)).map(({ grade, name }) => ({ year, grade, name })),
  ])
  const next = new Map((await classesOf(tx, schoolId, year)).map((each) => [each.name.en.toLowerCase(), each]))
  const places = await lockPlaces(
    tx,
    schoolId,
    known.map(({ customerId }) => customerId),
  )
  const placed = places.map((pupil): PlacedPupil => {
    const from = classes.get(pupil.classId ?? '')
    const to = stays.has(pupil.customerId) ? from?.name : said.get(pupil.classId ?? '')?.name
    const found = to && next.get(to.en.toLowerCase())
    if (to && !found) throw new AppError('promotion.changed')
    return found
      ? { ...pupil, classId: found.id, className: found.name.en }
      : { ...pupil, leftOn: pupil.leftOn ?? lastDay, leaveReason: pupil.leaveReason ?? 'graduated' }
  })
  await tx
    .insert(classPromotions)
    .values({ schoolId, id: commandId, fromYear, madeAt: toInstant(nowMs), madeBy: byUser })
  await writeMoves(tx, { schoolId, promotionId: commandId }, places, placed)
  await placePupils(tx, schoolId, placed)
  return { ...(await countMoves(tx, { schoolId, id: commandId }, stays.size)), isNew: true }
}

/** Counts the pupils of a promotion: who leaves keeps the class. */
async function countMoves(tx: Tx, { schoolId, id }: { schoolId: string; id: string }, staying: number) {
  const isOfPromotion = and(eq(classPromotionMoves.schoolId, schoolId), eq(classPromotionMoves.promotionId, id))
  const { before, after } = classPromotionMoves
  const all = await tx.$count(classPromotionMoves, isOfPromotion)
  const isLeaving = sql`${before}->>'classId' = ${after}->>'classId'`
  const leaving = await tx.$count(classPromotionMoves, and(isOfPromotion, isLeaving))
  return { promoted: all - leaving - staying, staying, leaving }
}

async function writeMoves(
  tx: Tx,
  { schoolId, promotionId }: { schoolId: string; promotionId: string },
  places: readonly PlacedPupil[],
  placed: readonly PlacedPupil[],
): Promise<void> {
  const moves = placed.map((after, at) => ({
    customerId: after.customerId,
    before: placeOf(places[at] ?? after),
    after: placeOf(after),
  }))
  const given = givenRows(tx, schoolId, moves)
  await tx.execute(sql`
    insert into class_promotion_moves (school_id, promotion_id, customer_id, before, after)
    select ${given.school}, ${promotionId}::uuid, r."customerId", r.before, r.after
    from ${given.rows} as r("customerId" uuid, before jsonb, after jsonb)`)
}

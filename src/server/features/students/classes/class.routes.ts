import { eq } from 'drizzle-orm'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { setReturned } from '#server/features/pos/roster/leave-pupil.service.ts'
import { findInactive } from '#server/features/pos/roster/list-pupils.service.ts'
import { lockPlaces, placePupils } from '#server/features/pos/roster/place-pupils.service.ts'
import { lockRoster } from '#server/features/pos/roster/roster.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { canonicalJson } from '#shared/kernel/hash.ts'
import { toInstant } from '#shared/kernel/time.ts'
import {
  listClasses,
  previewPromotion,
  promoteClasses,
  removeClass,
  saveClass,
  undoPromotion,
} from '#shared/students/pupils/class.contract.ts'
import { changeClass, classesOf, classYear, deleteClass } from './class.service.ts'
import { classPromotionMoves, classPromotions, schoolClasses } from './class.table.ts'
import { type PromotionBy, placeOf, previewOf, promote } from './promotion.service.ts'
import { isInTime, isPromotion, latestPromotion, movesOf, promotionView } from './standing-promotion.service.ts'

/**
 * Takes a promotion back; pupils whom it made leave are at the school again, also those whose account is closed since.
 * @returns what it was @throws AppError request.not-found, promotion.changed
 */
async function takeBack(tx: Tx, by: PromotionBy, id: string) {
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

export const classRoutes: Feature = ({ clock, random }) => {
  const byOf = (ctx: SessionCtx) => ({
    schoolId: ctx.school.schoolId,
    nowMs: clock.nowMs(),
    random,
    byUser: ctx.session.user.userId,
  })
  return [
    route.session(listClasses, (ctx, asked) => {
      requirePermission(ctx.session, 'pupils.see')
      const { schoolId } = ctx.school
      return ctx.tenant(async (tx) => {
        const currentYear = await classYear(tx, schoolId, clock.nowMs())
        const year = asked.year ?? currentYear
        const classes = await classesOf(tx, schoolId, year)
        return { year, currentYear, classes, promotion: await promotionView(tx, schoolId, clock.nowMs()) }
      })
    }),
    route.session(saveClass, (ctx, { schoolClass, seen }) => {
      requirePermission(ctx.session, 'pupils.manage')
      return ctx.tenant(async (tx) => {
        const { revision, isNew } = await changeClass(tx, byOf(ctx), { schoolClass, seen })
        if (revision !== seen)
          await recordAuditEvent(tx, ctx, 'class-set', {
            about: isNew ? null : schoolClass.id,
            facts: { isNew, grade: schoolClass.grade },
          })
        return { revision }
      })
    }),
    route.session(removeClass, (ctx, asked) => {
      requirePermission(ctx.session, 'pupils.manage')
      return ctx.tenant(async (tx) => {
        const removed = await deleteClass(tx, byOf(ctx), asked)
        if (removed)
          await recordAuditEvent(tx, ctx, 'class-removed', { about: asked.id, facts: { grade: removed.grade } })
        return {}
      })
    }),
    ...promotionRoutes(byOf),
  ]
}

type ByOf = (ctx: SessionCtx) => Parameters<typeof promote>[1]

const promotionRoutes = (byOf: ByOf) => [
  route.session(previewPromotion, (ctx) => {
    requirePermission(ctx.session, 'pupils.manage')
    return ctx.tenant((tx) => previewOf(tx, byOf(ctx)))
  }),
  route.session(promoteClasses, (ctx, asked) => {
    requirePermission(ctx.session, 'pupils.manage')
    return ctx.tenant(async (tx) => {
      const { isNew, ...made } = await promote(tx, byOf(ctx), asked)
      if (!isNew) return made
      const count = made.promoted + made.staying + made.leaving
      const facts = { fromYear: asked.fromYear, count }
      await recordAuditEvent(tx, ctx, 'classes-promoted', { about: null, facts })
      return made
    })
  }),
  route.session(undoPromotion, (ctx, { id }) => {
    requirePermission(ctx.session, 'pupils.manage')
    return ctx.tenant(async (tx) => {
      const facts = await takeBack(tx, byOf(ctx), id)
      if (facts) await recordAuditEvent(tx, ctx, 'promotion-undone', { about: null, facts })
      return {}
    })
  }),
]

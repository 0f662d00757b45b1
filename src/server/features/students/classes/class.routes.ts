import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import {
  listClasses,
  previewPromotion,
  promoteClasses,
  removeClass,
  saveClass,
  undoPromotion,
} from '#shared/students/pupils/class.contract.ts'
import { changeClass, classesOf, classYear, deleteClass } from './class.service.ts'
import { previewOf, promote } from './promotion.service.ts'
import { promotionView } from './standing-promotion.service.ts'
import { takeBack } from './undo-promotion.service.ts'

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

import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { waitingList } from '#shared/admissions/waiting-list.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import { seatList, seatSet } from '#shared/students/seat.contract.ts'
import { seatPlan, setCapacity, waitingAt } from './seat-plan.service.ts'

/** Routes of the seat plan: combines the seat domain, which knows no students, with students. */
export const seatPlanRoutes: Feature = ({ clock }) => [
  route.session(seatList, async (ctx, { entryYear }) => {
    requirePermission(ctx.session, 'students.see')
    return { places: await ctx.tenant((tx) => seatPlan(tx, ctx.school, entryYear)) }
  }),
  route.session(waitingList, async (ctx, place) => {
    requirePermission(ctx.session, 'students.see')
    return ctx.tenant((tx) => waitingAt(tx, ctx.school, place))
  }),
  route.session(seatSet, async (ctx, asked) => {
    const { kind, roles, user } = ctx.session
    const may = {
      maySetSeats: hasScopedPermission(kind, roles, 'seats.manage'),
      mayOverOffer: hasScopedPermission(kind, roles, 'seats.over-offer'),
    }
    if (!may.maySetSeats && !may.mayOverOffer) throw new AppError('access.denied')
    const { schoolId } = ctx.school
    return ctx.tenant(async (tx) => {
      const isChanged = await setCapacity(tx, { schoolId, userId: user.userId, nowMs: clock.nowMs(), ...may }, asked)
      const { place: where, seats, overOffer } = asked
      const about = `${where.entryYear} ${where.grade}`
      if (isChanged) await recordAuditEvent(tx, ctx, 'seats-set', { about, facts: { seats, overOffer } })
      const [place] = await seatPlan(tx, ctx.school, asked.place.entryYear, asked.place)
      if (!place) throw new Error('a place that was just set is not in the plan')
      return { place }
    })
  }),
]

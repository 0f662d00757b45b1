import { requirePermission } from '#server/features/access/access.service.ts'
import { setCapacity } from '#server/features/seat/capacity.service.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { seatList, seatSet } from '#shared/contract/seat.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { mayIn } from '#shared/rules/roles.ts'
import { seatPlan } from './seat-plan.service.ts'

/** Seats are counted in a room that knows nothing of students; the plan shows both. */
export const seatPlanRoutes: Feature = ({ clock }) => [
  route.session(seatList, async (ctx, { entryYear }) => {
    requirePermission(ctx.session, 'students.see')
    return { places: await ctx.tenant((tx) => seatPlan(tx, ctx.school.schoolId, entryYear)) }
  }),
  route.session(seatSet, async (ctx, asked) => {
    const { kind, roles, user } = ctx.session
    const may = {
      maySetSeats: mayIn(kind, roles, 'seats.manage'),
      mayOverOffer: mayIn(kind, roles, 'seats.over-offer'),
    }
    if (!may.maySetSeats && !may.mayOverOffer) throw new AppError('access.denied')
    const { schoolId } = ctx.school
    return ctx.tenant(async (tx) => {
      await setCapacity(tx, { schoolId, userId: user.userId, nowMs: clock.nowMs(), ...may }, asked)
      const [place] = await seatPlan(tx, schoolId, asked.place.entryYear, asked.place)
      if (!place) throw new Error('a place that was just set is not in the plan')
      return { place }
    })
  }),
]

import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { studentsByPlace } from '#server/features/students/student-count.service.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import { waitingList } from '#shared/admissions/waiting-list.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { type Place, type SeatCategorySeats, seatList, seatSet } from '#shared/students/seat.contract.ts'
import { findNamedStudent } from '../waiting-list/student-claim.service.ts'
import { waitlistAt, waitlistsOf } from '../waiting-list/waitlist.service.ts'
import { countedSeatCategories, countTaken, inSeatCategory, lockSeatCategory, seatCategoryKey } from './seat.service.ts'
import { seatCategories } from './seat.table.ts'

/** Whose plan, and the time zone its days are counted in. */
interface PlanBy {
  schoolId: string
  timeZone: string
}

/** Returns the seats of every category, also of those that children ask for and nobody has counted; by year, campus and grade. */
async function seatPlan(tx: Tx, by: PlanBy, entryYear: number | undefined, only?: Place): Promise<SeatCategorySeats[]> {
  const { schoolId } = by
  const plan = new Map<string, SeatCategorySeats>()
  const none = { seats: 0, overOffer: 0, held: 0, firm: 0, waiting: 0, next: null, revision: 0 }
  for (const place of await countedSeatCategories(tx, schoolId, entryYear)) {
    const { campus, grade, stream, seats, overOffer, held, firm, revision } = place
    const of = { campus, entryYear: place.entryYear, grade, stream }
    plan.set(seatCategoryKey(place), { ...of, seats, overOffer, held, firm, waiting: 0, next: null, revision })
  }
  for (const { waiting, ...place } of await studentsByPlace(tx, schoolId, entryYear)) {
    plan.set(seatCategoryKey(place), { ...none, ...place, ...plan.get(seatCategoryKey(place)), waiting })
  }
  for (const { place, children } of await waitlistsOf(tx, by, entryYear)) {
    const known = plan.get(seatCategoryKey(place))
    const [first] = children
    if (known && first && isFree(known))
      plan.set(seatCategoryKey(place), { ...known, next: findNamedStudent(first.student) })
  }
  if (only) return [plan.get(seatCategoryKey(only)) ?? []].flat()
  return [...plan.values()].toSorted(
    (a, b) =>
      a.entryYear - b.entryYear ||
      compare(a.campus, b.campus) ||
      gradeRank(a.grade) - gradeRank(b.grade) ||
      compare(a.grade, b.grade) ||
      compare(a.stream, b.stream),
  )
}

/** Returns the waiting list of one seat category, with its seats. */
async function waitingAt(tx: Tx, by: PlanBy, place: Place): Promise<z.input<typeof waitingList.reply>> {
  const [seats] = await seatPlan(tx, by, place.entryYear, place)
  const { children } = await waitlistAt(tx, by, place)
  return {
    place: seats ?? null,
    children: children.map(({ student, at: { position, reason } }) => ({
      ...findNamedStudent(student),
      position,
      reason,
    })),
  }
}

const isFree = ({ seats, overOffer, held, firm }: SeatCategorySeats): boolean => seats + overOffer > held + firm

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Sorts numbered grades by number, after the others. */
const gradeRank = (grade: string): number => (/^\d+$/.test(grade) ? Number(grade) : 0)

interface Capacity {
  place: Place
  seats: number
  overOffer: number
  /** The revision that was seen. */
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
 * Sets how many seats a category has, under the lock under which seats are taken. The same again changes nothing.
 * @returns whether anything changed
 * @throws AppError access.denied, seat.changed, seat.below-taken
 */
async function setCapacity(tx: Tx, by: By, { place, seats, overOffer, revision }: Capacity): Promise<boolean> {
  const { schoolId, userId, nowMs } = by
  const before = await lockSeatCategory(tx, { schoolId, nowMs }, place)
  const here = inSeatCategory(seatCategories, schoolId, place)
  const isSame = before.seats === seats && before.overOffer === overOffer
  if (isSame && before.revision > 0 && before.revision === revision + 1) return false
  if (before.revision !== revision) throw new AppError('seat.changed')
  const isDenied = (before.seats !== seats && !by.maySetSeats) || (before.overOffer !== overOffer && !by.mayOverOffer)
  if (isDenied) throw new AppError('access.denied')
  if (seats + overOffer < (await countTaken(tx, schoolId, place))) throw new AppError('seat.below-taken')
  const changed = { seats, overOffer, revision: revision + 1, changedBy: userId, changedAt: toInstant(nowMs) }
  await tx.update(seatCategories).set(changed).where(here)
  return true
}

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

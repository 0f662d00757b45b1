import { and, eq } from 'drizzle-orm'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { requireStudent } from '#server/features/students/student-facts.service.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import { feeChildTerms, removeFeeOption, setFeeFirstDay, setFeeOption } from '#shared/fees/setup/fee-child.contract.ts'
import { chooseFeePlan } from '#shared/fees/setup/fee-plan.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { chargedChildren } from '../billing/standing-charge.service.ts'
import { lockFeeStudents } from '../fee-student.service.ts'
import { feeBy } from './fee-by-context.ts'
import { type FeeBy, lockFeeSetup } from './fee-by.ts'
import { dropOption, feeOptionsOf, setOption } from './fee-option.service.ts'
import { feePlanChoices } from './fee-payer.table.ts'
import { requirePlan } from './fee-plan.service.ts'
import { feeTermsFor } from './fee-terms.service.ts'
import { firstDaysOf, setFirstDay } from './first-day.service.ts'
import { planChoicesOf } from './plan-chosen.service.ts'

/**
 * Chooses a plan for a child and year; null for the one of its schedule. What was billed by one plan is not completed by another.
 * @throws AppError request.not-found, fees.retired, fees.plan-billed (the child has charges of the year that are not credited)
 */
async function setPlanChoice(
  tx: Tx,
  by: FeeBy,
  { studentId, year, planId }: { studentId: string; year: number; planId: string | null },
): Promise<void> {
  const { schoolId, userId, nowMs } = by
  await lockFeeSetup(tx, schoolId)
  await lockFeeStudents(tx, schoolId, [studentId])
  const { schoolId: ofSchool, studentId: ofStudent, year: ofYear } = feePlanChoices
  const own = and(eq(ofSchool, schoolId), eq(ofStudent, studentId), eq(ofYear, year))
  const [known] = await tx.select().from(feePlanChoices).where(own)
  if ((known?.planId ?? null) === planId) return
  const before = await planIdOf(tx, by, studentId, year)
  if (planId === null) await tx.delete(feePlanChoices).where(own)
  else {
    await requirePlan(tx, schoolId, planId)
    const chosen = { planId, byUser: userId, at: toInstant(nowMs) }
    await tx
      .insert(feePlanChoices)
      .values({ schoolId, studentId, year, ...chosen })
      .onConflictDoUpdate({ target: [ofSchool, ofStudent, ofYear], set: chosen })
  }
  if (before !== undefined && before === (await planIdOf(tx, by, studentId, year))) return
  const billed = await chargedChildren(tx, schoolId, { year, studentIds: [studentId] })
  if (billed.length > 0) throw new AppError('fees.plan-billed', { field: 'planId' })
}

/** Returns the plan by which a child is billed; undefined where it can't be. */
async function planIdOf(tx: Tx, by: FeeBy, studentId: string, year: number): Promise<string | undefined> {
  const terms = await feeTermsFor(tx, by, studentId, year)
  return 'missing' in terms ? undefined : terms.plan.id
}

export const feeChildRoutes: Feature = () => [
  route.session(feeChildTerms, (ctx, { studentId, year }) => {
    requirePermission(ctx.session, 'fees.see')
    const { schoolId } = ctx.school
    return ctx.tenant(async (tx) => {
      await requireStudent(tx, schoolId, studentId)
      const options = await feeOptionsOf(tx, schoolId, [studentId])
      return {
        planId: (await planChoicesOf(tx, schoolId, [studentId], year)).get(studentId) ?? null,
        firstOn: (await firstDaysOf(tx, schoolId, [studentId], year)).get(studentId) ?? null,
        options: options.map(({ id, component, fromOn, untilOn }) => ({ id, component, fromOn, untilOn })),
      }
    })
  }),
  route.session(chooseFeePlan, (ctx, asked) => {
    requirePermission(ctx.session, 'fees.setup')
    return ctx.tenant(async (tx) => {
      await requireStudent(tx, ctx.school.schoolId, asked.studentId)
      await setPlanChoice(tx, feeBy(ctx), asked)
      await recordAuditEvent(tx, ctx, 'fee-plan-chosen', { about: asked.studentId, facts: { year: asked.year } })
      return {}
    })
  }),
  route.session(setFeeOption, (ctx, asked) => {
    requirePermission(ctx.session, 'fees.setup')
    return ctx.tenant(async (tx) => {
      await requireStudent(tx, ctx.school.schoolId, asked.studentId)
      const event = { about: asked.studentId, facts: { isNew: true } }
      if (await setOption(tx, feeBy(ctx), asked)) await recordAuditEvent(tx, ctx, 'fee-option-set', event)
      return {}
    })
  }),
  route.session(removeFeeOption, (ctx, { id }) => {
    requirePermission(ctx.session, 'fees.setup')
    return ctx.tenant(async (tx) => {
      const { studentId } = await dropOption(tx, feeBy(ctx), id)
      await recordAuditEvent(tx, ctx, 'fee-option-set', { about: studentId, facts: { isNew: false } })
      return {}
    })
  }),
  route.session(setFeeFirstDay, (ctx, asked) => {
    requirePermission(ctx.session, 'fees.setup')
    return ctx.tenant(async (tx) => {
      await requireStudent(tx, ctx.school.schoolId, asked.studentId)
      const event = { about: asked.studentId, facts: { year: asked.year } }
      if (await setFirstDay(tx, feeBy(ctx), asked)) await recordAuditEvent(tx, ctx, 'fee-first-day-set', event)
      return {}
    })
  }),
]

import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { requireStudent } from '#server/features/students/student-facts.service.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { feeChildTerms, removeFeeOption, setFeeFirstDay, setFeeOption } from '#shared/fees/setup/fee-child.contract.ts'
import { chooseFeePlan } from '#shared/fees/setup/fee-plan.contract.ts'
import { feeBy } from './fee-by-context.ts'
import { dropOption, feeOptionsOf, setOption } from './fee-option.service.ts'
import { firstDaysOf, setFirstDay } from './first-day.service.ts'
import { setPlanChoice } from './plan-choice.service.ts'
import { planChoicesOf } from './plan-chosen.service.ts'

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

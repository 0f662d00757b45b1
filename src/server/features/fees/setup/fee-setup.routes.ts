import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { regulatorOf } from '#server/features/school/school-grades.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import { removeFeeComponent, saveFeeComponent } from '#shared/fees/setup/fee-component.contract.ts'
import { removeFeeDiscountRule, saveFeeDiscountRule } from '#shared/fees/setup/fee-discount.contract.ts'
import { removeFeePlan, saveFeePlan } from '#shared/fees/setup/fee-plan.contract.ts'
import { approveFeeSchedule, removeFeeSchedule, saveFeeSchedule } from '#shared/fees/setup/fee-schedule.contract.ts'
import { saveFeeSettings } from '#shared/fees/setup/fee-settings.contract.ts'
import { hasPermission } from '#shared/kernel/roles.ts'
import { type FeeSetup, readFeeSetup } from '#shared/fees/setup/fee-setup.contract.ts'
import { exportFeeSchedules, importFeeSchedules } from '#shared/fees/setup/schedule-import.contract.ts'
import { businessDay } from '#shared/kernel/time.ts'
import { schoolYearOf } from '#shared/school/school-year.rules.ts'
import { approveSchedule } from './approve-schedule.service.ts'
import { changeDiscountRule, deleteDiscountRule, discountRulesOf } from './discount-rule.service.ts'
import type { FeeBy } from './fee-by.ts'
import { feeBy } from './fee-by-context.ts'
import { changeComponent, deleteComponent, feeComponentsOf } from './fee-component.service.ts'
import { changePlan, deletePlan, feePlansOf } from './fee-plan.service.ts'
import { changeSchedule, deleteSchedule, feeSchedulesOf, scheduleViews } from './fee-schedule.service.ts'
import { changeFeeSettings, readFeeSettings } from './fee-settings.service.ts'
import { exportSchedules } from './import/export-schedules.service.ts'
import { importSchedules } from './import/import-schedules.service.ts'

const bare = <R extends { schoolId: string }>({ schoolId: _school, ...row }: R): Omit<R, 'schoolId'> => row

/** Returns everything that a school has set for its fees. */
async function feeSetupOf(tx: Tx, schoolId: string, nowMs: number): Promise<FeeSetup> {
  const school = await readSchool(tx, schoolId)
  return {
    currency: school.currency,
    regulator: regulatorOf(school),
    year: schoolYearOf(businessDay(nowMs, school.timeZone, 0)),
    components: (await feeComponentsOf(tx, schoolId)).map(bare),
    plans: (await feePlansOf(tx, schoolId)).map(bare),
    schedules: scheduleViews(await feeSchedulesOf(tx, schoolId)),
    discountRules: (await discountRulesOf(tx, schoolId)).map(bare),
    settings: await readFeeSettings(tx, schoolId),
  }
}

type Part = 'component' | 'plan' | 'schedule' | 'discount' | 'settings'

/** Saves a part of the set-up and records that, unless it was so already. */
const saved = (
  ctx: SessionCtx,
  part: Part,
  seen: number,
  save: (tx: Tx, by: FeeBy) => Promise<{ revision: number }>,
): Promise<{ revision: number }> => {
  requirePermission(ctx.session, 'fees.setup')
  return ctx.tenant(async (tx) => {
    const { revision } = await save(tx, feeBy(ctx))
    if (revision !== seen)
      await recordAuditEvent(tx, ctx, 'fee-setup-set', { about: null, facts: { parts: part, isNew: seen === 0 } })
    return { revision }
  })
}

const removed = (
  ctx: SessionCtx,
  part: Part,
  remove: (tx: Tx, by: FeeBy) => Promise<void>,
): Promise<Record<string, never>> => {
  requirePermission(ctx.session, 'fees.setup')
  return ctx.tenant(async (tx) => {
    await remove(tx, feeBy(ctx))
    await recordAuditEvent(tx, ctx, 'fee-setup-removed', { about: null, facts: { parts: part } })
    return {}
  })
}

export const feeSetupRoutes: Feature = () => [
  route.session(readFeeSetup, (ctx) => {
    requirePermission(ctx.session, 'fees.see')
    return ctx.tenant((tx) => feeSetupOf(tx, ctx.school.schoolId, ctx.deps.clock.nowMs()))
  }),
  route.session(saveFeeComponent, (ctx, { component: values, seen }) =>
    saved(ctx, 'component', seen, (tx, by) => changeComponent(tx, by, { values, seen })),
  ),
  route.session(removeFeeComponent, (ctx, { componentCode }) =>
    removed(ctx, 'component', (tx, by) => deleteComponent(tx, by, componentCode)),
  ),
  route.session(saveFeePlan, (ctx, { plan: values, seen }) =>
    saved(ctx, 'plan', seen, (tx, by) => changePlan(tx, by, { values, seen })),
  ),
  route.session(removeFeePlan, (ctx, { id }) => removed(ctx, 'plan', (tx, by) => deletePlan(tx, by, id))),
  route.session(saveFeeDiscountRule, (ctx, { rule: values, seen }) =>
    saved(ctx, 'discount', seen, (tx, by) => changeDiscountRule(tx, by, { values, seen })),
  ),
  route.session(removeFeeDiscountRule, (ctx, { id }) =>
    removed(ctx, 'discount', (tx, by) => deleteDiscountRule(tx, by, id)),
  ),
  route.session(saveFeeSettings, (ctx, { settings: values, seen }) =>
    saved(ctx, 'settings', seen, (tx, by) =>
      changeFeeSettings(tx, by, { values, seen, mayApprove: hasPermission(ctx.session.roles, 'fees.approve') }),
    ),
  ),
  ...scheduleRoutes(),
]

const scheduleRoutes = () => [
  route.session(importFeeSchedules, (ctx, asked) => {
    requirePermission(ctx.session, 'fees.setup')
    return importSchedules(ctx, asked)
  }),
  route.session(exportFeeSchedules, (ctx, asked) => {
    requirePermission(ctx.session, 'fees.setup')
    return exportSchedules(ctx, asked)
  }),
  route.session(saveFeeSchedule, (ctx, { schedule: values, seen }) => {
    requirePermission(ctx.session, 'fees.setup')
    return ctx.tenant(async (tx) => {
      const { revision, version } = await changeSchedule(tx, feeBy(ctx), { values, seen })
      const facts = { parts: 'schedule', isNew: seen === 0 }
      if (revision !== seen) await recordAuditEvent(tx, ctx, 'fee-setup-set', { about: null, facts })
      return { revision, version }
    })
  }),
  route.session(removeFeeSchedule, (ctx, { id }) => removed(ctx, 'schedule', (tx, by) => deleteSchedule(tx, by, id))),
  route.session(approveFeeSchedule, (ctx, asked) => {
    requirePermission(ctx.session, 'fees.approve')
    return ctx.tenant(async (tx) => {
      const { year, version } = await approveSchedule(tx, feeBy(ctx), asked)
      await recordAuditEvent(tx, ctx, 'fee-schedule-approved', { about: null, facts: { year, version } })
      return {}
    })
  }),
]

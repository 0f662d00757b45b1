import { readSchool } from '#server/features/school/school.service.ts'
import { regulatorOf } from '#server/features/school/school-grades.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { FeeSetup } from '#shared/fees/setup/fee-setup.contract.ts'
import { businessDay } from '#shared/kernel/time.ts'
import { schoolYearOf } from '#shared/school/school-year.rules.ts'
import { discountRulesOf } from './discount-rule.service.ts'
import { feeComponentsOf } from './fee-component.service.ts'
import { feePlansOf } from './fee-plan.service.ts'
import { feeSchedulesOf, scheduleViews } from './fee-schedule.service.ts'
import { readFeeSettings } from './fee-settings.service.ts'

const bare = <R extends { schoolId: string }>({ schoolId: _school, ...row }: R): Omit<R, 'schoolId'> => row

/** Returns everything that a school has set for its fees. */
export async function feeSetupOf(tx: Tx, schoolId: string, nowMs: number): Promise<FeeSetup> {
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

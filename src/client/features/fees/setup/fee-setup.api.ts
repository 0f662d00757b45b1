// chunk: fees
import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import { removeFeeComponent, saveFeeComponent } from '#shared/fees/setup/fee-component.contract.ts'
import { removeFeeDiscountRule, saveFeeDiscountRule } from '#shared/fees/setup/fee-discount.contract.ts'
import { removeFeePlan, saveFeePlan } from '#shared/fees/setup/fee-plan.contract.ts'
import { approveFeeSchedule, removeFeeSchedule, saveFeeSchedule } from '#shared/fees/setup/fee-schedule.contract.ts'
import { saveFeeSettings } from '#shared/fees/setup/fee-settings.contract.ts'
import { readFeeSetup } from '#shared/fees/setup/fee-setup.contract.ts'

export const fetchFeeSetup = () => ask(readFeeSetup, {})
export const putComponent = (asked: z.input<typeof saveFeeComponent.body>) => ask(saveFeeComponent, asked)
export const dropComponent = (componentCode: string) => ask(removeFeeComponent, { componentCode })
export const putPlan = (asked: z.input<typeof saveFeePlan.body>) => ask(saveFeePlan, asked)
export const dropPlan = (id: string) => ask(removeFeePlan, { id })
export const putSchedule = (asked: z.input<typeof saveFeeSchedule.body>) => ask(saveFeeSchedule, asked)
export const dropSchedule = (id: string) => ask(removeFeeSchedule, { id })
export const approve = (id: string, seen: number) => ask(approveFeeSchedule, { id, seen })
export const putDiscountRule = (asked: z.input<typeof saveFeeDiscountRule.body>) => ask(saveFeeDiscountRule, asked)
export const dropDiscountRule = (id: string) => ask(removeFeeDiscountRule, { id })
export const putSettings = (asked: z.input<typeof saveFeeSettings.body>) => ask(saveFeeSettings, asked)

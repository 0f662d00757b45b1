// chunk: fees
import type { z } from 'zod'
import { saveFile } from '#client/platform/files/save-file.ts'
import { ask } from '#client/platform/http.ts'
import { removeFeeComponent, saveFeeComponent } from '#shared/fees/setup/fee-component.contract.ts'
import { removeFeeDiscountRule, saveFeeDiscountRule } from '#shared/fees/setup/fee-discount.contract.ts'
import { removeFeePlan, saveFeePlan } from '#shared/fees/setup/fee-plan.contract.ts'
import { approveFeeSchedule, removeFeeSchedule, saveFeeSchedule } from '#shared/fees/setup/fee-schedule.contract.ts'
import { saveFeeSettings } from '#shared/fees/setup/fee-settings.contract.ts'
import { readFeeSetup } from '#shared/fees/setup/fee-setup.contract.ts'
import { exportFeeSchedules, importFeeSchedules } from '#shared/fees/setup/schedule-import.contract.ts'
import { toBase64 } from '#shared/kernel/bytes.ts'
import type { Language } from '#shared/kernel/fields.ts'

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
export const sendSchedules = async (file: File, of: { year: number; planId: string }, isApplied: boolean) =>
  ask(importFeeSchedules, { ...of, isApplied, data: toBase64(new Uint8Array(await file.arrayBuffer())) })
export const saveSchedules = async (year: number, language: Language): Promise<void> =>
  saveFile(await ask(exportFeeSchedules, { year, language, format: 'xlsx' }))

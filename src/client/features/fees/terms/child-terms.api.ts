// chunk: fees
import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import { feeChildTerms, removeFeeOption, setFeeFirstDay, setFeeOption } from '#shared/fees/setup/fee-child.contract.ts'
import { chooseFeePlan } from '#shared/fees/setup/fee-plan.contract.ts'

export const fetchChildTerms = (studentId: string, year: number) => ask(feeChildTerms, { studentId, year })
export const putPlanChoice = (asked: z.input<typeof chooseFeePlan.body>) => ask(chooseFeePlan, asked)
export const putFirstDay = (asked: z.input<typeof setFeeFirstDay.body>) => ask(setFeeFirstDay, asked)
export const putOption = (asked: z.input<typeof setFeeOption.body>) => ask(setFeeOption, asked)
export const dropOption = (id: string) => ask(removeFeeOption, { id })

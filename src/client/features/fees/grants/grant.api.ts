// chunk: fees
import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import { decideFeeGrant, endFeeGrant, feeGrants, grantFeeDiscount } from '#shared/fees/setup/fee-discount.contract.ts'

export const fetchGrants = async (studentId?: string) =>
  (await ask(feeGrants, studentId === undefined ? {} : { studentId })).grants
export const giveGrant = (asked: z.input<typeof grantFeeDiscount.body>) => ask(grantFeeDiscount, asked)
export const decideGrant = (id: string, isApproved: boolean) => ask(decideFeeGrant, { id, isApproved })
export const endGrant = (id: string, untilOn: string) => ask(endFeeGrant, { id, untilOn })

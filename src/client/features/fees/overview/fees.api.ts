import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import {
  billingRuns,
  type BillingScope,
  previewBilling,
  resumeBilling,
  startBilling,
  stopBilling,
} from '#shared/fees/billing-run.contract.ts'
import { feeList, feeListExport, type FeeListFilter, feeListTotals } from '#shared/fees/fee-list.contract.ts'
import { unmetFeePayments } from '#shared/fees/fee-payment.contract.ts'
import { decideClaim, feeClaims } from '#shared/fees/fee-refund.contract.ts'
import { readFeeSetup } from '#shared/fees/setup/fee-setup.contract.ts'
import type { ExportHow } from '#shared/lists/list-export.contract.ts'

export const listChildren = (filter: FeeListFilter, after?: string) =>
  ask(feeList, { ...filter, ...(after && { after }) })
export const readListTotals = (filter: FeeListFilter) => ask(feeListTotals, filter)
export const exportChildren = (filter: FeeListFilter, how: ExportHow<'fees'>) => ask(feeListExport, { filter, ...how })

export const readSetup = () => ask(readFeeSetup, {})
export const previewRun = (scope: z.input<typeof BillingScope>) => ask(previewBilling, scope)
export const startRun = async (asked: z.input<typeof startBilling.body>) => (await ask(startBilling, asked)).run
export const listRuns = async () => (await ask(billingRuns, {})).runs
export const stopRun = async (runId: string) => (await ask(stopBilling, { runId })).run
export const resumeRun = async (runId: string) => (await ask(resumeBilling, { runId })).run

export const listUnmet = async () => (await ask(unmetFeePayments, {})).receipts
export const listClaims = async () => (await ask(feeClaims, {})).claims
export const decide = (asked: z.input<typeof decideClaim.body>) => ask(decideClaim, asked)

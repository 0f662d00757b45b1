// chunk: fees
import type { FeeSettings } from '#shared/fees/setup/fee-settings.contract.ts'
import type { FeeTaxCode } from '#shared/fees/setup/fee-component.rules.ts'
import type { Currency } from '#shared/kernel/money.ts'
import { amountText, percentText, readAmount, readPercent } from '../fee-amounts.ts'

/** What is typed of the tax of application fees and of the fee for cheques that bounce. */
export interface ChargesDraft {
  applicationCode: FeeTaxCode
  applicationRate: string
  /** Code of a component; empty where nothing is charged. */
  bounceComponent: string
  bounceAmount: string
}

export const chargesDraftOf = (
  { applicationTax, bounceFee }: Pick<FeeSettings, 'applicationTax' | 'bounceFee'>,
  currency: Currency,
): ChargesDraft => ({
  applicationCode: applicationTax?.taxCode ?? 'none',
  applicationRate: percentText(applicationTax?.taxPpm ?? 0),
  bounceComponent: bounceFee?.component ?? '',
  bounceAmount: amountText(bounceFee?.amount, currency),
})

/** Returns both as they are sent; `Number.NaN` stands for what is no number. */
export const readCharges = (draft: ChargesDraft, currency: Currency) => ({
  applicationTax:
    draft.applicationCode === 'none'
      ? null
      : {
          taxCode: draft.applicationCode,
          taxPpm: draft.applicationCode === 'standard' ? (readPercent(draft.applicationRate) ?? Number.NaN) : 0,
        },
  bounceFee:
    draft.bounceComponent === ''
      ? null
      : { component: draft.bounceComponent, amount: readAmount(draft.bounceAmount, currency) ?? Number.NaN },
})

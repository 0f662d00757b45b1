import type { BillingFault, BillingScope } from '#shared/fees/billing-run.contract.ts'
import type { DocumentLine } from '#shared/fees/fee-document.contract.ts'
import type { FeePack, SchoolKind } from '#shared/fees/regulator/fee-pack.types.ts'
import type { Day } from '#shared/kernel/time.ts'
import type { FeeTerms } from '../setup/fee-terms.service.ts'
import type { BatchFacts } from './billing-year.service.ts'
import type { ChargedParts } from './charged-parts.service.ts'
import type { ChargedDiscount, IssuedCharge } from './clawback.service.ts'

/** Why a child is not billed. */
export interface PupilFault {
  fault: BillingFault
  /** Regulator's rule, where it is unlawful. */
  rule: string | null
}

/** Invoice for one payer and part of a child, before it is issued. */
export interface PlannedInvoice {
  payerId: string
  part: number
  dueOn: Day
  /** Whether the child’s seat deposit settles it: it came from the family, so companies get nothing of it. */
  takesDeposit: boolean
  lines: (Omit<DocumentLine, 'discounts'> & {
    discounts: ChargedDiscount[]
    priority: number
    isDeferred: boolean
    takesDeposit: boolean
    version: number
    /** Months of the year that it is for, as bits; null for all. */
    months: number | null
  })[]
}

export interface PlanAsked {
  studentId: string
  terms: FeeTerms
  facts: BatchFacts
  scope: BillingScope
  pack: FeePack | undefined
  yearStartsOn: Day
  /** Terms of the school year; none where the school has not set them. */
  schoolTerms: readonly { readonly startsOn: Day }[]
  schoolKind: SchoolKind
  /** Last day of the break before the year; null where the school has not set it. */
  breakEndsOn: Day | null
  today: Day
  /** Day on which a new child joined, as far as it is known; null for one that was there before. */
  joinedOn: Day | null
  charged: ChargedParts
  /** Standing charges with discounts that may be taken back. */
  issued: readonly IssuedCharge[]
}

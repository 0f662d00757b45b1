/** Kinds of what a school charges for. */
export const componentKinds = [
  'tuition',
  'application',
  /** Holds a seat: of a new child, or of one that comes back. */
  'registration',
  'transport',
  'books',
  'uniform',
  'meals',
  'activities',
  'exams',
  'other',
] as const
export type ComponentKind = (typeof componentKinds)[number]

/** How a component is taxed: with the rate of the component, at 0 %, exempt, or in a place without such a tax. */
export const feeTaxCodes = ['standard', 'zero', 'exempt', 'none'] as const
export type FeeTaxCode = (typeof feeTaxCodes)[number]

/** What a child that leaves gets back: as tuition, if unused, before the first day only, nothing. */
export const refundRules = ['tuition', 'unused', 'before-start', 'none'] as const
export type RefundRule = (typeof refundRules)[number]

/** Divided over the parts of the plan, or whole with its first part. */
export const billingModes = ['plan', 'first-part'] as const
export type BillingMode = (typeof billingModes)[number]

/** Returns whether a component may be charged for a cheque that bounces: a child that leaves gets nothing of it back, and no state bears its tax. */
export const mayBeBounceFee = (of: { isRetired: boolean; refundRule: RefundRule; stateBears: boolean }): boolean =>
  !of.isRetired && of.refundRule === 'none' && !of.stateBears

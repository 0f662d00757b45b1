import type { Instant } from '#shared/kernel/time.ts'

/**
 * Sequences of events that are worth a look, stored permanently as codes of exceptions. Each names what happened and never why: a
 * person finds that out.
 */
export const patternCodes = [
  /** F1: a cart of a minute or more was dropped, and the drawer opened without a sale within a minute. */
  'dropped-then-opened',
  /** F2: two or more cash sales of one cashier voided more than three minutes later, in one shift. */
  'late-cash-voids',
  /** F3: a receipt was printed again, and its sale then refunded in cash. */
  'reprint-then-refund',
  /** F4: three refunds or more to one account or card in ten days. */
  'refunds-to-one',
  /** F5: one cashier gave one pupil far more discounts, or sold far more in spite of a rule, than is usual. */
  'discounts-to-one',
  /** F6: five refunds or more, and most of a cashier's, just under the own limit. */
  'under-limit',
  /** F7: one approver approved more than six acts in an hour, or at two tills within two minutes, or often without having been signed in that day. */
  'approver-everywhere',
  /** F8: three or more lines in a shift were removed and a cheaper item of the same category sold instead. */
  'rung-lower',
  /** F9: drawers of one till short three times in ten shifts, or by more than 50.00 in a month. */
  'steady-shortage',
  /** F10: the drawer opened three times or more in a shift without a cause that takes or gives cash. */
  'opened-without-cause',
  /** F11: an account paid by name on a day of absence, or at two sites within two minutes. */
  'account-away',
  /** F12: the school paid a meal of a pupil who was absent. */
  'meal-while-absent',
  /** F13: two or more voids, pay-outs or changed prices within the last ten minutes of a shift. */
  'before-close',
  /** F14: a count in the week before a shift was closed found less than was sold, by more than 2 % of the item's sales of that week. */
  'stock-unrung',
  /** F15: the device's clock jumped by more than five minutes, or it refunded while it alone was cut off. */
  'clock-or-offline',
] as const
export type PatternCode = (typeof patternCodes)[number]

/** What was found: about which document or shift, whom it concerns, and the figures that made it so. */
export interface Pattern {
  code: PatternCode
  /** Says the same found again to be the same: what is found once is entered once. */
  key: string
  subjectId: string
  at: Instant
  /** People who may not close it. */
  concerned: readonly string[]
  facts: Readonly<Record<string, number>>
}

interface Act {
  id: string
  at: Instant
  by: string
}

export interface PatternSale extends Act {
  customerId: string | null
  /** How it was known who the customer is. */
  proof: string
  total: number
  /** Zero where nothing was paid in cash. */
  cash: number
  /** Zero where the school paid nothing of it. */
  schoolPart: number
  discount: number
  discountBy: string | null
  /** Whether anything of it was sold in spite of an allergen or a rule, and at another price than the list's. */
  isOverridden: boolean
  isPriced: boolean
  lines: readonly { itemId: string; categoryId: string | null; unitPrice: number }[]
}

/** The rows of one shift that patterns are looked for in, and what is known around it. Lists of what a school does not record are empty. */
export interface PatternRows {
  shift: {
    id: string
    tillId: string
    siteId: string
    openedAt: Instant
    closedAt: Instant | null
    openedBy: string
  }
  /** Among voided ones too. */
  sales: readonly PatternSale[]
  voids: readonly (Act & { saleId: string })[]
  refunds: readonly (Act & { saleId: string; cash: number; targets: readonly string[] })[]
  movements: readonly (Act & { kind: string })[]
  approvals: readonly Act[]
  drawers: readonly (Act & { cause: string })[]
  dropped: readonly (Act & { begunAt: Instant })[]
  removed: readonly { saleId: string; categoryId: string | null; price: number }[]
  prints: readonly (Act & { saleId: string })[]
  around: PatternSurroundings
}

export interface PatternSurroundings {
  /** Refunds of the last ten days to accounts and cards that this shift refunded too, its own among them. */
  refunds: readonly (Act & { target: string })[]
  /** Sales of the last ten days with a discount or in spite of a rule, by cashier and pupil, of the whole school. */
  discounts: readonly { by: string; customerId: string; count: number }[]
  /** Approvals of the last day by the approvers of this shift, at any till, its own among them. */
  approvals: readonly (Act & { deviceId: string })[]
  /** Approvers of this shift who had a session of their own that day. */
  signedIn: readonly string[]
  /** Differences of the till's last ten counted shifts, this one first, and what was short in 30 days (positive). */
  differences: readonly number[]
  shortInMonth: number
  /** Sales of the accounts of this shift at other sites, within two minutes. */
  elsewhere: readonly (Act & { customerId: string })[]
  /** Pupils marked absent on the day of the shift. */
  absent: readonly string[]
  /** Cash that each person of the shift may refund alone; no entry without a bound. */
  refundLimits: Readonly<Record<string, number>>
  /** Jumps of the device's clock in the shift, in milliseconds. */
  clockJumps: readonly { at: Instant; ms: number }[]
  /** Refunds that were made while this device was cut off and its neighbours were not. */
  refundsCutOff: readonly string[]
  /** What the last counts of items before the close of the shift did not find, and what was sold of them in the week before it. */
  stock: readonly { countId: string; goneAmount: number; soldAmount: number }[]
  /** In minor units: 50.00 of the school's currency. */
  monthlyShortage: number
}

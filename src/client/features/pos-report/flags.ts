/** Why staff should look at something although it counts, as the server names it. */
const flags = [
  'price-differs',
  'tax-differs',
  'totals-differ',
  'tenders-differ',
  'currency-differs',
  'unknown-item',
  'unknown-customer',
  'unknown-cashier',
  'disabled-cashier',
  'discount-not-allowed',
  'over-limit',
  'below-zero',
  'shift-unknown',
  'shift-closed',
  'foreign-shift',
  'second-open-shift',
  'number-repeated',
  'id-repeated',
  'sale-unknown',
  'already-voided',
  'voided-before',
  'entered-again',
  'z-differs',
  'late',
  'broken-chain',
  'clock-skew',
] as const

/** Flags that this release has words for; a newer server may know more. */
export const isKnownFlag = (flag: string): flag is (typeof flags)[number] => (flags as readonly string[]).includes(flag)

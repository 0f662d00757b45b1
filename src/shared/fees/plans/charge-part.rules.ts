// chunk: links
/** Part of a charge for a cheque that bounced: it belongs to no part of a plan, as discounts that are taken back (`clawbackPart`). */
export const bouncePart = -1

/** Returns whether a charge belongs to a part of its plan; others are named without one. */
export const isPlanPart = (part: number): boolean => part > 0

/** Why a discount is given. A sibling rule applies by itself; the others are granted to a child. */
export const discountKinds = ['sibling', 'staff', 'scholarship', 'early', 'other'] as const
export type DiscountKind = (typeof discountKinds)[number]

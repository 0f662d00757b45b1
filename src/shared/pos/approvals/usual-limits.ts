// chunk: till-sheets
import type { LimitedAct, TillLimit } from './till-limit.contract.ts'

/** What people are at the tills: who may approve refunds is a supervisor here, whatever their roles. */
export const limitRoles = ['operator', 'supervisor'] as const
export type LimitRole = (typeof limitRoles)[number]

/** In what an act is measured: minor units of the school's currency, pieces, or parts per million of the price. */
export const limitUnits = {
  void: 'money',
  'void-late': 'money',
  'refund-cash': 'money',
  'refund-account': 'money',
  'refund-card-to-account': 'money',
  'refund-without-receipt': 'money',
  discount: 'share',
  price: 'count',
  allergen: 'count',
  'no-sale': 'count',
  'paid-out': 'money',
  drop: 'money',
  'name-only': 'count',
  'top-up': 'money',
} as const satisfies Record<LimitedAct, 'money' | 'count' | 'share'>

export type Limit = Pick<TillLimit, 'isForbidden' | 'each' | 'shift' | 'offline'>

const upTo = (each: number | null, more: Partial<Limit> = {}): Limit => ({
  isForbidden: false,
  each,
  shift: null,
  offline: 'same',
  ...more,
})
const asked = upTo(0)
const free = upTo(null)

/**
 * Limits of a school that has set none. Money is in minor units of any currency: 1000 is QAR 10.00 and KWD 1.000, so that currencies with
 * three decimals have a tenth of the amount.
 */
export const usualLimits: Readonly<Record<LimitRole, Readonly<Record<LimitedAct, Limit>>>> = {
  operator: {
    void: upTo(2000),
    'void-late': asked,
    'refund-cash': upTo(1000, { shift: 3000, offline: 'half' }),
    'refund-account': upTo(5000),
    'refund-card-to-account': asked,
    'refund-without-receipt': asked,
    discount: asked,
    price: asked,
    allergen: asked,
    'no-sale': upTo(null, { shift: 2 }),
    'paid-out': asked,
    drop: asked,
    // A school without cards would ask at every fourth sale: it is for the school to set.
    'name-only': free,
    'top-up': free,
  },
  supervisor: {
    void: free,
    'void-late': free,
    'refund-cash': upTo(20_000, { offline: 'half' }),
    'refund-account': free,
    'refund-card-to-account': free,
    'refund-without-receipt': asked,
    discount: upTo(200_000),
    price: free,
    allergen: free,
    'no-sale': free,
    'paid-out': free,
    drop: free,
    'name-only': free,
    'top-up': free,
  },
}

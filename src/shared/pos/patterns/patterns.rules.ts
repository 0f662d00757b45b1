import { droppedThenOpened, rungLower } from './cart-patterns.rules.ts'
import { clockOrOffline, stockUnrung } from './device-patterns.rules.ts'
import { beforeClose, openedWithoutCause, steadyShortage } from './drawer-patterns.rules.ts'
import { lateCashVoids, refundsToOne, reprintThenRefund, underLimit } from './money-back-patterns.rules.ts'
import type { Pattern, PatternCode, PatternRows } from './pattern.types.ts'
import { accountAway, approverEverywhere, discountsToOne, mealWhileAbsent } from './people-patterns.rules.ts'

const rules = {
  'dropped-then-opened': droppedThenOpened,
  'late-cash-voids': lateCashVoids,
  'reprint-then-refund': reprintThenRefund,
  'refunds-to-one': refundsToOne,
  'discounts-to-one': discountsToOne,
  'under-limit': underLimit,
  'approver-everywhere': approverEverywhere,
  'rung-lower': rungLower,
  'steady-shortage': steadyShortage,
  'opened-without-cause': openedWithoutCause,
  'account-away': accountAway,
  'meal-while-absent': mealWhileAbsent,
  'before-close': beforeClose,
  'stock-unrung': stockUnrung,
  'clock-or-offline': clockOrOffline,
} as const satisfies Record<PatternCode, (rows: PatternRows) => Pattern[]>

/** Looks for every pattern in the rows of a shift, which stand in order of time. */
export const findPatterns = (rows: PatternRows): Pattern[] => Object.values(rules).flatMap((rule) => rule(rows))

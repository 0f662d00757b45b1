import { million } from './fee-fields.ts'

interface Part {
  readonly due: { readonly on: string } | { readonly term: number; readonly days: number }
  readonly share: { readonly ppm: number } | { readonly amount: number }
}

/** What is wrong with a plan by itself: its sum, or the order of its days. */
export type PlanFault = 'fees.plan-sum' | 'fees.plan-order'

/**
 * Checks a plan: shares, of what typed amounts leave, add up to 1,000,000; every part is above 0; days and terms go forward.
 * @returns the first fault; undefined for none
 */
export function planFault(parts: readonly Part[]): PlanFault | undefined {
  const shares = parts.flatMap(({ share }) => ('ppm' in share ? [share.ppm] : []))
  if (shares.length > 0 && shares.reduce((sum, ppm) => sum + ppm, 0) !== million) return 'fees.plan-sum'
  if (parts.some(({ share }) => ('ppm' in share ? share.ppm : share.amount) <= 0)) return 'fees.plan-sum'
  return parts.every((part, at) => at === 0 || isLater(parts[at - 1], part)) ? undefined : 'fees.plan-order'
}

/** Whether a part is due after the one before; a day and a term can't be compared here. */
function isLater(before: Part | undefined, { due }: Part): boolean {
  if (!before) return true
  if ('on' in due) return !('on' in before.due) || before.due.on < due.on
  if ('on' in before.due) return true
  return before.due.term < due.term || (before.due.term === due.term && before.due.days < due.days)
}

/** Reasons why an allocation settles what it settles, by the order of the rules; screens have a sentence for each. */
export const allocationReasons = [
  /** The payer chose the item. */
  'chosen',
  /** The earliest due date. */
  'due-date',
  /** Due on the same day, of a component that comes first. */
  'component',
  /** Due on the same day and of the same component, of the elder child. */
  'elder',
  /** Credit of the family, applied when the invoice was issued. */
  'credit',
  /** The child's own seat deposit. */
  'deposit',
  /** Moved by staff from another item. */
  'moved',
  /** Taken back: the opposite of another allocation. */
  'reversed',
] as const
export type AllocationReason = (typeof allocationReasons)[number]

/** Item that is open. Amounts in minor units. */
export interface OpenCharge {
  readonly chargeId: string
  readonly open: number
  /** `YYYY-MM-DD`. */
  readonly dueOn: string
  /** Lower is settled first. */
  readonly priority: number
  /** Birth date of the child; null where it is unknown, which is settled last. */
  readonly bornOn: string | null
}

/** Wish of the payer. */
export interface Wish {
  readonly chargeId: string
  readonly amount: number
}

export interface Allocated {
  readonly chargeId: string
  readonly amount: number
  readonly reason: AllocationReason
}

const byRule = (a: OpenCharge, b: OpenCharge): number =>
  compare(a.dueOn, b.dueOn) ||
  a.priority - b.priority ||
  compare(a.bornOn ?? '9999', b.bornOn ?? '9999') ||
  compare(a.chargeId, b.chargeId)

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Returns which rule put this item behind the one before it, or before the one after it. */
function reasonOf(item: OpenCharge, ordered: readonly OpenCharge[]): AllocationReason {
  const sameDay = ordered.filter(({ chargeId, dueOn }) => chargeId !== item.chargeId && dueOn === item.dueOn)
  if (sameDay.length === 0) return 'due-date'
  const samePriority = sameDay.filter(({ priority }) => priority === item.priority)
  return samePriority.length === 0 ? 'component' : 'elder'
}

/**
 * Allocates money of one payer: first what the payer chose, then by due date, component and age of the child. No item gets more
 * than is open on it; the rest is the family's credit. Items of other payers are not passed in.
 * @param amount minor units, not below zero
 */
export function allocate(
  amount: number,
  items: readonly OpenCharge[],
  wished: readonly Wish[] = [],
): { allocated: Allocated[]; credit: number } {
  let left = amount
  const open = new Map(items.map((item) => [item.chargeId, item.open]))
  const allocated: Allocated[] = []
  const take = (chargeId: string, most: number, reason: AllocationReason) => {
    const part = Math.min(left, most, open.get(chargeId) ?? 0)
    if (part <= 0) return
    open.set(chargeId, (open.get(chargeId) ?? 0) - part)
    left -= part
    allocated.push({ chargeId, amount: part, reason })
  }
  for (const wish of wished) take(wish.chargeId, wish.amount, 'chosen')
  const rest = items.filter(({ chargeId }) => (open.get(chargeId) ?? 0) > 0).toSorted(byRule)
  for (const item of rest) take(item.chargeId, item.open, reasonOf(item, rest))
  return { allocated, credit: left }
}

import { type Minor, minor, sum } from '#shared/kernel/money.ts'

/*
 * A payment plan: how one amount is divided into parts. A part has a fixed amount, or a share in parts per million of what
 * the fixed amounts leave.
 */

export type PlanPart = { readonly ppm: number } | { readonly amount: number }

/** `no-parts` · `negative` · `shares`: they are not a million together · `sum`: fixed amounts are not the total. */
export type PlanFault =
  | { readonly fault: 'no-parts' | 'negative' }
  | { readonly fault: 'shares'; readonly sum: number }
  | { readonly fault: 'sum'; readonly sum: Minor; readonly total: Minor }

export type PlanResult = { readonly amounts: readonly Minor[] } | PlanFault

const wholePpm = 1_000_000

/** Returns shares of equal size, in parts per million; the last takes the rest. */
export const equalShares = (parts: number): number[] =>
  Array.from({ length: parts }, (_, at) =>
    at < parts - 1 ? Math.floor(wholePpm / parts) : wholePpm - (parts - 1) * Math.floor(wholePpm / parts),
  )

/**
 * Divides a total by a plan. Every share is rounded down and the last part with a share takes the rest, so that no part but it is
 * above its share; shares that differ by rounding alone are equal parts. Fixed amounts stay as typed.
 */
export function planAmounts(total: number, parts: readonly PlanPart[]): PlanResult {
  if (parts.length === 0) return { fault: 'no-parts' }
  if (total < 0 || parts.some((part) => sizeOf(part) < 0)) return { fault: 'negative' }
  const fixed = sum(parts.map((part) => ('amount' in part ? part.amount : 0)))
  const shares = parts.flatMap((part) => ('ppm' in part ? [part.ppm] : []))
  const rest = total - fixed
  if (rest < 0 || (shares.length === 0 && rest !== 0)) return { fault: 'sum', sum: fixed, total: minor(total) }
  const shareSum = shares.reduce((all, ppm) => all + ppm, 0)
  if (shares.length > 0 && shareSum !== wholePpm) return { fault: 'shares', sum: shareSum }
  const divided = divide(rest, shares)[Symbol.iterator]()
  return { amounts: parts.map((part) => minor('amount' in part ? part.amount : (divided.next().value ?? 0))) }
}

const sizeOf = (part: PlanPart): number => ('amount' in part ? part.amount : part.ppm)

function divide(rest: number, shares: readonly number[]): number[] {
  const isEqual = Math.max(...shares) - Math.min(...shares) <= shares.length
  const weights = isEqual ? shares.map(() => 1n) : shares.map(BigInt)
  const whole = weights.reduce((all, weight) => all + weight, 0n)
  const amounts = weights.slice(0, -1).map((weight) => Number((BigInt(rest) * weight) / whole))
  return shares.length === 0 ? [] : [...amounts, rest - amounts.reduce((all, amount) => all + amount, 0)]
}

/**
 * Deducts a deposit already paid from the first part, and what the first part does not take from the next ones. `left` is the
 * deposit that no part took.
 */
export function deductDeposit(amounts: readonly number[], deposit: number): { due: readonly Minor[]; left: Minor } {
  let left = deposit
  const due = amounts.map((amount) => {
    const taken = Math.min(left, amount)
    left -= taken
    return minor(amount - taken)
  })
  return { due, left: minor(left) }
}

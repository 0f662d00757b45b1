import { type Minor, minor, spread, sum, zero } from '#shared/kernel/money.ts'
import type { Day } from '#shared/kernel/time.ts'
import { planAmounts } from './plans/plan.rules.ts'
import { partsTaken } from './plans/school-month.rules.ts'

/*
 * Lines of a child's year over the parts of its plan: by the months that are charged, after discounts, and with the money that holds the
 * seat taken off. Amounts in minor units.
 */

/** Yearly amount of a component. */
export interface YearLine {
  readonly component: string
  readonly amount: number
  readonly isDiscountable: boolean
  /** Over the parts of the plan, or whole with the first part. */
  readonly billing: 'plan' | 'first-part'
  /** Which of the ten months of the year are charged; all where it is not said. What is charged whole is, once one of them is. */
  readonly months?: readonly boolean[]
  /** `money` holds a seat and is taken off the first part of what is `lowered`, after discounts. */
  readonly seat?: 'money' | 'lowered' | undefined
}

export interface YearPart {
  /** From 1. */
  readonly part: number
  readonly dueOn: Day
  readonly share: { readonly ppm: number } | { readonly amount: number }
}

/** Divides an amount by a plan: typed amounts as they are where they fit, else by their proportion; the last part takes the rest. */
export function divideByPlan(total: number, parts: readonly YearPart['share'][]): Minor[] {
  const planned = planAmounts(total, parts)
  if ('amounts' in planned) return [...planned.amounts]
  const weights = parts.map((part) => ('amount' in part ? part.amount : part.ppm))
  const whole = sum(weights)
  if (whole === 0) return parts.map((_, at) => minor(at === 0 ? total : 0))
  const amounts = weights.map((weight) => Number((BigInt(total) * BigInt(weight)) / BigInt(whole)))
  const last = weights.findLastIndex((weight) => weight > 0)
  const rest = total - amounts.reduce((all, amount) => all + amount, 0)
  return amounts.map((amount, at) => minor(at === last ? amount + rest : amount))
}

export interface PartAmounts {
  gross: Minor
  discounts: { id: string; amount: Minor }[]
}

/** Divides a discounted line over the parts: what is left after discounts by the plan, each discount beside it. */
export function partsOf(
  net: number,
  discounts: readonly { id: string; amount: number }[],
  shares: readonly YearPart['share'][],
): PartAmounts[] {
  const nets = divideByPlan(net, shares)
  const taken = divideByPlan(sum(discounts.map(({ amount }) => amount)), shares)
  const left = discounts.map(({ amount }) => amount)
  return nets.map((amount, at) => {
    const all = taken[at] ?? zero
    const each = spread(all, left)
    const here = discounts.flatMap(({ id }, no) => {
      const part = each[no] ?? zero
      left[no] = (left[no] ?? 0) - part
      return part === 0 ? [] : [{ id, amount: part }]
    })
    return { gross: sum([amount, all]), discounts: here }
  })
}

/** A line with what is charged of it in each part, before discounts. */
export interface BilledLine extends YearLine {
  readonly shares: readonly Minor[]
}

/** Divides a line over the parts of the months that are charged; `amount` is what that comes to. */
export function billedLine(line: YearLine, parts: readonly YearPart[]): BilledLine {
  const { months, billing } = line
  const isWhole = billing === 'first-part'
  const whole = isWhole ? parts.map((_, at) => minor(at === 0 ? line.amount : 0)) : divideLine(line, parts)
  const none = isWhole && months?.every((isTaken) => !isTaken)
  const shares = months && !isWhole ? partsTaken(whole, months) : whole.map((amount) => (none ? zero : amount))
  return { ...line, amount: sum(shares), shares }
}

const divideLine = ({ amount }: YearLine, parts: readonly YearPart[]): Minor[] =>
  divideByPlan(
    amount,
    parts.map(({ share }) => share),
  )

/** Takes the money that holds the seat off the first parts of the lines that it lowers. */
export function lowerBySeat(lines: readonly BilledLine[], amounts: readonly PartAmounts[][]): PartAmounts[][] {
  const netOf = ({ gross, discounts }: PartAmounts) => minor(gross - sum(discounts.map(({ amount }) => amount)))
  const money = lines.flatMap(({ seat }, no) => (seat === 'money' ? (amounts[no] ?? []).map(netOf) : []))
  let left: number = sum(money)
  const lowered = amounts.map((parts) => [...parts])
  for (const at of amounts[0]?.keys() ?? [])
    for (const [no, { seat }] of lines.entries()) {
      const part = lowered[no]?.[at]
      if (seat !== 'lowered' || !part) continue
      const taken = Math.min(left, netOf(part))
      left -= taken
      lowered[no]?.splice(at, 1, { ...part, gross: minor(part.gross - taken) })
    }
  return lowered
}

/** Shares by which what is left of a line is divided: those of the plan, unless months or the first part alone are charged. */
export const sharesOf = (line: BilledLine | undefined, parts: readonly YearPart[]): YearPart['share'][] =>
  line === undefined || (line.billing === 'plan' && !line.months)
    ? parts.map(({ share }) => share)
    : line.shares.map((amount) => ({ amount }))

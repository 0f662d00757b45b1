import type { Pattern, PatternRows } from './pattern.types.ts'

const ms = (at: string) => Date.parse(at)
const lateVoidMs = 3 * 60_000
const leastLateVoids = 2

/** F2: the customer has gone, and so may the money. */
export function lateCashVoids({ shift, voids, sales }: PatternRows): Pattern[] {
  const late = voids.flatMap((each) => {
    const sale = sales.find(({ id }) => id === each.saleId)
    const isLate = sale && sale.cash > 0 && sale.by === each.by && ms(each.at) - ms(sale.at) > lateVoidMs
    return isLate ? [{ ...each, cash: sale.cash }] : []
  })
  return [...Map.groupBy(late, ({ by }) => by)].flatMap(([by, all]) => {
    const last = all.at(-1)
    if (!last || all.length < leastLateVoids) return []
    return [
      {
        code: 'late-cash-voids',
        key: `${shift.id} ${by}`,
        subjectId: shift.id,
        at: last.at,
        concerned: [by],
        facts: { count: all.length, amount: all.reduce((n, { cash }) => n + cash, 0) },
      },
    ]
  })
}

/** F3: a copy of a receipt that was left behind. */
export function reprintThenRefund({ refunds, prints }: PatternRows): Pattern[] {
  return refunds.flatMap(({ id, saleId, at, by, cash }) => {
    const print = prints.find((each) => each.saleId === saleId && ms(each.at) <= ms(at))
    if (!print || cash <= 0) return []
    return [
      {
        code: 'reprint-then-refund',
        key: id,
        subjectId: id,
        at,
        concerned: [by, print.by],
        facts: { amount: cash },
      },
    ]
  })
}

const leastToOne = 3

/** F4: the same account or card again and again. */
export function refundsToOne({ shift, refunds, around }: PatternRows): Pattern[] {
  const targets = new Set(refunds.flatMap((each) => each.targets))
  return [...targets].flatMap((target) => {
    const all = around.refunds.filter((each) => each.target === target)
    const last = refunds.findLast((each) => each.targets.includes(target))
    if (!last || all.length < leastToOne) return []
    return [
      {
        code: 'refunds-to-one',
        key: `${shift.id} ${target}`,
        subjectId: last.id,
        at: last.at,
        concerned: [...new Set([...all.map(({ by }) => by), last.by])],
        facts: { count: all.length },
      },
    ]
  })
}

const leastUnderLimit = 5
const nearPercent = 90

/** F6: amounts that need nobody's approval, but only just. */
export function underLimit({ shift, refunds, around }: PatternRows): Pattern[] {
  return [...Map.groupBy(refunds, ({ by }) => by)].flatMap(([by, all]) => {
    const limit = around.refundLimits[by]
    const inCash = all.filter(({ cash }) => cash > 0)
    if (limit === undefined) return []
    const near = inCash.filter(({ cash }) => cash * 100 >= limit * nearPercent && cash <= limit)
    const last = near.at(-1)
    if (!last || near.length < leastUnderLimit || near.length * 2 <= inCash.length) return []
    return [
      {
        code: 'under-limit',
        key: `${shift.id} ${by}`,
        subjectId: shift.id,
        at: last.at,
        concerned: [by],
        facts: { count: near.length, limit },
      },
    ]
  })
}

import type { Pattern, PatternRows } from './pattern.types.ts'

const minuteMs = 60_000
const ms = (at: string) => Date.parse(at)

/** F1: cash may have been taken for what was in the cart. */
export function droppedThenOpened({ dropped, movements, drawers }: PatternRows): Pattern[] {
  const opened = [
    ...movements.filter(({ kind }) => kind === 'no-sale'),
    ...drawers.filter(({ cause }) => cause === 'no-sale'),
  ]
  return dropped.flatMap(({ id, begunAt, at, by }) => {
    const next = opened.find((each) => ms(each.at) >= ms(at) && ms(each.at) - ms(at) <= minuteMs)
    if (!next || ms(at) - ms(begunAt) < minuteMs) return []
    const seconds = Math.round((ms(next.at) - ms(at)) / 1000)
    return [
      {
        code: 'dropped-then-opened',
        key: id,
        subjectId: id,
        at: next.at,
        concerned: [by, next.by],
        facts: { seconds },
      },
    ]
  })
}

const leastRungLower = 3

/** F8: dear goods handed over and cheap ones rung up. */
export function rungLower({ shift, removed, sales }: PatternRows): Pattern[] {
  const own = removed.flatMap(({ saleId, categoryId, price }) => {
    const sale = sales.find(({ id }) => id === saleId)
    const isLower =
      categoryId !== null && sale?.lines.some((line) => line.categoryId === categoryId && line.unitPrice < price)
    return sale && isLower ? [sale] : []
  })
  return [...Map.groupBy(own, ({ by }) => by)].flatMap(([by, all]) => {
    const last = all.at(-1)
    if (!last || all.length < leastRungLower) return []
    return [
      {
        code: 'rung-lower',
        key: `${shift.id} ${by}`,
        subjectId: shift.id,
        at: last.at,
        concerned: [by],
        facts: { count: all.length },
      },
    ]
  })
}

import type { Pattern, PatternRows } from './pattern.types.ts'

const toleratedPercent = 2

/** F14: eaten or sold, but not rung up. Once a shift is closed: before, sales may still be on their way. */
export function stockUnrung({ shift, around }: PatternRows): Pattern[] {
  const { closedAt } = shift
  if (closedAt === null) return []
  return around.stock.flatMap(({ countId, goneAmount, soldAmount }) =>
    goneAmount * 100 > soldAmount * toleratedPercent
      ? [
          {
            code: 'stock-unrung',
            key: countId,
            subjectId: shift.id,
            at: closedAt,
            concerned: [],
            facts: { amount: goneAmount },
          },
        ]
      : [],
  )
}

const jumpMs = 5 * 60_000

/** F15: a clock that was set, or a cable that was pulled, while money went back. */
export function clockOrOffline({ shift, refunds, around }: PatternRows): Pattern[] {
  const jumps = around.clockJumps.filter((each) => Math.abs(each.ms) > jumpMs)
  const cutOff = refunds.filter(({ id }) => around.refundsCutOff.includes(id))
  const last = [...jumps, ...cutOff].toSorted((a, b) => (a.at < b.at ? -1 : 1)).at(-1)
  if (!last) return []
  return [
    {
      code: 'clock-or-offline',
      key: shift.id,
      subjectId: shift.id,
      at: last.at,
      concerned: [...new Set([shift.openedBy, ...cutOff.map(({ by }) => by)])],
      facts: { jumps: jumps.length, refunds: cutOff.length },
    },
  ]
}

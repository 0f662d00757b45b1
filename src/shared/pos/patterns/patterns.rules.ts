import type { DrawerCause } from '../shift.contract.ts'
import { lateCashVoids, refundsToOne, reprintThenRefund, underLimit } from './money-back-patterns.rules.ts'
import type { Pattern, PatternCode, PatternRows } from './pattern.types.ts'
import { accountAway, approverEverywhere, discountsToOne, mealWhileAbsent } from './people-patterns.rules.ts'

const ms = (at: string) => Date.parse(at)
const shortOften = 3
const shiftsLooked = 10

/** F9: a little is missing again and again. */
export function steadyShortage({ shift, around }: PatternRows): Pattern[] {
  if (shift.closedAt === null) return []
  const [own = 0] = around.differences
  const times = around.differences.slice(0, shiftsLooked).filter((each) => each < 0).length
  const isSteady = own < 0 && times >= shortOften
  const isMuch = own < 0 && around.shortInMonth > around.monthlyShortage
  if (!isSteady && !isMuch) return []
  return [
    {
      code: 'steady-shortage',
      key: shift.id,
      subjectId: shift.id,
      at: shift.closedAt,
      concerned: [shift.openedBy],
      facts: { count: times, amount: around.shortInMonth },
    },
  ]
}

/** Openings that take or give no cash, and that no limit counts: a no-sale has its own. */
const causes: ReadonlySet<string> = new Set<DrawerCause>(['print', 'test', 'unknown'])
const mostOpenings = 3

/** F10: the drawer opened for nothing that takes or gives cash. */
export function openedWithoutCause({ shift, drawers }: PatternRows): Pattern[] {
  return [...Map.groupBy(drawers, ({ by }) => by)].flatMap(([by, all]) => {
    const own = all.filter(({ cause }) => causes.has(cause))
    const last = own.at(-1)
    if (!last || own.length < mostOpenings) return []
    return [
      {
        code: 'opened-without-cause',
        key: `${shift.id} ${by}`,
        subjectId: shift.id,
        at: last.at,
        concerned: [by],
        facts: { count: own.length },
      },
    ]
  })
}

const lastMs = 10 * 60_000
const leastBeforeClose = 2

/** F13: the drawer made to agree before it is counted. */
export function beforeClose({ shift, sales, voids, movements }: PatternRows): Pattern[] {
  const { closedAt } = shift
  if (closedAt === null) return []
  const priced = sales.filter(({ isPriced }) => isPriced)
  const acts = [...voids, ...priced, ...movements.filter(({ kind }) => kind === 'paid-out')]
  const late = acts.filter(({ at }) => ms(at) <= ms(closedAt) && ms(closedAt) - ms(at) <= lastMs)
  if (late.length < leastBeforeClose) return []
  return [
    {
      code: 'before-close',
      key: shift.id,
      subjectId: shift.id,
      at: closedAt,
      concerned: [...new Set([shift.openedBy, ...late.map(({ by }) => by)])],
      facts: { count: late.length },
    },
  ]
}

const minuteMs = 60_000

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

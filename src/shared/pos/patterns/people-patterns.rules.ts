import type { Pattern, PatternRows } from './pattern.types.ts'

const ms = (at: string) => Date.parse(at)
const leastDiscounts = 5
const timesUsual = 3

/** F5: a cashier and a pupil beside all other pairs of the school. */
export function discountsToOne({ shift, sales, around: { discounts } }: PatternRows): Pattern[] {
  const favours = sales.filter(({ discount, isOverridden }) => discount > 0 || isOverridden)
  const pairs = new Set(favours.map((each) => pairOf(each.by, each.customerId)))
  return discounts.flatMap(({ by, customerId, count }) => {
    if (count < leastDiscounts || !pairs.has(pairOf(by, customerId))) return []
    const others = discounts.filter((each) => each.by !== by || each.customerId !== customerId)
    const usual = medianOf(others.map((each) => each.count))
    const last = favours.findLast((each) => each.by === by && each.customerId === customerId)
    if (!last || count <= timesUsual * usual) return []
    return [
      {
        code: 'discounts-to-one',
        key: `${shift.id} ${pairOf(by, customerId)}`,
        subjectId: last.id,
        at: last.at,
        concerned: [...new Set([by, ...(last.discountBy ? [last.discountBy] : [])])],
        facts: { count, usual },
      },
    ]
  })
}

const pairOf = (by: string, customerId: string | null) => `${by} ${customerId}`

/** One where there is nothing to compare with, so that a first pair alone is not odd for it. */
function medianOf(counts: readonly number[]): number {
  const sorted = counts.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 1
}

const hourMs = 3_600_000
const mostAnHour = 6
const apartMs = 2 * 60_000
/** Approving by PIN needs no session: only who approves often without one is looked at. */
const oftenWithoutSession = 4

/** F7: an approver who can hardly have been at the till each time. */
export function approverEverywhere({ shift, approvals, around }: PatternRows): Pattern[] {
  return [...Map.groupBy(approvals, ({ by }) => by)].flatMap(([by, own]) => {
    const all = around.approvals.filter((each) => each.by === by)
    const last = own.at(-1)
    if (!last) return []
    const busiest = Math.max(...all.map(({ at }) => countWithin(all, at, hourMs)))
    const isApart = all.some((one) =>
      all.some((other) => other.deviceId !== one.deviceId && Math.abs(ms(other.at) - ms(one.at)) <= apartMs),
    )
    const isAway = !around.signedIn.includes(by) && own.length >= oftenWithoutSession
    if (busiest <= mostAnHour && !isApart && !isAway) return []
    return [
      {
        code: 'approver-everywhere',
        key: `${shift.id} ${by}`,
        subjectId: shift.id,
        at: last.at,
        concerned: [by],
        facts: { count: busiest, twoTills: Number(isApart), notSignedIn: Number(isAway) },
      },
    ]
  })
}

const countWithin = (all: readonly { at: string }[], from: string, span: number): number =>
  all.filter(({ at }) => ms(at) >= ms(from) && ms(at) - ms(from) < span).length

/** F11: somebody else ate on the account. */
export function accountAway({ sales, around }: PatternRows): Pattern[] {
  return sales.flatMap(({ id, at, by, customerId, proof }) => {
    if (customerId === null) return []
    const isAbsent = proof === 'name' && around.absent.includes(customerId)
    const elsewhere = around.elsewhere.find(
      (each) => each.customerId === customerId && Math.abs(ms(each.at) - ms(at)) <= apartMs,
    )
    if (!isAbsent && !elsewhere) return []
    return [
      {
        code: 'account-away',
        key: id,
        subjectId: id,
        at,
        concerned: [by, ...(elsewhere ? [elsewhere.by] : [])],
        facts: { absent: Number(isAbsent), twoSites: Number(elsewhere !== undefined) },
      },
    ]
  })
}

/** F12: the school's money for a pupil who was not there. */
export function mealWhileAbsent({ sales, around }: PatternRows): Pattern[] {
  return sales.flatMap(({ id, at, by, customerId, schoolPart }) =>
    customerId !== null && schoolPart > 0 && around.absent.includes(customerId)
      ? [{ code: 'meal-while-absent', key: id, subjectId: id, at, concerned: [by], facts: { amount: schoolPart } }]
      : [],
  )
}

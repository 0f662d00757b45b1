import type { Role } from '#shared/kernel/roles.ts'

/*
 * How staff score a child: items with points, weights and who may judge them; what they come to, with the arithmetic as data.
 * Points are whole numbers of a part that every top divides, so nothing is rounded before it is shown.
 */

/** What an item is judged by. A band is one of several words, each worth so many points. */
export type ItemKind =
  | { readonly kind: 'score'; readonly top: number }
  | { readonly kind: 'yes-no' }
  | { readonly kind: 'band'; readonly bands: readonly Band[] }

interface Band {
  readonly code: string
  readonly points: number
}

export interface ScoredItem {
  readonly code: string
  readonly answer: ItemKind
  /** How much it counts; 1 to 100. */
  readonly weight: number
  readonly required: boolean
  /** Who may judge it; nobody named: every assessor. */
  readonly scorers: readonly Role[]
}

/** What was answered, by the codes of the items: points, yes or no, or the code of a band. */
export type ScoreAnswers = Readonly<Record<string, number | boolean | string>>

/** Every top divides it: a third of a point is a whole number of these parts. */
export const pointParts = 1_163_962_800

export const isTop = (top: number): boolean => Number.isInteger(top) && top > 0 && top <= 100 && pointParts % top === 0

export const maxItems = 40
export const maxWeight = 100

/** A number without rounding: numerator and denominator, reduced. */
export interface Fraction {
  readonly n: number
  readonly d: number
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b))

export function fraction(n: number, d: number): Fraction {
  const by = gcd(Math.abs(n), d) || 1
  return { n: n / by, d: d / by }
}

const topOf = ({ answer }: ScoredItem): number => {
  if (answer.kind === 'score') return answer.top
  if (answer.kind === 'yes-no') return 1
  return Math.max(...answer.bands.map(({ points }) => points))
}

/** The points of an answer; undefined where it is none of this item. */
export function rawOf({ answer }: Pick<ScoredItem, 'answer'>, given: number | boolean | string | undefined) {
  if (answer.kind === 'yes-no') return typeof given === 'boolean' ? Number(given) : undefined
  if (answer.kind === 'band') return answer.bands.find(({ code }) => code === given)?.points
  return typeof given === 'number' && Number.isInteger(given) && given >= 0 && given <= answer.top ? given : undefined
}

/** The items that somebody with these roles judges. */
export const itemsFor = <T extends Pick<ScoredItem, 'scorers'>>(items: readonly T[], roles: readonly Role[]): T[] =>
  items.filter(({ scorers }) => scorers.length === 0 || scorers.some((role) => roles.includes(role)))

/** The first item of them that is missing or wrongly answered, or was answered and is not theirs; undefined when all is well. */
export function faultIn(items: readonly ScoredItem[], answers: ScoreAnswers): string | undefined {
  const known = new Set(items.map(({ code }) => code))
  const stray = Object.keys(answers).find((code) => !known.has(code))
  if (stray !== undefined) return stray
  return items.find((item) => {
    const given = Object.hasOwn(answers, item.code) ? answers[item.code] : undefined
    return given === undefined ? item.required : rawOf(item, given) === undefined
  })?.code
}

/** One line of the arithmetic: `raw` of `of`, times the weight, are so many points. */
export interface ScoreLine {
  readonly code: string
  readonly raw: number
  readonly of: number
  readonly weight: number
  readonly points: Fraction
}

export interface ScoreTotal {
  readonly lines: ScoreLine[]
  readonly points: Fraction
  /** The weights of what was answered: what was left out counts neither for nor against. */
  readonly of: number
  /** Exact; null where nothing was answered. */
  readonly percent: Fraction | null
}

/** What the answers come to, line by line. */
export function totalOf(items: readonly ScoredItem[], answers: ScoreAnswers): ScoreTotal {
  const lines = items.flatMap((item): ScoreLine[] => {
    const raw = Object.hasOwn(answers, item.code) ? rawOf(item, answers[item.code]) : undefined
    const of = topOf(item)
    return raw === undefined
      ? []
      : [{ code: item.code, raw, of, weight: item.weight, points: fraction(raw * item.weight, of) }]
  })
  const parts = lines.reduce((sum, { points: { n, d } }) => sum + n * (pointParts / d), 0)
  const of = lines.reduce((sum, { weight }) => sum + weight, 0)
  const points = fraction(parts, pointParts)
  return { lines, points, of, percent: of === 0 ? null : fraction(points.n * 100, points.d * of) }
}

/** Whole hundredths of a percent, half up: only for showing. */
export const hundredths = ({ n, d }: Fraction): number => Number((BigInt(n) * 200n + BigInt(d)) / (BigInt(d) * 2n))

/** Negative when `a` is less than `b`. */
export function compareFractions(a: Fraction, b: Fraction): number {
  const apart = BigInt(a.n) * BigInt(b.d) - BigInt(b.n) * BigInt(a.d)
  return apart < 0n ? -1 : apart > 0n ? 1 : 0
}

/** Whether two scorers are further apart than so many percent: somebody else has to look then. */
export function needsModeration(a: Fraction | null, b: Fraction | null, gap: number): boolean {
  if (a === null || b === null) return a !== b
  const apart = BigInt(a.n) * BigInt(b.d) - BigInt(b.n) * BigInt(a.d)
  return (apart < 0n ? -apart : apart) > BigInt(gap) * BigInt(a.d) * BigInt(b.d)
}

/** Between the two, in hundredths of a percent. */
export function meanOf(percents: readonly Fraction[]): number | null {
  if (percents.length === 0) return null
  const d = percents.reduce((product, each) => product * BigInt(each.d), 1n)
  const n = percents.reduce((sum, each) => sum + BigInt(each.n) * (d / BigInt(each.d)), 0n)
  const of = d * BigInt(percents.length)
  return Number((n * 200n + of) / (of * 2n))
}

export const recommendations = ['admit', 'admit-with-support', 'wait', 'hold', 'reject'] as const
export type Recommendation = (typeof recommendations)[number]

/** Whose result holds after somebody has looked at two that are far apart. */
export const moderationTakes = ['first', 'second', 'mean'] as const
export type ModerationTakes = (typeof moderationTakes)[number]

export const appointmentKinds = ['interview', 'assessment', 'tour'] as const
export type AppointmentKind = (typeof appointmentKinds)[number]

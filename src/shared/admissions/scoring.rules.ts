import type { Role } from '#shared/kernel/roles.ts'

/*
 * Scoring of a child by staff: criteria with points, weights and permitted roles, and the totals with their
 * arithmetic as data. Points are integers of a unit that every top divides, so nothing is rounded before it is shown.
 */

/** Answer kinds of a criterion. A band is one of several labels, each worth a number of points. */
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
  /** Weight, 1 to 100. */
  readonly weight: number
  readonly required: boolean
  /** Roles that may score it; empty means every assessor. */
  readonly scorers: readonly Role[]
}

/** Answers by criterion code: points, yes or no, or the code of a band. */
export type ScoreAnswers = Readonly<Record<string, number | boolean | string>>

/** Parts of a point: divisible by every top, so that a third of a point is an integer. */
export const pointParts = 1_163_962_800

export const isTop = (top: number): boolean => Number.isInteger(top) && top > 0 && top <= 100 && pointParts % top === 0

export const maxItems = 40
export const maxWeight = 100

/** An exact fraction, reduced. */
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

/** Returns the points of an answer; undefined when the criterion does not allow it. */
export function rawOf({ answer }: Pick<ScoredItem, 'answer'>, given: number | boolean | string | undefined) {
  if (answer.kind === 'yes-no') return typeof given === 'boolean' ? Number(given) : undefined
  if (answer.kind === 'band') return answer.bands.find(({ code }) => code === given)?.points
  return typeof given === 'number' && Number.isInteger(given) && given >= 0 && given <= answer.top ? given : undefined
}

/** Returns the criteria that someone with these roles may score. */
export const itemsFor = <T extends Pick<ScoredItem, 'scorers'>>(items: readonly T[], roles: readonly Role[]): T[] =>
  items.filter(({ scorers }) => scorers.length === 0 || scorers.some((role) => roles.includes(role)))

/**
 * Returns the code of the first criterion that is missing, wrongly answered or not in the list; undefined when there
 * is none.
 */
export function faultIn(items: readonly ScoredItem[], answers: ScoreAnswers): string | undefined {
  const known = new Set(items.map(({ code }) => code))
  const stray = Object.keys(answers).find((code) => !known.has(code))
  if (stray !== undefined) return stray
  return items.find((item) => {
    const given = Object.hasOwn(answers, item.code) ? answers[item.code] : undefined
    return given === undefined ? item.required : rawOf(item, given) === undefined
  })?.code
}

/** One line of the arithmetic: `raw` out of `of`, times `weight`, gives `points`. */
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
  /** Sum of the weights answered; unanswered criteria count neither for nor against. */
  readonly of: number
  /** Exact; null when nothing was answered. */
  readonly percent: Fraction | null
}

/** Returns the total of the answers, line by line. */
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

/** Rounds to hundredths, half up; only for display. */
export const hundredths = ({ n, d }: Fraction): number => Number((BigInt(n) * 200n + BigInt(d)) / (BigInt(d) * 2n))

/** Compares two fractions; negative when `a` is less than `b`. */
export function compareFractions(a: Fraction, b: Fraction): number {
  const apart = BigInt(a.n) * BigInt(b.d) - BigInt(b.n) * BigInt(a.d)
  return apart < 0n ? -1 : apart > 0n ? 1 : 0
}

/** Checks whether two assessments differ by more than `gap` percentage points and need moderation. */
export function needsModeration(a: Fraction | null, b: Fraction | null, gap: number): boolean {
  if (a === null || b === null) return a !== b
  const apart = BigInt(a.n) * BigInt(b.d) - BigInt(b.n) * BigInt(a.d)
  return (apart < 0n ? -apart : apart) > BigInt(gap) * BigInt(a.d) * BigInt(b.d)
}

/** Returns the mean, in hundredths of a percent. */
export function meanOf(percents: readonly Fraction[]): number | null {
  if (percents.length === 0) return null
  const d = percents.reduce((product, each) => product * BigInt(each.d), 1n)
  const n = percents.reduce((sum, each) => sum + BigInt(each.n) * (d / BigInt(each.d)), 0n)
  const of = d * BigInt(percents.length)
  return Number((n * 200n + of) / (of * 2n))
}

export const recommendations = ['admit', 'admit-with-support', 'wait', 'hold', 'reject'] as const
export type Recommendation = (typeof recommendations)[number]

/** Results a moderation can choose. */
export const moderationTakes = ['first', 'second', 'mean'] as const
export type ModerationTakes = (typeof moderationTakes)[number]

export const appointmentKinds = ['interview', 'assessment', 'tour'] as const
export type AppointmentKind = (typeof appointmentKinds)[number]

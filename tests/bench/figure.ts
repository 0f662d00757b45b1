/** One figure of the bench: always beside a yardstick that ran in the same run, so that a ratio can be trusted. */
export interface Figure {
  name: string
  value: number
  unit: string
  yardstick: { name: string; value: number }
  /** value / yardstick. */
  ratio: number
  goal: string
  holds: boolean
  /** Lowest and highest round, of the figure and of the yardstick. */
  spread: { value: Range; yardstick: Range }
}

type Range = [lowest: number, highest: number]

/** `at-most` for times and counts, `at-least` for rates; of the ratio, or of the value itself where people feel it. */
export interface Goal {
  is: 'at-most' | 'at-least'
  of: 'ratio' | 'value'
  limit: number
}

export const atMost = (limit: number): Goal => ({ is: 'at-most', of: 'ratio', limit })
export const atLeast = (limit: number): Goal => ({ is: 'at-least', of: 'ratio', limit })
export const valueAtMost = (limit: number): Goal => ({ is: 'at-most', of: 'value', limit })
export const valueAtLeast = (limit: number): Goal => ({ is: 'at-least', of: 'value', limit })

export interface Rounds {
  name: string
  unit: string
  yardstickName: string
  /** One number a round, figure and yardstick interleaved. */
  values: readonly number[]
  yardsticks: readonly number[]
  goal: Goal
}

export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
export const median = (values: readonly number[]): number => percentile(values, 0.5)
const range = (values: readonly number[]): Range => [Math.min(...values), Math.max(...values)]

const short = (n: number) => (Number.isInteger(n) || n >= 100 ? n.toFixed(0) : n.toPrecision(3))

const made: Figure[] = []

/** Takes the figures that were made since it was last called, also of a group that did not come to its end. */
export const takeMade = (): Figure[] => made.splice(0)

/** Medians of the rounds, and whether they hold the goal; printed at once. Against a yardstick of zero no ratio is judged. */
export function toFigure({ name, unit, yardstickName, values, yardsticks, goal }: Rounds): Figure {
  const value = median(values)
  const yardstick = median(yardsticks)
  // Nothing against nothing is as good as the yardstick.
  const ratio = value === yardstick ? 1 : value / yardstick
  const judged = goal.of === 'ratio' ? ratio : value
  const isUnjudged = goal.of === 'ratio' && yardstick === 0
  const figure: Figure = {
    name,
    value,
    unit,
    yardstick: { name: yardstickName, value: yardstick },
    ratio,
    goal: `${goal.is === 'at-most' ? '≤' : '≥'} ${goal.limit} ${goal.of === 'ratio' ? '×' : unit}`,
    holds: isUnjudged || (goal.is === 'at-most' ? judged <= goal.limit : judged >= goal.limit),
    spread: { value: range(values), yardstick: range(yardsticks) },
  }
  made.push(figure)
  console.error(`${figure.holds ? '✓' : '✗'} ${name}: ${short(value)} ${unit}, ${ratio.toFixed(2)} ×`)
  return figure
}

const withRange = (value: number, [low, high]: Range) => `${short(value)}  ${short(low)}…${short(high)}`

const heads = ['', 'figure', 'value  lowest…highest', 'yardstick', '', 'ratio', 'goal']

/** All figures in columns; the mark in front says whether the goal holds. */
export function printTable(figures: readonly Figure[]): void {
  const rows = figures.map((f) => [
    f.holds ? '✓' : '✗',
    f.name,
    `${withRange(f.value, f.spread.value)} ${f.unit}`,
    withRange(f.yardstick.value, f.spread.yardstick),
    f.yardstick.name,
    f.ratio.toFixed(2),
    f.goal,
  ])
  const widths = heads.map((head, i) => Math.max(head.length, ...rows.map((row) => row[i]?.length ?? 0)))
  for (const row of [heads, ...rows])
    console.log(
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}

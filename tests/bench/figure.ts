/** One figure of the bench: always beside a yardstick that ran in the same run, so that a ratio can be trusted. */
export interface Figure {
  name: string
  value: number
  unit: string
  yardstick: { name: string; value: number }
  /** value / yardstick: below the goal for times, above it for rates. */
  ratio: number
  goal: string
  holds: boolean
  /** Lowest and highest round, of the figure and of the yardstick. */
  spread: { value: [number, number]; yardstick: [number, number] }
}

export interface Rounds {
  name: string
  unit: string
  yardstickName: string
  /** One number a round, figure and yardstick interleaved. */
  values: readonly number[]
  yardsticks: readonly number[]
  /** `at-most` for times, `at-least` for rates. */
  goal: { kind: 'at-most' | 'at-least'; ratio: number }
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN
const range = (values: readonly number[]): [number, number] => [Math.min(...values), Math.max(...values)]

/** Medians of the rounds, and whether their ratio holds the goal. */
export function toFigure({ name, unit, yardstickName, values, yardsticks, goal }: Rounds): Figure {
  const value = median(values)
  const yardstick = median(yardsticks)
  const ratio = value / yardstick
  return {
    name,
    value,
    unit,
    yardstick: { name: yardstickName, value: yardstick },
    ratio,
    goal: `${goal.kind === 'at-most' ? '≤' : '≥'} ${goal.ratio} ×`,
    holds: goal.kind === 'at-most' ? ratio <= goal.ratio : ratio >= goal.ratio,
    spread: { value: range(values), yardstick: range(yardsticks) },
  }
}

const round = (n: number) => (n >= 100 ? n.toFixed(0) : n.toPrecision(3))

export function printTable(figures: readonly Figure[]): void {
  for (const f of figures) {
    const [low, high] = f.spread.value
    const [yardLow, yardHigh] = f.spread.yardstick
    console.log(`${f.holds ? '✓' : '✗'} ${f.name}`)
    console.log(`    ${round(f.value)} ${f.unit}  [${round(low)} … ${round(high)}]`)
    console.log(`    ${f.yardstick.name}: ${round(f.yardstick.value)}  [${round(yardLow)} … ${round(yardHigh)}]`)
    console.log(`    ratio ${f.ratio.toFixed(2)}, goal ${f.goal}`)
  }
}

import { type Day, dayAfter } from '#shared/kernel/time.ts'
import { million } from './fee-fields.ts'

/** One payer's part of a component from a day on. */
export interface ShareRow {
  /** Null for all components without shares of their own. */
  readonly component: string | null
  readonly payerId: string
  readonly ppm: number
  readonly fromOn: Day
  /** Last day; null for no end. */
  readonly untilOn: Day | null
}

export interface PayerPart {
  readonly payerId: string
  readonly ppm: number
}

const holdsOn = ({ fromOn, untilOn }: ShareRow, day: Day): boolean =>
  fromOn <= day && (untilOn === null || day <= untilOn)

/**
 * Returns who pays a component on a day: by its own shares, else by those for all, else the first guardian alone.
 * @param defaultPayerId null where there is no guardian
 * @returns parts that add up to 1,000,000; none where nobody pays
 */
export function sharesOn(
  rows: readonly ShareRow[],
  { component, day, defaultPayerId }: { component: string; day: Day; defaultPayerId: string | null },
): PayerPart[] {
  const today = rows.filter((row) => holdsOn(row, day))
  const own = today.filter((row) => row.component === component)
  const found = own.length > 0 ? own : today.filter((row) => row.component === null)
  if (found.length > 0) return found.map(({ payerId, ppm }) => ({ payerId, ppm }))
  return defaultPayerId === null ? [] : [{ payerId: defaultPayerId, ppm: million }]
}

/** Returns the first day on which the shares of one component do not add up to the whole; undefined for none. */
export function wrongShareDay(rows: readonly ShareRow[]): Day | undefined {
  const days = rows.flatMap(({ fromOn, untilOn }) => (untilOn === null ? [fromOn] : [fromOn, dayAfter(untilOn, 1)]))
  const components = new Set(rows.map(({ component }) => component))
  return [...new Set(days)].toSorted().find((day) =>
    [...components].some((component) => {
      const parts = rows.filter((row) => row.component === component && holdsOn(row, day))
      return parts.length > 0 && parts.reduce((sum, { ppm }) => sum + ppm, 0) !== million
    }),
  )
}

/**
 * Returns the rows of one component after new shares from a day on: earlier rows end the day before, later ones go.
 * @param shares none: the component goes by those for all
 */
export function withSharesFrom(
  rows: readonly ShareRow[],
  { component, fromOn, shares }: { component: string | null; fromOn: Day; shares: readonly PayerPart[] },
): ShareRow[] {
  const kept = rows
    .filter((row) => row.fromOn < fromOn)
    .map((row) => (row.untilOn === null || row.untilOn >= fromOn ? { ...row, untilOn: dayAfter(fromOn, -1) } : row))
  return [...kept, ...shares.map((share) => ({ ...share, component, fromOn, untilOn: null }))]
}

import type { Day } from '#shared/kernel/time.ts'
import type { FeePack } from '../regulator/fee-pack.types.ts'
import { type RiseFault, riseFault } from '../regulator/rise.rules.ts'
import type { FeeSchedule } from './fee-schedule.contract.ts'
import { chooseSchedule } from './schedule-choice.rules.ts'

type Schedule = Pick<
  FeeSchedule,
  'seriesId' | 'version' | 'state' | 'year' | 'campus' | 'stream' | 'grades' | 'pupils' | 'approvalRef' | 'lines'
>

interface Known {
  readonly pack: FeePack | undefined
  readonly yearStartsOn: Day
  /** Schedules of all years, with all versions. */
  readonly schedules: readonly Schedule[]
  /** Whether somebody was billed in the school year: until then its schedules may still be put right. */
  readonly isBilled: boolean
}

/**
 * Returns the regulator's rule on higher fees that a schedule would break: each amount beside what children of the same grade, campus
 * and stream were asked in the years before. @returns the first fault with its component; undefined for none
 */
export function scheduleRise(
  schedule: Schedule,
  { pack, yearStartsOn, schedules, isBilled }: Known,
): { fault: RiseFault; component: string } | undefined {
  if (!pack?.rise) return undefined
  const { year, approvalRef } = schedule
  const past = schedules.filter((each) => each.year < year || (each.year === year && isBilled))
  const earlier = [...Map.groupBy(past, (each) => each.year)]
  const pupils = schedule.pupils === 'all' ? [true, false] : [schedule.pupils === 'new']
  const children = schedule.grades.flatMap((grade) => pupils.map((isNew) => ({ ...schedule, grade, isNew })))
  for (const child of children) {
    const found = earlier.flatMap(([of, mine]) => {
      const chosen = chooseSchedule(mine, child)
      return typeof chosen === 'string' ? [] : [{ year: of, lines: chosen.lines }]
    })
    for (const { component, amount, approvedOn = null } of schedule.lines) {
      const before = found.flatMap(({ year: of, lines }) =>
        lines.filter((line) => line.component === component).map((line) => ({ year: of, amount: line.amount })),
      )
      const ask = { year, yearStartsOn, amount, before, isApproved: approvalRef !== '', registeredOn: approvedOn }
      const fault = riseFault(pack, ask)
      if (fault) return { fault, component }
    }
  }
  return undefined
}

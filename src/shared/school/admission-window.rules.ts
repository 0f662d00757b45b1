import type { Day } from '#shared/kernel/time.ts'

interface AdmissionPeriod {
  startsOn: Day
  /** The last day; applications are taken until it is over. */
  endsOn: Day
}

type PeriodState = 'open' | 'soon' | 'over'

/** What a school's dates say on one of its own calendar days. */
export interface AdmissionWindow<Period extends AdmissionPeriod> {
  state: 'open' | 'soon' | 'over' | 'none'
  /** The earliest start and the latest end of all. */
  startsOn: Day | undefined
  endsOn: Day | undefined
  /** When open: the last day of those that are; when it opens soon: the day it does. */
  turnsOn: Day | undefined
  /** By their start. */
  periods: (Period & { state: PeriodState })[]
}

/**
 * Returns what a school's periods say on a day of its own. A period that ends before it begins was mistyped: it is none. Between two
 * periods the next one is what matters.
 */
export function admissionWindow<Period extends AdmissionPeriod>(
  dates: readonly Period[],
  today: Day,
): AdmissionWindow<Period> {
  const periods = dates
    .filter(({ startsOn, endsOn }) => startsOn <= endsOn)
    .toSorted((a, b) => compare(a.startsOn, b.startsOn) || compare(a.endsOn, b.endsOn))
    .map((period) => ({ ...period, state: stateOf(period, today) }))
  const ofState = (state: PeriodState) => periods.filter((period) => period.state === state)
  const endsOn = latest(periods)
  const open = ofState('open')
  const [next] = ofState('soon')
  const state = periods.length === 0 ? 'none' : open.length > 0 ? 'open' : next ? 'soon' : 'over'
  return { state, startsOn: periods[0]?.startsOn, endsOn, turnsOn: latest(open) ?? next?.startsOn, periods }
}

/** Returns whether a school takes applications on a day of its own: always, where it has no periods. */
export function takesApplicationsOn(dates: readonly AdmissionPeriod[], day: Day): boolean {
  const { state } = admissionWindow(dates, day)
  return state === 'open' || state === 'none'
}

const stateOf = ({ startsOn, endsOn }: AdmissionPeriod, today: Day): PeriodState =>
  today < startsOn ? 'soon' : today > endsOn ? 'over' : 'open'

/** Days as text sort like days. */
const compare = (a: Day, b: Day): number => (a < b ? -1 : a > b ? 1 : 0)

const latest = (periods: readonly AdmissionPeriod[]): Day | undefined =>
  periods
    .map(({ endsOn }) => endsOn)
    .toSorted(compare)
    .at(-1)

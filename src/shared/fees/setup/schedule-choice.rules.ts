interface Version {
  readonly seriesId: string
  readonly version: number
  readonly state: 'draft' | 'approved'
}

/** Returns the latest approved version of each schedule. */
export function currentVersions<S extends Version>(schedules: readonly S[]): S[] {
  const latest = new Map<string, S>()
  for (const schedule of schedules) {
    if (schedule.state !== 'approved') continue
    const other = latest.get(schedule.seriesId)
    if (!other || other.version < schedule.version) latest.set(schedule.seriesId, schedule)
  }
  return [...latest.values()]
}

/** Where a child is in a school year. */
export interface FeePlacement {
  readonly grade: string | null
  /** Empty where the school has only one. */
  readonly campus: string
  readonly stream: string
  /** Whether the child joins the school in this year. */
  readonly isNew: boolean
}

interface Choice extends Version {
  readonly grades: readonly string[]
  readonly campus: string
  readonly stream: string
  readonly pupils: 'all' | 'new' | 'returning'
}

/**
 * Returns the schedule of a child: of the approved ones for its grade the most specific, by campus, then stream, then new or
 * returning. Or why there is none.
 */
export function chooseSchedule<S extends Choice>(
  schedules: readonly S[],
  { grade, campus, stream, isNew }: FeePlacement,
): S | 'no-grade' | 'no-schedule' | 'several-schedules' {
  if (grade === null) return 'no-grade'
  const pupils = isNew ? 'new' : 'returning'
  const fitting = currentVersions(schedules).filter(
    (each) =>
      each.grades.includes(grade) &&
      (each.campus === '' || each.campus === campus) &&
      (each.stream === '' || each.stream === stream) &&
      (each.pupils === 'all' || each.pupils === pupils),
  )
  const weight = (each: S) =>
    (each.campus === '' ? 0 : 4) + (each.stream === '' ? 0 : 2) + (each.pupils === 'all' ? 0 : 1)
  const most = Math.max(...fitting.map(weight))
  const [found, another] = fitting.filter((each) => weight(each) === most)
  if (!found) return 'no-schedule'
  return another ? 'several-schedules' : found
}

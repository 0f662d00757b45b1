// chunk: desk-frame
/** What the address bar says about the report; anything else in it is dropped. */
export interface ReportFilter {
  /** A business day, or the first of several. */
  day?: string
  /** The last of several. */
  lastDay?: string
  till?: string
}

/** The address as it comes: read only by the screens, since what a route does with it is part of the first load. */
export type ReportAddress = Partial<Record<keyof ShiftFilter, unknown>>

/** A day of the calendar. */
const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))

export function readReportFilter(search: ReportAddress): ReportFilter {
  // A till's code may be all digits, which the router reads as a number.
  const till = typeof search.till === 'string' || typeof search.till === 'number' ? String(search.till) : ''
  const { day, lastDay } = search
  return {
    ...(isDay(day) ? { day } : {}),
    ...(isDay(lastDay) && !(isDay(day) && lastDay < day) ? { lastDay } : {}),
    ...(/^[\w-]{1,20}$/.test(till) ? { till } : {}),
  }
}

/** The same, and which shift is open beside the list. */
export interface ShiftFilter extends ReportFilter {
  shift?: string
}

export function readShiftFilter(search: ReportAddress): ShiftFilter {
  const isShift = typeof search.shift === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(search.shift)
  return { ...readReportFilter(search), ...(isShift ? { shift: search.shift as string } : {}) }
}

// chunk: till-sheets

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockIn(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-u-nu-latn', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  clocks.set(timeZone, made)
  return made
}

/** The quarter of an hour on the wall of the school, 0 (00:00) to 95 (23:45). @throws RangeError on an unknown time zone */
export function quarterOf(at: string, timeZone: string): number {
  const [hour = 0, minute = 0] = clockIn(timeZone).format(Date.parse(at)).split(':').map(Number)
  return hour * 4 + Math.floor(minute / 15)
}

/** How a quarter is read: 37 is 09:15. */
export const quarterText = (quarter: number): string =>
  `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`

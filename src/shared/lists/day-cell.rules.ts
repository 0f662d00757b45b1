import { latinDigits } from '#shared/kernel/digits.ts'
import type { Day } from '#shared/kernel/time.ts'

/** Which of the two numbers before a year is the month; the same for a whole column. */
export type DayOrder = 'day-first' | 'month-first'

const parts = (text: string) => /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})(?:[T ].*)?$/.exec(latinDigits(text).trim())

/** Detects the date order of a file: day first unless only month first gives valid dates. */
export function dayOrderOf(texts: readonly string[]): DayOrder {
  const short = texts.map(parts).filter((found) => found?.[3]?.length === 4)
  const isOver = (place: 1 | 2) => short.some((found) => Number(found?.[place]) > 12)
  return isOver(2) && !isOver(1) ? 'month-first' : 'day-first'
}

/** Parses a date in any digits; undefined for a date outside the Gregorian calendar or with a two-digit year. */
export function parseDay(text: string, order: DayOrder): Day | undefined {
  const [, first = '', middle = '', last = ''] = parts(text) ?? []
  if (first.length === 4 && last.length <= 2) return dayOf(first, middle, last)
  if (last.length !== 4 || first.length > 2) return undefined
  return order === 'day-first' ? dayOf(last, middle, first) : dayOf(last, first, middle)
}

function dayOf(year: string, month: string, day: string): Day | undefined {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${text}T00:00:00Z`)
  // Hijri years look like Gregorian ones but are out of this range.
  const isOurs = Number(year) >= 1900 && Number(year) <= 2200
  return isOurs && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : undefined
}

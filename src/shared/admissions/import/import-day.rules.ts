import { latinDigits } from '#shared/kernel/digits.ts'
import type { Day } from '#shared/kernel/time.ts'

/** Which of two numbers before a year is the month; a whole column is written in one way. */
export type DayOrder = 'day-first' | 'month-first'

const parts = (text: string) => /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})(?:[T ].*)?$/.exec(latinDigits(text).trim())

/** How the days of a file are written: day first, as here, unless only the other way round gives days at all. */
export function dayOrderOf(texts: readonly string[]): DayOrder {
  const short = texts.map(parts).filter((found) => found?.[3]?.length === 4)
  const isOver = (place: 1 | 2) => short.some((found) => Number(found?.[place]) > 12)
  return isOver(2) && !isOver(1) ? 'month-first' : 'day-first'
}

/** A day as somebody wrote it, in any digits; nothing for what is no day of our calendar, or has a year of two digits. */
export function readDay(text: string, order: DayOrder): Day | undefined {
  const [, first = '', middle = '', last = ''] = parts(text) ?? []
  if (first.length === 4 && last.length <= 2) return dayOf(first, middle, last)
  if (last.length !== 4 || first.length > 2) return undefined
  return order === 'day-first' ? dayOf(last, middle, first) : dayOf(last, first, middle)
}

function dayOf(year: string, month: string, day: string): Day | undefined {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${text}T00:00:00Z`)
  // The years of the Hijri calendar are no days of ours, though they look like it.
  const isOurs = Number(year) >= 1900 && Number(year) <= 2200
  return isOurs && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : undefined
}

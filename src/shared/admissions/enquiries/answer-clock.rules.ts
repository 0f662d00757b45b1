import { businessDay, type Day, dayAfter, type Instant, minuteMs, toInstant } from '#shared/kernel/time.ts'
import { type DaysOff, isDayOff } from '#shared/school/school-days.rules.ts'
import { atWallTime } from '../appointment.rules.ts'

/** Hours at which the admissions office answers, on school days. */
export interface OfficeHours {
  readonly timeZone: string
  /** Days of the week without school, 0 for Sunday. */
  readonly weekend: readonly number[]
  readonly holidays: readonly DaysOff[]
  /** On the clock of the school, `HH:MM`. */
  readonly opens: string
  readonly closes: string
  /** Minutes of those hours within which a first answer is promised; absent for the usual promise. */
  readonly answerMinutes?: number
}

/** The usual hours and promise: a first answer within one working day of the office. */
export const officeTimes = { opens: '07:00', closes: '15:00' } as const
export const answerMinutes = 8 * 60

/** A school whose days off never end has no office hours to wait for. */
const maxDays = 400

interface Opening {
  fromMs: number
  toMs: number
}

function openingOn(day: Day, { timeZone, weekend, holidays, opens, closes }: OfficeHours): Opening | undefined {
  if (isDayOff(day, weekend, holidays)) return undefined
  return { fromMs: atWallTime(day, opens, timeZone), toMs: atWallTime(day, closes, timeZone) }
}

/** Returns the moment at which the office has been open for so many minutes since `fromMs`. */
export function answerDueAt(
  fromMs: number,
  hours: OfficeHours,
  minutes = hours.answerMinutes ?? answerMinutes,
): Instant {
  let leftMs = minutes * minuteMs
  let day = businessDay(fromMs, hours.timeZone, 0)
  for (let count = 0; count < maxDays; count += 1) {
    const opening = openingOn(day, hours)
    if (opening) {
      const startMs = Math.max(fromMs, opening.fromMs)
      const openMs = Math.max(0, opening.toMs - startMs)
      if (openMs >= leftMs) return toInstant(startMs + leftMs)
      leftMs -= openMs
    }
    day = dayAfter(day, 1)
  }
  return toInstant(fromMs + leftMs)
}

/** Returns the latest moment of receipt whose first answer is due at `nowMs`: whatever came before it, unanswered, is late. */
export function lateIfBefore(
  nowMs: number,
  hours: OfficeHours,
  minutes = hours.answerMinutes ?? answerMinutes,
): Instant {
  let leftMs = minutes * minuteMs
  let day = businessDay(nowMs, hours.timeZone, 0)
  for (let count = 0; count < maxDays; count += 1) {
    const opening = openingOn(day, hours)
    if (opening) {
      const endMs = Math.min(nowMs, opening.toMs)
      const openMs = Math.max(0, endMs - opening.fromMs)
      if (openMs >= leftMs) return toInstant(endMs - leftMs)
      leftMs -= openMs
    }
    day = dayAfter(day, -1)
  }
  return toInstant(nowMs - leftMs)
}

/** Returns the minutes for which the office was open between two moments. */
export function officeMinutes(fromMs: number, toMs: number, hours: OfficeHours): number {
  let openMs = 0
  let day = businessDay(fromMs, hours.timeZone, 0)
  const last = businessDay(toMs, hours.timeZone, 0)
  for (let count = 0; day <= last && count < maxDays; count += 1) {
    const opening = openingOn(day, hours)
    if (opening) openMs += Math.max(0, Math.min(toMs, opening.toMs) - Math.max(fromMs, opening.fromMs))
    day = dayAfter(day, 1)
  }
  return Math.floor(openMs / minuteMs)
}

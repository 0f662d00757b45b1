import { z } from 'zod'
import { Day, DayInput, TypedName } from '#shared/kernel/fields.ts'
import { fromInstant } from '#shared/kernel/time.ts'
import { maxHolidayMs, maxHolidays } from './school-days.rules.ts'

const HolidayName = TypedName.pipe(z.string().min(1).max(80))

const holidaysOn = (day: typeof Day) =>
  z.array(z.object({ from: day, to: day, name: z.object({ en: HolidayName, ar: HolidayName }) })).max(maxHolidays)

/** When the school works. */
export const SchoolDays = z.object({
  /** Days of the week without school, 0 for Sunday. */
  weekend: z.array(z.int().min(0).max(6)).max(6),
  /** Days without school besides the weekend; the first and the last day of each included. */
  holidays: holidaysOn(Day),
})
export type SchoolDays = z.infer<typeof SchoolDays>

/** What school days must be to be saved; a week without a school day would never end a deadline. */
export const SchoolDaysInput = SchoolDays.extend({
  weekend: SchoolDays.shape.weekend
    .refine((days) => new Set(days).size === days.length)
    .transform((days) => days.toSorted((a, b) => a - b)),
  holidays: z
    .array(
      holidaysOn(DayInput).element.refine(
        ({ from, to }) => {
          const spanMs = fromInstant(`${to}T00:00:00.000Z`) - fromInstant(`${from}T00:00:00.000Z`)
          return spanMs >= 0 && spanMs <= maxHolidayMs
        },
        { path: ['to'] },
      ),
    )
    .max(maxHolidays)
    .transform((holidays) => holidays.toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))),
})

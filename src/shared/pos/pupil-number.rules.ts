import { z } from 'zod'

/** How a school numbers its pupils: something that every number begins with, the year of entry or not, and a running number. */
export const PupilNumbering = z.object({
  prefix: z.string().regex(/^[A-Z0-9/-]{0,8}$/),
  withYear: z.boolean(),
  /** Of the running number, filled up with noughts; it grows longer when they are used up. */
  digits: z.int().min(3).max(8),
})
export type PupilNumbering = z.infer<typeof PupilNumbering>

/** The next number: one more than the highest that is in use, in whichever year it was given out; 1 where none is. */
export function nextPupilNumber(
  { prefix, withYear, digits }: PupilNumbering,
  year: number,
  inUse: readonly string[],
): string {
  const ends = withYear ? new RegExp(`^\\d{4}(\\d{${digits},12})$`) : new RegExp(`^(\\d{${digits},12})$`)
  let highest = 0
  for (const number of inUse) {
    const running = number.startsWith(prefix) ? ends.exec(number.slice(prefix.length))?.[1] : undefined
    if (running !== undefined) highest = Math.max(highest, Number(running))
  }
  return `${prefix}${withYear ? year : ''}${String(highest + 1).padStart(digits, '0')}`
}

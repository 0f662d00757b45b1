import { z } from 'zod'
import { Bilingual } from '#shared/kernel/endpoint.ts'
import { Day, DayInput, TypedName } from '#shared/kernel/fields.ts'

/*
 * The settings of grades, school years and terms: as they are read, and what they must be to be saved.
 */

const Name = TypedName.pipe(z.string().min(1).max(60))
const BothNames = z.object({ en: Name, ar: Name })

const isDistinct = (values: readonly string[]): boolean => new Set(values).size === values.length

/** A grade with its permanent code; `age` in whole years on the cut-off day. */
export const GradeEntry = z.object({ code: z.string(), name: Bilingual, age: z.int().nullable() })
export const Grades = z.object({
  grades: z.array(GradeEntry),
  intake: z.enum(['autumn', 'april']),
  /** `MM-DD`; empty for the regulator's day. */
  cutOff: z.string(),
})
export const GradesInput = Grades.extend({
  grades: z
    .array(
      z.object({
        code: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,19}$/),
        name: BothNames,
        age: z.int().min(1).max(25).nullable(),
      }),
    )
    .min(1)
    .max(30)
    .refine((grades) => isDistinct(grades.map(({ code }) => code)), { path: ['twice'] }),
  cutOff: z.string().refine((day) => day === '' || isMonthDay(day)),
})

/** Where a grade is in use, and so cannot be deleted. */
export const GradeUse = z.enum(['students', 'classes', 'seats', 'scoring', 'forms', 'documents', 'rules'])
export type GradeUse = z.infer<typeof GradeUse>

/** Returns whether it is a day of every year. */
function isMonthDay(text: string): boolean {
  const at = new Date(`2001-${text}T00:00:00Z`)
  return /^\d{2}-\d{2}$/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().slice(5, 10) === text
}

const read = { startsOn: Day, endsOn: Day }
const period = { startsOn: DayInput, endsOn: DayInput }
const isForward = ({ startsOn, endsOn }: Period): boolean => startsOn < endsOn
const forward = { path: ['endsOn'] }

/** A school year with its terms; it is named by the calendar years in which it begins and ends. */
export const SchoolYear = z.object({ ...read, terms: z.array(z.object({ ...read, name: Bilingual })) })
export type SchoolYear = z.infer<typeof SchoolYear>
export const Years = z.object({ years: z.array(SchoolYear) })

const Term = z.object({ ...period, name: BothNames }).refine(isForward, forward)
interface Period {
  startsOn: string
  endsOn: string
}

/** Returns whether each begins after the one before has ended. */
const isInOrder = (periods: readonly Period[]): boolean =>
  periods.every(({ startsOn }, at) => at === 0 || (periods[at - 1]?.endsOn ?? '') < startsOn)

export const YearsInput = z.object({
  years: z
    .array(
      z
        .object({ ...period, terms: z.array(Term).max(6) })
        .refine(isForward, forward)
        .refine(({ startsOn, endsOn }) => Number(endsOn.slice(0, 4)) - Number(startsOn.slice(0, 4)) <= 1, forward)
        .refine(({ terms }) => isInOrder(terms), { path: ['order'] })
        .refine(
          ({ startsOn, endsOn, terms }) => terms.every((term) => startsOn <= term.startsOn && term.endsOn <= endsOn),
          {
            path: ['outside'],
          },
        ),
    )
    .max(10)
    .refine(isInOrder, { path: ['order'] }),
})
